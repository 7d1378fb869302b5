import { writeFor } from '../work/current-work.ts'

/**
 * Writes what several accounts have collected, account by account. If it fails for some, the others are still done; then
 * throws the first error.
 */
export async function workByAccount<Item>(
  items: Iterable<Item>,
  accountOf: (item: Item) => string,
  work: (items: readonly Item[]) => Promise<void>,
): Promise<void> {
  const errors: unknown[] = []
  for (const [accountId, ofAccount] of Map.groupBy(items, accountOf)) {
    await writeFor(accountId, () => work(ofAccount)).catch((error) => errors.push(error))
  }
  if (errors.length > 0) throw errors[0]
}
