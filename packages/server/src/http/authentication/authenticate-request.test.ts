import { Fault } from '@palate/core/fault.ts'
import { formatKey } from '@palate/core/keys/format.ts'
import type { FastifyRequest } from 'fastify'
import { expect, test } from 'vitest'
import { readConfig } from '../../config/config.ts'
import { createRequestAuthenticator, failedLookupsMax } from './authenticate-request.ts'
import { createKeylessLimit } from './keyless-limit.ts'

const caller = { accountId: 'acct', keyId: 'key', projectId: null, scopes: null, expiresAt: null, revokedAt: null }
const keyOf = (digit: number) => formatKey(new Array(32).fill(digit))
const [usedKey, freshKey, wrongKey] = [keyOf(1), keyOf(2), keyOf(3)]

test('a flood of wrong keys does not become a flood of look-ups, and a key that has worked keeps working', () => {
  let lookups = 0
  const findKey = (hash: string) => {
    lookups += 1
    return hash === wrongKey ? undefined : caller
  }
  let nowMs = 0
  const { authenticateRequest } = createRequestAuthenticator(
    { config: readConfig({}), clock: () => new Date(nowMs) },
    { hashKey: (key) => key, findKey, count: () => 1 },
    { refusalOf: () => undefined, requireRoom: () => {} },
  )
  const answerTo = (key: string, ip = '192.0.2.1') => {
    let refusal: Error | undefined
    authenticateRequest({ ip, headers: { authorization: `Bearer ${key}` } } as FastifyRequest, (error) => {
      refusal = error
    })
    return refusal instanceof Fault ? refusal.code : 'accepted'
  }
  expect(answerTo(usedKey)).toBe('accepted')
  for (let i = 0; i < failedLookupsMax + 100; i++) answerTo(wrongKey)
  expect(lookups).toBe(1 + failedLookupsMax)
  expect(answerTo(usedKey)).toBe('accepted')
  expect(answerTo(freshKey)).toBe('rate_limited')
  expect(answerTo(freshKey, '192.0.2.2')).toBe('accepted')
  nowMs = 60_000
  expect(answerTo(wrongKey)).toBe('invalid_api_key')
})

test('a flood of unknown sessions does not become a flood of look-ups, and one that has worked keeps working', () => {
  const limit = 50
  const config = readConfig({ PALATE_KEYLESS_RATE_LIMIT: String(limit) })
  const clock = () => new Date(0)
  let lookups = 0
  const sessions = {
    isWellFormed: () => true,
    hashToken: (token: string) => token,
    findSession(session: string) {
      lookups += 1
      const ofSession = { session, sessionExpiresAt: '1970-01-01T12:00:00.000Z', isSecure: false }
      return session === 'unknown' ? undefined : { ...caller, ...ofSession }
    },
    renew: () => {},
  }
  const { authenticateRequest } = createRequestAuthenticator(
    { config, clock },
    { hashKey: (key) => key, findKey: () => undefined, count: () => 1, sessions },
    createKeylessLimit({ config, clock }),
  )
  const answerTo = (token: string) => {
    let refusal: Error | undefined
    const headers = { cookie: `a=b; palate_session=${token}` }
    authenticateRequest({ ip: '192.0.2.1', method: 'GET', headers } as FastifyRequest, (error) => {
      refusal = error
    })
    return refusal instanceof Fault ? refusal.code : 'accepted'
  }
  expect(answerTo('used')).toBe('accepted')
  for (let i = 0; i < limit; i++) expect(answerTo('unknown')).toBe('missing_api_key')
  for (let i = 0; i < 10; i++) expect(answerTo('unknown')).toBe('rate_limited')
  expect(lookups).toBe(1 + limit)
  expect(answerTo('fresh')).toBe('rate_limited')
  expect(answerTo('used')).toBe('accepted')
})
