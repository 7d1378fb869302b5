/** Accounts in order, beginning after the one that had the last turn. `sorted` is sorted by account. */
export function inTurn<Item>(
  sorted: readonly Item[],
  lastAccountId: string,
  accountOf: (item: Item) => string,
): readonly Item[] {
  const next = sorted.findIndex((item) => accountOf(item) > lastAccountId)
  return next < 0 ? sorted : [...sorted.slice(next), ...sorted.slice(0, next)]
}
