/**
 * Does the work for the items of each group, such as an account, in the order of their first items. If it fails for some
 * groups, the others are still done; then throws the first error.
 */
export async function workByGroup<Item>(
  items: Iterable<Item>,
  groupOf: (item: Item) => string,
  work: (items: readonly Item[], group: string) => Promise<void>,
): Promise<void> {
  const errors: unknown[] = []
  for (const [group, itemsOfGroup] of Map.groupBy(items, groupOf)) {
    await work(itemsOfGroup, group).catch((error) => errors.push(error))
  }
  if (errors.length > 0) throw errors[0]
}
