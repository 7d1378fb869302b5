import type { OperationName } from '../operation-types.ts'
import type { CallOptions, Sent } from '../options.ts'
import type { Transport } from '../transport/transport.ts'

/**
 * A paginated list. `await` it for one page, or iterate over all pages with `for await`.
 *
 * @example
 * const { profiles, nextCursor } = await palate.profiles.list({ limit: 20 })
 * for await (const profile of palate.profiles.list()) console.log(profile.name)
 */
export interface List<Page, Item> extends PromiseLike<Page>, AsyncIterable<Item> {}

/** The pages of a list operation. Nothing is requested before the list is awaited or iterated. */
export function listOf<Page extends { readonly nextCursor?: string }, Item>(
  transport: Transport,
  operation: OperationName,
  itemsOf: (page: Page) => readonly Item[],
  sent: Sent,
  options?: CallOptions,
): List<Page, Item> {
  const readPage = (cursor?: string) =>
    transport.json<Page>(
      operation,
      cursor === undefined ? sent : { ...sent, query: { ...sent.query, cursor } },
      options,
    )
  return {
    // biome-ignore lint/suspicious/noThenProperty: lists are awaitable
    then: (resolve, reject) => readPage().then(resolve, reject),
    async *[Symbol.asyncIterator]() {
      let cursor: string | undefined
      do {
        const page = await readPage(cursor)
        yield* itemsOf(page)
        cursor = page.nextCursor
      } while (cursor !== undefined)
    },
  }
}
