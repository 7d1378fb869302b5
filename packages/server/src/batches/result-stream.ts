import { asEvent, asLine, batchLine, doneLine, progressLine, resultLine } from '@palate/core/batches/lines.ts'
import { type Batch, isOver } from '@palate/core/batches/schema.ts'
import type { Db } from '../store/schema.ts'
import type { Store } from '../store/store.ts'
import { type Page, PageCache } from '../streaming/page-cache.ts'
import { pollEveryMs, StoreWatch, type Watched } from '../streaming/store-watch.ts'
import { type BatchKey, findBatch, type StoredBatch } from './storing/batch-store.ts'
import { listResultSizes, listResults } from './storing/frame-store.ts'

const progressEveryMs = 1000
/** A reader gets a line at least every five seconds. */
const keepAliveEveryMs = 5000 - 2 * pollEveryMs

export interface StreamParts {
  readonly watch: BatchWatch
  readonly pages: ResultPages
}

/**
 * Streams the lines of a batch after a sequence number until the batch ends. Reads results from the store in small
 * pages as the reader consumes them, so that a slow reader costs no memory and any process can serve any batch.
 */
export async function* streamBatch(
  { watch, pages }: StreamParts,
  stored: StoredBatch,
  after: number,
  format: LineFormat,
  signal: AbortSignal,
): AsyncGenerator<Buffer | string> {
  const asText = lineFormats[format]
  const watched = watch.join(stored)
  let seq = after
  let progressAt = performance.now()
  let hasNews = false
  try {
    yield asText(batchLine(stored.batch))
    while (!signal.aborted) {
      const { value: batch } = watched
      if (!batch) return
      const completed = completedOf(batch)
      if (seq < completed) {
        const page = await pages.read(stored, seq, completed, format)
        // The batch was deleted.
        if (page.last === seq) return
        yield page.text
        seq = page.last
        hasNews = true
      }
      const isBehind = seq < completed
      if (!isBehind && isOver(batch.status)) {
        yield asText(progressLine(batch)) + asText(doneLine(batch))
        return
      }
      const everyMs = hasNews ? progressEveryMs : keepAliveEveryMs
      const silentMs = performance.now() - progressAt
      if (silentMs >= everyMs) {
        yield asText(progressLine(batch))
        progressAt = performance.now()
        hasNews = false
      } else if (!isBehind) {
        await watched.change(batch, everyMs - silentMs, signal)
      }
    }
  } finally {
    watched.leave()
  }
}

export const resultsPerPageMax = 200
/** Stored size. A larger result gets its own page. */
const pageBytesMax = 1024 * 1024
const pagesInMemoryBytesMax = 16 * 1024 * 1024

/** The forms of a result stream. */
const lineFormats = { ndjson: asLine, events: asEvent } as const
type LineFormat = keyof typeof lineFormats

interface Wanted {
  readonly key: BatchKey
  readonly after: number
  readonly to: number
  readonly format: LineFormat
}

/** Reads results in pages, which readers at the same position share. */
export class ResultPages {
  readonly #pages: PageCache<Wanted>

  constructor(db: Db) {
    this.#pages = new PageCache(pagesInMemoryBytesMax, (wanted) => readPage(db, wanted))
  }

  /** Results after a sequence number, up to one that is known to be stored. */
  read({ accountId, batchId }: BatchKey, after: number, stored: number, format: LineFormat): Promise<Page> {
    const to = Math.min(after + resultsPerPageMax, stored)
    return this.#pages.read({ key: { accountId, batchId }, after, to, format })
  }
}

async function readPage(db: Db, { key, after, to, format }: Wanted): Promise<Page> {
  const sizes = await listResultSizes(db, key, after, to)
  const results = await listResults(db, key, after, lastWithin(sizes, to))
  const lines = results.map(({ seq, index, attempts, result }) => resultLine(seq, index, attempts, result))
  return { text: Buffer.from(lines.map(lineFormats[format]).join('')), last: results.at(-1)?.seq ?? after }
}

/** The last result that fits into the page. The first one always fits. */
function lastWithin(sizes: readonly { readonly seq: number; readonly bytes: number }[], to: number): number {
  let sum = 0
  const tooMuch = sizes.findIndex(({ bytes }, i) => {
    sum += bytes
    return i > 0 && sum > pageBytesMax
  })
  return sizes[tooMuch - 1]?.seq ?? to
}

interface BatchWatch {
  /** The batch as last read; undefined if it was deleted. */
  join(stored: StoredBatch): Watched<Batch | undefined>
  /** Reads the batch now if it has readers. */
  notify(batchId: string): void
}

/** Polls batches that have readers: one query per batch and interval, regardless of the number of readers. */
export function createBatchWatch({ read, unavailability }: Pick<Store, 'read' | 'unavailability'>): BatchWatch {
  const watch = new StoreWatch<Batch | undefined>({
    isSame,
    isFinal: (batch) => !batch || isOver(batch.status),
    isTransient: (error) => unavailability(error) !== undefined,
  })
  return {
    join: ({ batch, ...key }) => watch.join(key.batchId, batch, async () => (await findBatch(read, key))?.batch),
    notify: (batchId) => watch.notify(batchId),
  }
}

function isSame(a: Batch | undefined, b: Batch | undefined): boolean {
  if (!a || !b) return a === b
  return a.status === b.status && completedOf(a) === completedOf(b)
}

/** How many frames have results. Results are numbered without gaps, so this is also the last number. */
function completedOf({ counts }: Batch): number {
  return counts.succeeded + counts.failed
}
