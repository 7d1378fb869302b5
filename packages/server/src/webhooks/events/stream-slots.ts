import { Fault } from '@palate/core/fault.ts'

/** Limits on the open event streams of a process, in total and per account. */
export const streamsMax = 1000
export const streamsPerAccountMax = 100
const retryAfter = { headers: { 'retry-after': '10' } }

/** Counts the open streams and refuses those above the limits. */
export function createStreamSlots(max = streamsMax, perAccountMax = streamsPerAccountMax) {
  const byAccount = new Map<string, number>()
  let total = 0

  function add(accountId: string, change: 1 | -1): void {
    const count = (byAccount.get(accountId) ?? 0) + change
    if (count === 0) byAccount.delete(accountId)
    else byAccount.set(accountId, count)
    total += change
  }

  return {
    /** Returns a function that releases the slot; calling it again does nothing. */
    enter(accountId: string): () => void {
      if ((byAccount.get(accountId) ?? 0) >= perAccountMax) {
        throw new Fault('rate_limited', `the account has ${perAccountMax} event streams open; close some`, retryAfter)
      }
      if (total >= max) throw new Fault('unavailable', 'too many event streams are open; try again later', retryAfter)
      add(accountId, 1)
      let isOpen = true
      return () => {
        if (isOpen) add(accountId, -1)
        isOpen = false
      }
    },
  }
}
