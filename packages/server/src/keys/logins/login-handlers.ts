import { randomInt } from 'node:crypto'
import { Fault } from '@palate/core/fault.ts'
import { type Caller, type CallerPerson, keyFaultOf } from '@palate/core/keys/access.ts'
import {
  formatUserCode,
  loginIntervalSeconds,
  loginMs,
  loginsMax,
  loginsPerAccountMax,
  loginsPerNetworkMax,
  parseUserCode,
  userCodeAlphabet,
  userCodeLength,
} from '@palate/core/logins/schema.ts'
import { recordAudit } from '../../audit/record-audit.ts'
import { type Handlers, longRunning } from '../../operations.ts'
import { hashSecret, isWellFormedSecret, newSecret } from '../../platform/secrets.ts'
import { serviceAddress } from '../../platform/service-address.ts'
import type { Services } from '../../services.ts'
import type { Db } from '../../store/schema.ts'
import type { CreateKey } from '../create-key.ts'
import { ownKeyIdOf } from '../keys-with-people.ts'
import { lockKey } from '../store.ts'
import * as store from './login-store.ts'

/**
 * A command without a key starts a login, shows its short code, and asks for its key until a person has decided in the
 * dashboard. The key is made when it is collected, so it is never stored.
 */
export function loginHandlers(
  services: Pick<Services, 'config' | 'store' | 'newId' | 'log'>,
  createKey: CreateKey,
  networkOf: (address: string) => string,
): Handlers<'createLogin' | 'getLogin' | 'decideLogin' | 'collectLogin'> {
  const { config, store: engine } = services

  return {
    async createLogin({ body: { name }, headers, address, db, now }) {
      const network = networkOf(address)
      await store.deleteExpiredLogins(db, now)
      const waiting = await store.countWaiting(db, network, now)
      if (waiting.own >= loginsPerNetworkMax) throw tooMany('too many logins from this address wait to be confirmed')
      if (waiting.all >= loginsMax) throw tooMany('too many logins wait to be confirmed')
      const code = newSecret()
      const expiresAt = new Date(Date.parse(now) + loginMs).toISOString()
      const row = { hash: hashSecret(code), name, address, network, createdAt: now, expiresAt }
      const userCode = newUserCode()
      // One of 20 ** 8 codes was taken, and the next is not.
      const stored = await store.insertLogin(db, { ...row, userCode })
      if (!stored) throw tooMany('try again')
      const url = `${serviceAddress(config, headers)}/login#code=${formatUserCode(userCode)}`
      return { body: { code, userCode: formatUserCode(userCode), url, expiresAt, interval: loginIntervalSeconds } }
    },

    async getLogin({ caller, params, db, now }) {
      requirePersonSession(caller)
      const userCode = parseUserCode(params.userCode)
      const login = userCode === undefined ? undefined : await store.findWaiting(db, userCode, now)
      if (!login) throw unknownLogin()
      const { name, address, created_at: createdAt, expires_at: expiresAt } = login
      return { body: { userCode: formatUserCode(login.user_code), name, address, createdAt, expiresAt } }
    },

    async decideLogin({ caller, params, body: { approve }, db, now }) {
      const { accountId } = caller
      const { id: personId } = requirePersonSession(caller)
      const userCode = parseUserCode(params.userCode)
      if (userCode === undefined) throw unknownLogin()
      if (approve && (await store.countApproved(db, accountId, now)) >= loginsPerAccountMax) {
        throw tooMany('too many confirmed logins of this account wait for their commands')
      }
      const decision = { status: approve ? 'approved' : 'refused', accountId, personId } as const
      if (!(await store.decide(db, userCode, decision, now))) throw unknownLogin()
      return { body: { success: true } }
    },

    // Commands ask often, and only the last time needs a transaction.
    collectLogin: longRunning(async ({ body: { code }, requestId, address, db, now }) => {
      const hash = hashSecret(code)
      const status = isWellFormedSecret(code) ? await store.findStatus(db, hash, now) : undefined
      if (status === 'waiting')
        return { status: 202, body: null, headers: { 'retry-after': `${loginIntervalSeconds}` } }
      if (status === 'refused') throw refused()
      if (status === undefined) throw expired()
      const collected = await engine.write((db) => collect(db, hash, { requestId, address }, now), {
        usesReserve: true,
      })
      return { body: collected }
    }),
  }

  async function collect(db: Db, hash: string, source: { requestId: string; address: string }, now: string) {
    const login = await store.takeApproved(db, hash, now)
    if (!login) throw expired()
    const { name, accountId, personId } = login
    if (accountId === null || personId === null) throw refused()
    const caller = await lockKey(db, { accountId, keyId: ownKeyIdOf(personId) })
    if (!caller || keyFaultOf(caller, now)) throw refused()
    const wanted = { name, projectId: null, scopes: null, expiresAt: null, personId }
    const { body } = await createKey(db, caller, wanted, now)
    const target = { type: 'api_key', id: body.id, name } as const
    const change = { action: 'api_key.created', target, details: { prefix: body.prefix, isLogin: true } } as const
    await recordAudit(services, db, { accountId, keyId: caller.keyId, ...source }, change, now)
    return body
  }
}

/** A key of a person may have fewer rights than the person, so it must not make a key that has all of them. */
function requirePersonSession({ person, isPersonSession }: Caller): CallerPerson {
  if (person && isPersonSession) return person
  throw new Fault('person_forbidden', 'only a person who is signed in can confirm a login: sign in by invitation')
}

function newUserCode(): string {
  return Array.from({ length: userCodeLength }, () => userCodeAlphabet[randomInt(userCodeAlphabet.length)]).join('')
}

function tooMany(detail: string): Fault {
  return new Fault('rate_limited', detail, { headers: { 'retry-after': '60' } })
}

function unknownLogin(): Fault {
  return new Fault('login_not_found', 'no login with this code waits to be confirmed: it may have expired')
}

function refused(): Fault {
  return new Fault('login_refused', 'the login was refused')
}

function expired(): Fault {
  return new Fault('login_expired', 'the login has expired, was already collected or never existed: start another')
}
