import { type Caller, type KeyState, keyFaultOf } from '@palate/core/keys/access.ts'
import { isWellFormedKey } from '@palate/core/keys/format.ts'
import { keyRefusal, missingKey } from '@palate/core/keys/refusals.ts'
import { LRUCache } from 'lru-cache'
import { entriesMax } from '../../platform/entries-max.ts'
import type { MaybePromise } from '../../store/store.ts'
import type { LookUp } from './lookup-queue.ts'

const headersCachedMax = 1000

/** Looks up keys; provided by the keys feature. */
export interface KeyLookup {
  readonly hashKey: (key: string) => string
  readonly findKey: (hash: string) => MaybePromise<(Caller & KeyState) | undefined>
}

/**
 * Identifies the caller by the key in the Authorization header. Queries the store on every request, so that a
 * revocation takes effect immediately. Caches only the hash of a header's key, and only for keys that exist.
 */
export function createKeyAuthenticator({ hashKey, findKey }: KeyLookup) {
  const keyHashes = new LRUCache<string, string>(entriesMax(headersCachedMax))

  function requireActive(found: (Caller & KeyState) | undefined, header: string, keyHash: string, now: string): Caller {
    const wrong = found ? keyFaultOf(found, now) : 'invalid_api_key'
    if (!found || wrong) {
      keyHashes.delete(header)
      throw keyRefusal(wrong ?? 'invalid_api_key')
    }
    keyHashes.set(header, keyHash)
    return found
  }

  /** `lookUp` looks up a key that has not worked here before, and may make it wait. */
  return function authenticate(header = '', now: string, lookUp: LookUp): MaybePromise<Caller> {
    const known = keyHashes.get(header)
    const keyHash = known ?? hashKey(keyIn(header))
    const found = known === undefined ? lookUp(() => findKey(keyHash)) : findKey(known)
    if (found instanceof Promise) return found.then((key) => requireActive(key, header, keyHash, now))
    return requireActive(found, header, keyHash, now)
  }
}

function keyIn(header: string): string {
  // Trailing blanks are cut separately: a single expression would backtrack over a long run of blanks.
  const key = /^Bearer +(\S.*)$/i.exec(header)?.[1]?.trimEnd()
  if (key === undefined) throw missingKey('send the header "Authorization: Bearer <API key>"')
  if (!isWellFormedKey(key)) throw keyRefusal('invalid_api_key')
  return key
}
