import { LRUCache } from 'lru-cache'

/** Consecutive rows, formatted as they are sent. */
export interface Page {
  readonly text: Buffer
  /** The number of the last row; if the page is empty, the number before its first row. */
  readonly last: number
}

/**
 * Reads pages for streams. Readers at the same position share a page: it is read, formatted and kept in memory once. Only
 * for rows that never change, so that a page never goes stale.
 */
export class PageCache<Wanted extends object> {
  readonly #pages: LRUCache<string, Page, { readonly wanted: Wanted }>

  constructor(bytesMax: number, read: (wanted: Wanted) => Promise<Page>) {
    this.#pages = new LRUCache({
      maxSize: bytesMax,
      sizeCalculation: ({ text }) => text.byteLength + 1,
      fetchMethod: (_name, _stale, { context }) => read(context.wanted),
      // A page that is evicted while it is being read still goes to the readers that wait for it.
      ignoreFetchAbort: true,
    })
  }

  read(wanted: Wanted): Promise<Page> {
    return this.#pages.forceFetch(JSON.stringify(wanted), { context: { wanted } })
  }
}
