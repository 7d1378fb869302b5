import { asEvent, asLine, resultLine } from '@palate/core/batches/lines.ts'
import type { Db } from '../../store/schema.ts'
import { type Page, PageCache } from '../../streaming/page-cache.ts'
import type { BatchKey } from '../storing/batch-store.ts'
import { listResultSizes, listResults } from '../storing/frame-store.ts'

export const resultsPerPageMax = 200
/** Stored size. A larger result gets its own page. */
const pageBytesMax = 1024 * 1024
const pagesInMemoryBytesMax = 16 * 1024 * 1024

/** The forms of a result stream. */
export const lineFormats = { ndjson: asLine, events: asEvent } as const
export type LineFormat = keyof typeof lineFormats

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
