import { Readable } from 'node:stream'
import { Fault } from '@palate/core/fault.ts'
import { type Caller, projectsFor } from '@palate/core/keys/access.ts'
import { badCursor, formatCursor, pageSize, parseCursor } from '@palate/core/page.ts'
import { serverSentComment, serverSentEvent } from '@palate/core/server-sent-events.ts'
import { eventCatalogue, eventTypes, payloadSchemaOf } from '@palate/core/webhooks/events.ts'
import { typesOf } from '@palate/core/webhooks/subscription.ts'
import { type Handlers, longRunning } from '../../operations.ts'
import { prefers } from '../../platform/accept.ts'
import type { Services } from '../../services.ts'
import { listBody } from '../../streaming/list-body.ts'
import { type Page, PageCache } from '../../streaming/page-cache.ts'
import { StoreWatch } from '../../streaming/store-watch.ts'
import { idIn } from '../webhook-handlers.ts'
import type { EventLogReader, LogFilter } from './event-log.ts'
import * as store from './event-store.ts'

const eventsPerPageMax = 100
const pagesInMemoryBytesMax = 16 * 1024 * 1024
const keepAliveEveryMs = 10_000

interface Wanted extends LogFilter {
  readonly accountId: string
  readonly after: number
  readonly to: number
}

interface EventStreams {
  /** Sends the events after a position, then new events, until the signal aborts. */
  open(accountId: string, filter: LogFilter, after: number | undefined, signal: AbortSignal): Promise<Readable>
  /** Call it after events of this account were committed. */
  notify(accountId: string): void
  /** Ends the streams, so that requests can finish. Readers resume with another process, or later. */
  endAll(): void
}

/** Server-sent events. All readers of an account in this process share one poll of the store and its pages. */
export function createEventStreams(
  { store }: Pick<Services, 'store'>,
  log: EventLogReader,
  everyMs = keepAliveEveryMs,
): EventStreams {
  const slots = createStreamSlots()
  const stopping = new AbortController()
  const watch = new StoreWatch<number>({
    isSame: (a, b) => a === b,
    isFinal: () => false,
    isTransient: (error) => store.unavailability(error) !== undefined,
  })
  const pages = new PageCache<Wanted>(pagesInMemoryBytesMax, (wanted) => readPage(log, wanted))

  async function* stream(accountId: string, filter: LogFilter, after: number, end: number, signal: AbortSignal) {
    const watched = watch.join(accountId, end, () => log.findEnd(accountId))
    let at = after
    let spokeAt = performance.now()
    try {
      // Tells the client immediately that the stream is open.
      yield serverSentComment('open')
      while (!signal.aborted) {
        const last = watched.value
        if (at < last) {
          const page = await pages.read({ ...filter, accountId, after: at, to: last })
          at = page.last
          if (page.text.length === 0) continue
          yield page.text
          spokeAt = performance.now()
          continue
        }
        const silentMs = performance.now() - spokeAt
        if (silentMs >= everyMs) {
          yield serverSentComment('keep-alive')
          spokeAt = performance.now()
          continue
        }
        await watched.change(last, everyMs - silentMs, signal)
      }
    } finally {
      watched.leave()
    }
  }

  return {
    async open(accountId, filter, after, signal) {
      const leave = slots.enter(accountId)
      try {
        const end = await log.findEnd(accountId)
        const until = AbortSignal.any([signal, stopping.signal])
        const body = Readable.from(stream(accountId, filter, after ?? end, end, until))
        return body.once('close', leave)
      } catch (error) {
        leave()
        throw error
      }
    },
    notify: (accountId) => watch.notify(accountId),
    endAll: () => stopping.abort(),
  }
}

async function readPage(log: EventLogReader, { accountId, after, to, ...filter }: Wanted): Promise<Page> {
  const { rows, last } = await log.read(accountId, after, to, filter, eventsPerPageMax)
  const text = rows.map(({ id, type, body }) => serverSentEvent({ event: type, id, data: body })).join('')
  return { text: Buffer.from(text), last }
}

/** Limits on the open event streams of a process, in total and per account. */
const streamsMax = 1000
export const streamsPerAccountMax = 100
const retryAfter = { headers: { 'retry-after': '10' } }

/** Counts the open streams and refuses those above the limits. */
export function createStreamSlots(max = streamsMax, perAccountMax = streamsPerAccountMax) {
  const byAccount = new Map<string, number>()
  let total = 0

  function add(accountId: string, change: 1 | -1): void {
    const count = (byAccount.get(accountId) ?? 0) + change
    if (count === 0) byAccount.delete(accountId)
    else byAccount.set(accountId, count)
    total += change
  }

  return {
    /** Returns a function that releases the slot; calling it again does nothing. */
    enter(accountId: string): () => void {
      if ((byAccount.get(accountId) ?? 0) >= perAccountMax) {
        throw new Fault('rate_limited', `the account has ${perAccountMax} event streams open; close some`, retryAfter)
      }
      if (total >= max) throw new Fault('unavailable', 'too many event streams are open; try again later', retryAfter)
      add(accountId, 1)
      let isOpen = true
      return () => {
        if (isOpen) add(accountId, -1)
        isOpen = false
      }
    },
  }
}

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
        projects: projectsFor(caller, query.projectId),
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
