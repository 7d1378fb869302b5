import { type Caller, type KeySession, keyFaultOf } from '@palate/core/keys/access.ts'
import { keyRefusal, sessionOver } from '@palate/core/keys/refusals.ts'
import { renewEveryMs, sessionMs } from '@palate/core/sessions/schema.ts'
import { LRUCache } from 'lru-cache'
import type { MaybePromise } from '../../store/store.ts'
import type { LookUp } from './lookup-queue.ts'

const tokensCachedMax = 1000

/** How a session is looked up and renewed; provided by the keys feature. */
export interface SessionLookup {
  readonly isWellFormed: (token: string) => boolean
  readonly hashToken: (token: string) => string
  readonly findSession: (hash: string) => MaybePromise<KeySession | undefined>
  /** Returns at once. */
  readonly renew: (hash: string, expiresAt: string) => void
}

export interface SignedIn {
  readonly caller: Caller
  readonly isSecure: boolean
  /** The session was renewed, and so must be the cookie. */
  readonly isRenewed: boolean
}

/**
 * Identifies the caller by the token in the cookie. It asks the store on every request for the session and its key, so
 * that the end of either takes effect at once. Only the hash of a token is cached, and only of sessions that exist.
 */
export function createSessionAuthenticator({ isWellFormed, hashToken, findSession, renew }: SessionLookup) {
  const tokenHashes = new LRUCache<string, string>({ max: tokensCachedMax })

  function requireActive(found: KeySession | undefined, token: string, nowMs: number): SignedIn {
    const now = new Date(nowMs).toISOString()
    if (!found || found.sessionExpiresAt <= now) {
      tokenHashes.delete(token)
      throw sessionOver()
    }
    const wrong = keyFaultOf(found, now)
    if (wrong) throw keyRefusal(wrong)
    tokenHashes.set(token, found.session)
    const { sessionExpiresAt, isSecure, revokedAt: _, ...caller } = found
    const isRenewed = Date.parse(sessionExpiresAt) < nowMs + sessionMs - renewEveryMs
    if (isRenewed) renew(found.session, new Date(nowMs + sessionMs).toISOString())
    return { caller, isSecure, isRenewed }
  }

  /** A session that has not been seen to work is looked up by `lookUp`, which may make it wait. */
  return function authenticate(token: string, nowMs: number, lookUp: LookUp): MaybePromise<SignedIn> {
    if (!isWellFormed(token)) throw sessionOver()
    const known = tokenHashes.get(token)
    const found = known === undefined ? lookUp(() => findSession(hashToken(token))) : findSession(known)
    if (found instanceof Promise) return found.then((session) => requireActive(session, token, nowMs))
    return requireActive(found, token, nowMs)
  }
}
