import type { Fault } from '@palate/core/fault.ts'
import { type Caller, capExpiry } from '@palate/core/keys/access.ts'
import { isWellFormedKey } from '@palate/core/keys/format.ts'
import { keyRefusal, unauthorized } from '@palate/core/keys/refusals.ts'
import { codeMs, type Session } from '@palate/core/sessions/schema.ts'
import { type Handlers, longRunning } from '../../operations.ts'
import { isOverHttps } from '../../platform/over-https.ts'
import { hashSecret, isWellFormedSecret, newSecret } from '../../platform/secrets.ts'
import { endedCookie, sessionCookie, sessionIn } from '../../platform/session-cookie.ts'
import type { PersonSessions } from '../../ports/keys.ts'
import type { Invitations } from '../../ports/people.ts'
import type { Services } from '../../services.ts'
import type { Db } from '../../store/schema.ts'
import { findAccountName } from '../accounts.ts'
import { ownKeyIdOf } from '../keys-with-people.ts'
import { hashKey } from '../secret.ts'
import { createKeyFinder, findActors } from '../store.ts'
import { createFailedSignIns } from './failed-sign-ins.ts'
import { createSessions, faultOf, onlyProjectOf, type SignIn } from './open-session.ts'
import { deleteSession, hasCode, insertCode, takeCode } from './session-store.ts'

/** `count` counts a request by a key, such as a sign-in. It returns a fault if the key has exceeded its limit. */
export function sessionHandlers(
  services: Pick<Services, 'store' | 'config' | 'newId' | 'log'>,
  count: (caller: Caller) => Fault | undefined,
  people: Invitations,
): Handlers<'createSession' | 'getSession' | 'getSessionKey' | 'deleteSession' | 'createSessionCode'> {
  const { store, config } = services
  const findKeyByHash = createKeyFinder(store)
  const noteFailure = createFailedSignIns(services)
  const { open, openFor } = createSessions(services)

  async function takeInvitation(db: Db, hash: string, now: string) {
    const invited = await people.takeInvitation(db, hash, now)
    return invited && { accountId: invited.accountId, keyId: ownKeyIdOf(invited.personId) }
  }

  /** Looks the key up first: a write for each invalid key would be a burden. */
  async function signInWithKey(key: string, signIn: SignIn) {
    const found = isWellFormedKey(key) ? await findKeyByHash(hashKey(key)) : undefined
    const fault = faultOf(found, signIn.now)
    if (!found || fault) return refuse(keyRefusal(fault ?? 'invalid_api_key'), signIn, found)
    const caller: Caller = found
    const tooMany = count(caller)
    if (tooMany) throw tooMany
    return { caller, token: await store.write((db) => open(db, caller, signIn), { usesReserve: true }) }
  }

  async function signInWithCode(code: string, signIn: SignIn) {
    const { now } = signIn
    const hash = hashSecret(code)
    const isKnown = async () => (await hasCode(store.read, hash, now)) || people.hasInvitation(store.read, hash, now)
    if (!isWellFormedSecret(code) || !(await isKnown())) return refuse(unknownCode(), signIn)
    const signedIn = await store.write(
      async (db) => {
        const maker = (await takeCode(db, hash, now)) ?? (await takeInvitation(db, hash, now))
        if (!maker) throw unknownCode()
        return openFor(db, maker, signIn)
      },
      { usesReserve: true },
    )
    // The request that created the code was within the key's limit.
    count(signedIn.caller)
    return signedIn
  }

  async function refuse(refusal: Fault, signIn: SignIn, known?: Caller): Promise<never> {
    await noteFailure(signIn, refusal.code, known)
    throw refusal
  }

  return {
    createSession: longRunning(async ({ body, headers, requestId, address, now, db }) => {
      const { key, code = '' } = body
      const isSecure = isOverHttps(headers)
      const signIn = { isSecure, requestId, address, now }
      const { caller, token } = await (key === undefined ? signInWithCode(code, signIn) : signInWithKey(key, signIn))
      return {
        body: await describe(db, caller),
        headers: { 'set-cookie': sessionCookie(token, caller, isSecure, config) },
      }
    }),

    getSession: async ({ caller, db }) => ({ body: await describe(db, caller) }),

    async getSessionKey({ caller: { accountId, keyId, expiresAt }, db }) {
      const actors = await findActors(db, accountId, [keyId])
      return { body: { id: keyId, name: actors.get(keyId)?.name ?? '', ...(expiresAt !== null && { expiresAt }) } }
    },

    async deleteSession({ headers, db }) {
      const sent = sessionIn(headers.cookie)
      if (sent) await deleteSession(db, hashSecret(sent.token))
      const isSecure = sent?.isPrefixed || isOverHttps(headers)
      return { body: { success: true }, headers: { 'set-cookie': endedCookie(isSecure, config) } }
    },

    async createSessionCode({ caller, now, db }) {
      const code = newSecret()
      const expiresAt = capExpiry(caller, new Date(Date.parse(now) + codeMs).toISOString()) ?? now
      const { accountId, keyId } = caller
      await insertCode(db, { hash: hashSecret(code), accountId, keyId, expiresAt })
      return { body: { code, expiresAt }, replay: { expiresAt } }
    },
  }
}

/** For people whom an identity provider has signed in. */
export function openPersonSessions(
  services: Pick<Services, 'store' | 'config' | 'newId' | 'log'>,
  count: (caller: Caller) => Fault | undefined,
): PersonSessions {
  const { openFor } = createSessions(services)
  const noteFailure = createFailedSignIns(services)
  return {
    async open(db, { accountId, personId }, signIn) {
      const { caller, token } = await openFor(db, { accountId, keyId: ownKeyIdOf(personId) }, signIn)
      count(caller)
      return sessionCookie(token, caller, signIn.isSecure, services.config)
    },
    noteFailure: (request, code, accountId) => noteFailure(request, code, { accountId }),
  }
}

async function describe(db: Db, caller: Caller): Promise<Session> {
  const { accountId, projects, scopes, person } = caller
  const projectId = onlyProjectOf(caller)
  return {
    account: await findAccountName(db, accountId),
    ...(projectId !== undefined && { projectId }),
    ...(projects !== null && projectId === undefined && { projects: [...projects] }),
    ...(scopes !== null && { scopes: [...scopes] }),
    ...(person && { person }),
  }
}

function unknownCode(): Fault {
  return unauthorized(
    'invalid_code',
    'the code is unknown, already used or expired: create another with `palate open`, or ask for another invitation',
  )
}
