import type { MaybePromise } from '../../store/store.ts'
import { createSemaphore } from '../../work/semaphore.ts'
import { networkOf } from './networks.ts'

/** Look-ups that run at once for the networks that have reached a limit. */
export const queuedLookupsAtOnceMax = 2

/** Runs a look-up of a key or a session that has not been seen to work. */
export type LookUp = <Found>(find: () => MaybePromise<Found>) => MaybePromise<Found>

/**
 * Where the look-ups of networks wait that have sent too many wrong keys. A good key among them is still found, but a
 * flood takes few connections of the store, and such networks take turns.
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
