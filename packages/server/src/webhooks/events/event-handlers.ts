import { type Caller, projectFor } from '@palate/core/keys/access.ts'
import { badCursor, formatCursor, pageSize, parseCursor } from '@palate/core/page.ts'
import { eventCatalogue, eventTypes, payloadSchemaOf } from '@palate/core/webhooks/events.ts'
import { typesOf } from '@palate/core/webhooks/subscription.ts'
import { type Handlers, longRunning } from '../../operations.ts'
import { prefers } from '../../platform/accept.ts'
import { listBody } from '../../streaming/list-body.ts'
import { idIn } from '../webhook-handlers.ts'
import type { LogFilter } from './event-log.ts'
import type { EventLogReader } from './event-log-reader.ts'
import * as store from './event-store.ts'
import type { EventStreams } from './event-stream.ts'

const eventStream = 'text/event-stream'
/** Proxies that buffer responses would delay events. */
const unbuffered = { 'x-accel-buffering': 'no' }

export function eventHandlers(log: EventLogReader, streams: EventStreams): Handlers<'listEvents' | 'listEventTypes'> {
  /** A page of the log, oldest first. */
  async function listAfter(caller: Caller, filter: LogFilter, after: string, size: number) {
    const from = await log.findPosition(caller, after)
    const to = await log.findEnd(caller.accountId)
    let position = from
    return listBody<store.StoredEvent>({
      ...{ name: 'events', size, textOf: ({ body }) => body },
      async read(_, rowsMax) {
        const { rows, last } = await log.read(caller.accountId, position, to, filter, rowsMax)
        position = last
        return rows
      },
      cursorOf: ({ id }) => formatCursor([afterMark, id]),
    })
  }

  let catalogue: ReturnType<typeof describeTypes> | undefined
  return {
    listEvents: longRunning(async ({ caller, query, headers, db, signal }) => {
      const size = pageSize(query.limit)
      const filter = {
        projectId: projectFor(caller, query.projectId),
        types: query.type === undefined ? undefined : typesOf(query.type),
      }
      if (prefers(headers.accept, eventStream, 'application/json')) {
        const after = headers['last-event-id']?.toString() || query.after
        const from = after === undefined ? undefined : await log.findPosition(caller, after)
        return {
          body: await streams.open(caller.accountId, filter, from, signal),
          mediaType: eventStream,
          headers: unbuffered,
        }
      }
      if (query.after !== undefined) {
        const after = query.cursor === undefined ? query.after : eventIn(query.cursor)
        return { body: await listAfter(caller, filter, after, size) }
      }
      const first = query.cursor === undefined ? undefined : idIn(query.cursor, 'evt')
      const body = await listBody<store.StoredEvent>({
        ...{ name: 'events', size, textOf: ({ body }) => body },
        read: (last, rowsMax) =>
          store.listEvents(db, caller.accountId, { ...filter, before: last?.id ?? first }, rowsMax),
        cursorOf: ({ id }) => formatCursor([id]),
      })
      return { body }
    }),

    async listEventTypes() {
      catalogue ??= describeTypes()
      return { body: catalogue, isSerializedOnce: true }
    },
  }
}

/** Marks the cursor of an oldest-first list, as opposed to a newest-first one. */
const afterMark = 'after'

function eventIn(cursor: string): string {
  const [mark, id = ''] = parseCursor(cursor, 2)
  if (mark !== afterMark) throw badCursor()
  return id
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
