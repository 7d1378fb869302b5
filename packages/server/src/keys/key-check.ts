import { type Caller, type KeyState, keyFaultOf } from '@palate/core/keys/access.ts'
import { LRUCache } from 'lru-cache'
import { isoTime } from '../iso-time.ts'
import type { IsKeyActive } from '../ports.ts'
import type { Services } from '../services.ts'
import { hasSession } from './sessions/session-store.ts'
import { findKeyState } from './store.ts'

const keysCheckedMax = 1000
/** The streams of a key share a look at the store. */
const checkedForMs = 1000

/** For answers that outlive their authentication. While the store is unavailable, a key counts as active. */
export function createKeyCheck({ store, clock }: Pick<Services, 'store' | 'clock'>): IsKeyActive {
  const db = store.backgroundRead
  async function stateOf(caller: Caller): Promise<KeyState | undefined> {
    const isOver = caller.session !== undefined && !(await hasSession(db, caller.session, nowOf(clock)))
    return isOver ? undefined : findKeyState(db, caller)
  }

  const states = new LRUCache<string, { readonly key: KeyState | undefined }, Caller>({
    max: keysCheckedMax,
    ttl: checkedForMs,
    fetchMethod: async (_id, _stale, { context }) => ({ key: await stateOf(context) }),
  })
  return async (caller) => {
    try {
      const { key } = await states.forceFetch(caller.session ?? caller.keyId, { context: caller })
      return key !== undefined && keyFaultOf(key, nowOf(clock)) === undefined
    } catch (error) {
      if (store.unavailability(error)) return true
      throw error
    }
  }
}

function nowOf(clock: Services['clock']): string {
  return isoTime(clock().getTime())
}
