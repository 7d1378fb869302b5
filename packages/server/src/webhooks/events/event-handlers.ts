import { projectFor } from '@palate/core/keys/access.ts'
import { formatCursor, pageOf, pageSize } from '@palate/core/page.ts'
import { eventCatalogue, eventTypes, payloadSchemaOf } from '@palate/core/webhooks/events.ts'
import { typesOf } from '@palate/core/webhooks/subscription.ts'
import type { Handlers } from '../../operations.ts'
import { readInPieces } from '../../store/read-in-pieces.ts'
import { idIn } from '../webhook-handlers.ts'
import * as store from './event-store.ts'

export function eventHandlers(): Handlers<'listEvents' | 'listEventTypes'> {
  let catalogue: ReturnType<typeof describeTypes> | undefined
  return {
    async listEvents({ caller, query, db }) {
      const size = pageSize(query.limit)
      const filter = {
        projectId: projectFor(caller, query.projectId),
        types: query.type === undefined ? undefined : typesOf(query.type),
      }
      const first = query.cursor === undefined ? undefined : idIn(query.cursor, 'evt')
      const found = await readInPieces(size + 1, first, (before, rowsMax) =>
        store.listEvents(db, caller.accountId, { ...filter, before }, rowsMax),
      )
      const { rows: events, ...next } = pageOf(found, size, ({ id }) => formatCursor([id]))
      return { body: { events, ...next } }
    },

    async listEventTypes() {
      catalogue ??= describeTypes()
      return { body: catalogue, isKept: true }
    },
  }
}

function describeTypes() {
  return {
    eventTypes: eventTypes.map((type) => ({
      type,
      description: eventCatalogue[type].when,
      schema: payloadSchemaOf(type),
    })),
  }
}
