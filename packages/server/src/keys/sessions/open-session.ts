import { type Caller, type KeyState, keyFaultOf } from '@palate/core/keys/access.ts'
import { type KeyFault, keyRefusal } from '@palate/core/keys/refusals.ts'
import { sessionMsOf } from '@palate/core/sessions/schema.ts'
import { recordAudit } from '../../audit/record-audit.ts'
import { hashSecret, newSecret } from '../../platform/secrets.ts'
import type { SignInRequest } from '../../ports/keys.ts'
import type { Services } from '../../services.ts'
import type { Db } from '../../store/schema.ts'
import { findKey } from '../store.ts'
import { insertSession } from './session-store.ts'

export interface SignIn extends SignInRequest {
  readonly isSecure: boolean
}

/** Opens sessions, in the transaction of a sign-in. The token goes to the browser, and only its hash is stored. */
export function createSessions(services: Pick<Services, 'store' | 'newId' | 'log'>) {
  async function open(db: Db, caller: Caller, { isSecure, requestId, address, now }: SignIn): Promise<string> {
    const token = newSecret()
    const { accountId, keyId, person, isPersonSession } = caller
    const projectId = onlyProjectOf(caller)
    const expiresAt = new Date(Date.parse(now) + sessionMsOf(caller)).toISOString()
    await insertSession(db, { hash: hashSecret(token), accountId, keyId, isSecure, expiresAt })
    const target =
      isPersonSession && person ? { type: 'person' as const, id: person.id } : { type: 'api_key' as const, id: keyId }
    const change = { action: 'session.created', target, projectId } as const
    await recordAudit(services, db, { accountId, keyId, requestId, address }, change, now)
    return token
  }

  /** For the key with this id, if it still works. */
  async function openFor(db: Db, key: Pick<Caller, 'accountId' | 'keyId'>, signIn: SignIn) {
    const found = await findKey(db, key)
    const fault = faultOf(found, signIn.now)
    if (!found || fault) throw keyRefusal(fault ?? 'invalid_api_key')
    const caller: Caller = found
    return { caller, token: await open(db, caller, signIn) }
  }

  return { open, openFor }
}

export function faultOf(found: (Caller & KeyState) | undefined, now: string): KeyFault | undefined {
  return found ? keyFaultOf(found, now) : 'invalid_api_key'
}

export function onlyProjectOf({ projects }: Caller): string | undefined {
  return projects?.length === 1 ? projects[0] : undefined
}
