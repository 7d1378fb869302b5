import { type Caller, type KeySession, keyFaultOf } from '@palate/core/keys/access.ts'
import { keyRefusal, sessionOver } from '@palate/core/keys/refusals.ts'
import { renewEveryMs, sessionMsOf } from '@palate/core/sessions/schema.ts'
import { LRUCache } from 'lru-cache'
import { entriesMax } from '../../platform/entries-max.ts'
import type { SentSession } from '../../platform/session-cookie.ts'
import type { MaybePromise } from '../../store/store.ts'
import type { LookUp } from './lookup-queue.ts'

const tokensCachedMax = 1000

/** Looks up and renews sessions; provided by the keys feature. */
export interface SessionLookup {
  readonly isWellFormed: (token: string) => boolean
  readonly hashToken: (token: string) => string
  readonly findSession: (hash: string) => MaybePromise<KeySession | undefined>
  /** Returns immediately. */
  readonly renew: (session: KeySession, expiresAt: string) => void
}

export interface SignedIn {
  readonly caller: Caller
  readonly isSecure: boolean
  /** The session was renewed, so the cookie must be renewed as well. */
  readonly isRenewed: boolean
}

/**
 * Identifies the caller by the token in the cookie. Queries the store for the session and its key on every request, so
 * that the end of either takes effect immediately. Caches only the hash of a token, and only for sessions that exist.
 */
export function createSessionAuthenticator({ isWellFormed, hashToken, findSession, renew }: SessionLookup) {
  const tokenHashes = new LRUCache<string, string>(entriesMax(tokensCachedMax))

  function requireActive(found: KeySession | undefined, { token, isPrefixed }: SentSession, nowMs: number): SignedIn {
    const now = new Date(nowMs).toISOString()
    // A page of a neighbouring host, or of this one over http, could have set a cookie without a prefix.
    const isForeign = found?.isSecure && !isPrefixed
    if (!found || isForeign || found.sessionExpiresAt <= now) {
      tokenHashes.delete(token)
      throw sessionOver()
    }
    const wrong = keyFaultOf(found, now)
    if (wrong) throw keyRefusal(wrong)
    tokenHashes.set(token, found.session)
    const { sessionExpiresAt, isSecure, revokedAt: _, isOfFormerPerson: __, ...caller } = found
    const sessionMs = sessionMsOf(caller)
    const isRenewed = Date.parse(sessionExpiresAt) < nowMs + sessionMs - renewEveryMs
    if (isRenewed) renew(found, new Date(nowMs + sessionMs).toISOString())
    return { caller, isSecure, isRenewed }
  }

  /** `lookUp` looks up a session that has not worked here before, and may make it wait. */
  return function authenticate(sent: SentSession, nowMs: number, lookUp: LookUp): MaybePromise<SignedIn> {
    const { token } = sent
    if (!isWellFormed(token)) throw sessionOver()
    const known = tokenHashes.get(token)
    const found = known === undefined ? lookUp(() => findSession(hashToken(token))) : findSession(known)
    if (found instanceof Promise) return found.then((session) => requireActive(session, sent, nowMs))
    return requireActive(found, sent, nowMs)
  }
}
