import { Readable } from 'node:stream'
import { serverSentComment, serverSentEvent } from '@palate/core/server-sent-events.ts'
import type { Services } from '../../services.ts'
import { type Page, PageCache } from '../../streaming/page-cache.ts'
import { StoreWatch } from '../../streaming/store-watch.ts'
import type { LogFilter } from './event-log.ts'
import type { EventLogReader } from './event-log-reader.ts'
import { createStreamSlots } from './stream-slots.ts'

export const eventsPerPageMax = 100
const pagesInMemoryBytesMax = 16 * 1024 * 1024
const keepAliveEveryMs = 10_000

interface Wanted extends LogFilter {
  readonly accountId: string
  readonly after: number
  readonly to: number
}

export interface EventStreams {
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
    isPassing: (error) => store.unavailability(error) !== undefined,
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
