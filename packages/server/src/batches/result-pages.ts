import { asEvent, asLine, resultLine } from '@palate/core/batches/lines.ts'
import { LRUCache } from 'lru-cache'
import type { Db } from '../store/schema.ts'
import type { BatchKey } from './batch-store.ts'
import { listResultSizes, listResults } from './frame-store.ts'

export const resultsPerPageMax = 200
/** As stored. A larger result is a page by itself. */
const pageBytesMax = 1024 * 1024
const pagesInMemoryBytesMax = 16 * 1024 * 1024

/** The forms of a result stream. */
export const lineFormats = { ndjson: asLine, events: asEvent } as const
export type LineFormat = keyof typeof lineFormats

/** Consecutive results as they are sent. */
interface ResultPage {
  readonly text: Buffer
  /** The number of the last result; that before the first if there is none. */
  readonly last: number
}

interface Wanted {
  readonly key: BatchKey
  readonly after: number
  readonly to: number
  readonly format: LineFormat
}

/**
 * Reads results in pages. Readers at the same position share a page: it is read, formatted and kept in memory once.
 * Stored results never change, so a page never goes stale.
 */
export class ResultPages {
  readonly #pages: LRUCache<string, ResultPage, Wanted>

  constructor(db: Db) {
    this.#pages = new LRUCache({
      maxSize: pagesInMemoryBytesMax,
      sizeCalculation: ({ text }) => text.byteLength + 1,
      fetchMethod: (_name, _stale, { context }) => readPage(db, context),
      // A page that is dropped while it is read still goes to those who wait for it.
      ignoreFetchAbort: true,
      allowStaleOnFetchAbort: true,
    })
  }

  /** Results after a number, up to one that is known to be stored. */
  read(key: BatchKey, after: number, stored: number, format: LineFormat): Promise<ResultPage> {
    const to = Math.min(after + resultsPerPageMax, stored)
    const name = [key.accountId, key.batchId, after, to, format].join(' ')
    return this.#pages.forceFetch(name, { context: { key, after, to, format } })
  }
}

async function readPage(db: Db, { key, after, to, format }: Wanted): Promise<ResultPage> {
  const sizes = await listResultSizes(db, key, after, to)
  const results = await listResults(db, key, after, lastWithin(sizes, to))
  const lines = results.map(({ seq, index, attempts, result }) => resultLine(seq, index, attempts, result))
  return { text: Buffer.from(lines.map(lineFormats[format]).join('')), last: results.at(-1)?.seq ?? after }
}

/** The last of the results that fit into a page together; the first one always does. */
function lastWithin(sizes: readonly { readonly seq: number; readonly bytes: number }[], to: number): number {
  let sum = 0
  const tooMuch = sizes.findIndex(({ bytes }, i) => {
    sum += bytes
    return i > 0 && sum > pageBytesMax
  })
  return sizes[tooMuch - 1]?.seq ?? to
}
