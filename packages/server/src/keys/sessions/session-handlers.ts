import type { Fault } from '@palate/core/fault.ts'
import { type Caller, capExpiry, type KeyState, keyFaultOf } from '@palate/core/keys/access.ts'
import { isWellFormedKey } from '@palate/core/keys/format.ts'
import { type KeyFault, keyRefusal, unauthorized } from '@palate/core/keys/refusals.ts'
import { codeMs, type Session, sessionMs } from '@palate/core/sessions/schema.ts'
import { type Handlers, longRunning } from '../../operations.ts'
import { isOverHttps } from '../../platform/over-https.ts'
import { endedCookie, sessionCookie, sessionTokenIn } from '../../platform/session-cookie.ts'
import type { Services } from '../../services.ts'
import type { Db } from '../../store/schema.ts'
import { findAccountName } from '../accounts.ts'
import { hashKey } from '../secret.ts'
import { createKeyFinder, findKey } from '../store.ts'
import { hashSecret, isWellFormedSecret, newSecret } from './secrets.ts'
import { deleteSession, hasCode, insertCode, insertSession, takeCode } from './session-store.ts'

/** `count` counts a request by a key, such as a sign-in. It returns a fault if the key has exceeded its limit. */
export function sessionHandlers(
  { store, config }: Pick<Services, 'store' | 'config'>,
  count: (caller: Caller) => Fault | undefined,
): Handlers<'createSession' | 'getSession' | 'deleteSession' | 'createSessionCode'> {
  const findKeyByHash = createKeyFinder(store)

  async function open(db: Db, { accountId, keyId }: Caller, isSecure: boolean, now: string): Promise<string> {
    const token = newSecret()
    await insertSession(db, { hash: hashSecret(token), accountId, keyId, isSecure, expiresAt: later(now, sessionMs) })
    return token
  }

  /** Looks the key up first: an invalid key must not cause a write. */
  async function signInWithKey(key: string, isSecure: boolean, now: string) {
    const found = isWellFormedKey(key) ? await findKeyByHash(hashKey(key)) : undefined
    const caller = requireActive(found, now)
    const tooMany = count(caller)
    if (tooMany) throw tooMany
    return { caller, token: await store.write((db) => open(db, caller, isSecure, now), { usesReserve: true }) }
  }

  async function signInWithCode(code: string, isSecure: boolean, now: string) {
    const hash = hashSecret(code)
    if (!isWellFormedSecret(code) || !(await hasCode(store.read, hash, now))) throw unknownCode()
    const signedIn = await store.write(
      async (db) => {
        const maker = await takeCode(db, hash, now)
        if (!maker) throw unknownCode()
        const caller = requireActive(await findKey(db, maker), now)
        return { caller, token: await open(db, caller, isSecure, now) }
      },
      { usesReserve: true },
    )
    // The request that created the code was within the key's limit.
    count(signedIn.caller)
    return signedIn
  }

  return {
    createSession: longRunning(async ({ body, headers, now, db }) => {
      const { key, code = '' } = body
      const isSecure = isOverHttps(headers)
      const signIn = key === undefined ? signInWithCode(code, isSecure, now) : signInWithKey(key, isSecure, now)
      const { caller, token } = await signIn
      return { body: await describe(db, caller), headers: { 'set-cookie': sessionCookie(token, isSecure, config) } }
    }),

    getSession: async ({ caller, db }) => ({ body: await describe(db, caller) }),

    async deleteSession({ headers, db }) {
      const token = sessionTokenIn(headers.cookie)
      if (token !== undefined) await deleteSession(db, hashSecret(token))
      return { body: { success: true }, headers: { 'set-cookie': endedCookie(isOverHttps(headers), config) } }
    },

    async createSessionCode({ caller, now, db }) {
      const code = newSecret()
      const expiresAt = capExpiry(caller, later(now, codeMs)) ?? now
      const { accountId, keyId } = caller
      await insertCode(db, { hash: hashSecret(code), accountId, keyId, expiresAt })
      return { body: { code, expiresAt }, replay: { expiresAt } }
    },
  }
}

async function describe(db: Db, { accountId, projectId, scopes }: Caller): Promise<Session> {
  const account = await findAccountName(db, accountId)
  return { account, ...(projectId !== null && { projectId }), ...(scopes !== null && { scopes: [...scopes] }) }
}

function requireActive(found: (Caller & KeyState) | undefined, now: string): Caller {
  const wrong: KeyFault | undefined = found ? keyFaultOf(found, now) : 'invalid_api_key'
  if (!found || wrong) throw keyRefusal(wrong ?? 'invalid_api_key')
  return found
}

function unknownCode(): Fault {
  return unauthorized('invalid_code', 'the code is unknown, already used or expired: create another with `palate open`')
}

function later(now: string, ms: number): string {
  return new Date(Date.parse(now) + ms).toISOString()
}
