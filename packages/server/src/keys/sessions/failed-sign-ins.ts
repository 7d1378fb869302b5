import type { Caller } from '@palate/core/keys/access.ts'
import { LRUCache } from 'lru-cache'
import { recordAudit } from '../../audit/record-audit.ts'
import type { SignInRequest } from '../../ports/keys.ts'
import type { Services } from '../../services.ts'
import { findOnlyAccount } from '../accounts.ts'

/** Entries per process and minute: anybody can cause them. */
const entriesPerMinuteMax = 100

/** A key that is known, though refused, or an account whose identity provider has sent somebody. */
type Known = Pick<Caller, 'accountId'> & Partial<Pick<Caller, 'keyId' | 'projects'>>

/**
 * Records refused sign-ins in the audit log of the key's account. An unknown key or code belongs to no account: it is
 * recorded only if the service has a single one. Repeats from an address within a minute are left out.
 */
export function createFailedSignIns(services: Pick<Services, 'store' | 'newId' | 'log'>) {
  const { store, log } = services
  const recent = new LRUCache<string, true>({ max: entriesPerMinuteMax, ttl: 60_000 })

  return async function noteFailure(request: SignInRequest, code: string, known?: Known): Promise<void> {
    const { requestId, address, now } = request
    const repeated = JSON.stringify([address, code, known?.accountId, known?.keyId])
    recent.purgeStale()
    if (recent.has(repeated) || recent.size >= entriesPerMinuteMax) return
    recent.set(repeated, true)
    try {
      const accountId = known?.accountId ?? (await findOnlyAccount(store.read))
      if (accountId === undefined) return void log.info({ address, requestId, code }, 'a sign-in was refused')
      const keyId = known?.keyId
      const target = keyId ? ({ type: 'api_key', id: keyId } as const) : ({ type: 'account', id: accountId } as const)
      const change = { action: 'session.failed', target, projectId: known?.projects?.[0], details: { code } } as const
      const source = { accountId, keyId: null, requestId, address }
      await store.write((db) => recordAudit(services, db, source, change, now))
    } catch (err) {
      // The client gets the refusal, not this error.
      log.error({ err, requestId }, 'a refused sign-in could not be recorded')
    }
  }
}
