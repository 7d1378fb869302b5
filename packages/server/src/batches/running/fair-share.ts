import { inTurn } from '../../work/fair-queue.ts'
import type { Unfinished } from '../storing/batch-store.ts'

const shareMin = 8

/** Round-robin over accounts, starting after the last one served; within an account, oldest batch first. */
export function roundRobin(
  batches: readonly Unfinished[],
  lastAccount: string,
): readonly (readonly [string, readonly Unfinished[]])[] {
  const byAccount = [...Map.groupBy(batches, ({ accountId }) => accountId)].sort(([a], [b]) => (a < b ? -1 : 1))
  return inTurn(byAccount, lastAccount, ([accountId]) => accountId)
}

/** How many frames an account may have in progress, so that slow hosts of one account cannot block the process. */
export function fairShare(batches: readonly Unfinished[], framesAtOnceMax: number): number {
  const accounts = new Set(batches.map(({ accountId }) => accountId)).size
  return Math.max(shareMin, Math.floor(framesAtOnceMax / Math.max(1, accounts)))
}
