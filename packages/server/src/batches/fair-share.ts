import type { Unfinished } from './batch-store.ts'

const shareMin = 8

/** The accounts in turn, beginning after the one that was served last; of each the oldest batches first. */
export function roundRobin(
  batches: readonly Unfinished[],
  lastAccount: string,
): readonly (readonly [string, readonly Unfinished[]])[] {
  const byAccount = [...Map.groupBy(batches, ({ accountId }) => accountId)].sort(([a], [b]) => (a < b ? -1 : 1))
  const next = byAccount.findIndex(([accountId]) => accountId > lastAccount)
  return next < 0 ? byAccount : [...byAccount.slice(next), ...byAccount.slice(0, next)]
}

/** How many frames an account may have under way: one with slow hosts must not hold all the places of the others. */
export function fairShare(batches: readonly Unfinished[], atOnceMax: number): number {
  const accounts = new Set(batches.map(({ accountId }) => accountId)).size
  return Math.max(shareMin, Math.floor(atOnceMax / Math.max(1, accounts)))
}
