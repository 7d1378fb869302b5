import type { MaybePromise } from '../../store/store.ts'
import { createSemaphore } from '../../work/semaphore.ts'
import { networkOf } from './networks.ts'

/** Concurrent lookups for networks that have reached a limit. */
export const queuedLookupsAtOnceMax = 2

/** Runs the lookup of a key or session that has not worked here before. */
export type LookUp = <Found>(find: () => MaybePromise<Found>) => MaybePromise<Found>

/**
 * Queues the lookups of networks that have sent too many invalid keys. A valid key from such a network is still found,
 * but a flood uses only a few store connections, and the networks take turns.
 */
export function createLookupQueue() {
  const slots = createSemaphore({ max: queuedLookupsAtOnceMax })
  return async function inTurn<Found>(address: string, find: () => MaybePromise<Found>): Promise<Found> {
    const release = await slots.acquire({ priority: 'realtime', accountId: networkOf(address) })
    try {
      return await find()
    } finally {
      release()
    }
  }
}
