import type { Fault } from '@palate/core/fault.ts'
import { slicesOf } from '@palate/core/generic/slices.ts'
import { type Caller, type KeyState, keyFaultOf } from '@palate/core/keys/access.ts'
import { keyRefusal, missingKey, sessionOver } from '@palate/core/keys/refusals.ts'
import { isoTime } from '../platform/iso-time.ts'
import type { Services } from '../services.ts'
import { workForService } from '../work/current-work.ts'
import { listSessions } from './sessions/session-store.ts'
import { listKeyStates } from './store.ts'

/** How soon an open response ends after its key was revoked or expired, or its session ended. */
export const keyCheckEveryMs = 500
/** Keys or sessions that one statement looks up. */
export const keysPerReadMax = 500

interface Watched {
  readonly caller: Caller
  readonly ends: Set<End>
}

type End = (refusal: Fault) => void

/**
 * Watches the keys and sessions of open responses, with one query for all responses of an account. While the store is
 * unavailable, keys count as active.
 */
export class KeyWatch {
  readonly #services: Pick<Services, 'store' | 'clock' | 'log'>
  readonly #watched = new Map<string, Watched>()
  #timer: NodeJS.Timeout | undefined

  constructor(services: Pick<Services, 'store' | 'clock' | 'log'>) {
    this.#services = services
  }

  /** Calls `end` once the caller's key no longer works. Returns a function that stops watching. */
  watch(caller: Caller, end: End): () => void {
    const name = nameOf(caller)
    const watched = this.#watched.get(name) ?? { caller, ends: new Set() }
    watched.ends.add(end)
    this.#watched.set(name, watched)
    this.#timer ??= this.#schedule()
    return () => {
      watched.ends.delete(end)
      if (watched.ends.size === 0 && this.#watched.get(name) === watched) this.#watched.delete(name)
    }
  }

  #schedule(): NodeJS.Timeout {
    return setTimeout(() => void workForService(() => this.#checkKeys()), keyCheckEveryMs).unref()
  }

  async #checkKeys(): Promise<void> {
    const { store, log } = this.#services
    const byAccount = Map.groupBy(this.#watched.values(), ({ caller }) => caller.accountId)
    for (const [accountId, watched] of byAccount) {
      for (const slice of slicesOf(watched, keysPerReadMax)) {
        await this.#endRefused(accountId, slice).catch((err) => {
          if (!store.unavailability(err)) log.error({ err, accountId }, 'could not check the keys of open responses')
        })
      }
    }
    this.#timer = this.#watched.size > 0 ? this.#schedule() : undefined
  }

  async #endRefused(accountId: string, ofAccount: readonly Watched[]): Promise<void> {
    const { store, clock } = this.#services
    const now = isoTime(clock().getTime())
    const callers = ofAccount.map(({ caller }) => caller)
    const keys = await listKeyStates(
      store.backgroundRead,
      accountId,
      callers.map(({ keyId }) => keyId),
    )
    const sessions = await listSessions(
      store.backgroundRead,
      accountId,
      callers.flatMap(({ session }) => session ?? []),
      now,
    )
    for (const { caller, ends } of ofAccount) {
      const refusal = refusalOf(caller, keys.get(caller.keyId), sessions, now)
      if (!refusal) continue
      this.#watched.delete(nameOf(caller))
      for (const end of [...ends]) end(refusal)
    }
  }
}

function nameOf({ session, keyId }: Caller): string {
  return session ?? keyId
}

function rightsOf({ scopes, projects }: Caller): string {
  return JSON.stringify([scopes, projects])
}

function refusalOf(
  caller: Caller,
  key: (Caller & KeyState) | undefined,
  sessions: ReadonlySet<string>,
  now: string,
): Fault | undefined {
  if (caller.session !== undefined && !sessions.has(caller.session)) return sessionOver()
  const wrong = key ? keyFaultOf(key, now) : 'invalid_api_key'
  if (wrong || !key) return wrong && keyRefusal(wrong)
  // What a response may show was decided when it began.
  return rightsOf(key) === rightsOf(caller) ? undefined : missingKey('the rights have changed: send the request again')
}
