import { setImmediate as nextTurn } from 'node:timers/promises'
import { Fault } from '@palate/core/fault.ts'
import { formatKey } from '@palate/core/keys/format.ts'
import type { FastifyRequest } from 'fastify'
import { expect, test } from 'vitest'
import { readConfig } from '../../config/config.ts'
import { createRequestAuthenticator } from './authenticate-request.ts'
import { createKeylessLimit } from './keyless-limit.ts'
import { queuedLookupsAtOnceMax } from './lookup-queue.ts'

const caller = {
  accountId: 'acct',
  keyId: 'key',
  keyName: 'Key',
  projects: null,
  scopes: null,
  expiresAt: null,
  revokedAt: null,
}
const keyOf = (digit: number) => formatKey(new Array(32).fill(digit))
const [freshKey, wrongKey] = [keyOf(2), keyOf(3)]

const keyless = { isReached: () => false, refusalOf: () => undefined }

type Authenticator = ReturnType<typeof createRequestAuthenticator>

function answerTo({ authenticateRequest }: Authenticator, headers: object, clientAddress = '192.0.2.1') {
  return new Promise<string>((resolve) => {
    const request = { clientAddress, method: 'GET', headers } as FastifyRequest
    authenticateRequest(request, (error) => resolve(error instanceof Fault ? error.code : 'accepted'))
  })
}

test('a flood of invalid keys is looked up a few at a time, and valid keys from the same address keep working', async () => {
  const limit = 50
  let [running, runningMost] = [0, 0]
  const findKey = async (hash: string) => {
    running += 1
    runningMost = Math.max(runningMost, running)
    await nextTurn()
    running -= 1
    return hash === wrongKey ? undefined : caller
  }
  const authenticator = createRequestAuthenticator(
    { config: readConfig({ PALATE_AUTH_FAILURES: String(limit) }), clock: () => new Date(0) },
    { hashKey: (key) => key, findKey, count: () => 1 },
    keyless,
  )
  const withKey = (key: string, address?: string) =>
    answerTo(authenticator, { authorization: `Bearer ${key}` }, address)
  for (let i = 0; i < limit; i++) expect(await withKey(wrongKey)).toBe('invalid_api_key')
  expect(await withKey(wrongKey)).toBe('rate_limited')
  runningMost = 0
  const flood = Promise.all(Array.from({ length: 500 }, () => withKey(wrongKey)))
  expect(await withKey(freshKey)).toBe('accepted')
  expect(new Set(await flood)).toEqual(new Set(['rate_limited']))
  expect(runningMost).toBe(queuedLookupsAtOnceMax)
  // Another address does not wait.
  expect(await withKey(wrongKey, '192.0.2.2')).toBe('invalid_api_key')
})

test('a flood of unknown sessions is looked up a few at a time, and valid ones keep working', async () => {
  const config = readConfig({ PALATE_KEYLESS_RATE_LIMIT: '50' })
  const clock = () => new Date(0)
  const { sessions, seen } = sessionsOf(clock)
  const authenticator = createRequestAuthenticator(
    { config, clock },
    { hashKey: (key) => key, findKey: () => undefined, count: () => 1, sessions },
    createKeylessLimit({ config, clock }),
  )
  const withCookie = (token: string) => answerTo(authenticator, { cookie: `a=b; palate_session=${token}` })
  for (let i = 0; i < 50; i++) expect(await withCookie('unknown')).toBe('missing_api_key')
  seen.runningMost = 0
  const flood = Promise.all(Array.from({ length: 500 }, () => withCookie('unknown')))
  expect(await withCookie('fresh')).toBe('accepted')
  expect(new Set(await flood)).toEqual(new Set(['rate_limited']))
  expect(seen.runningMost).toBe(queuedLookupsAtOnceMax)
})

test('requests from a session whose key was revoked do not count as failed sign-ins', async () => {
  const clock = () => new Date(0)
  const { sessions } = sessionsOf(clock)
  const authenticator = createRequestAuthenticator(
    { config: readConfig({ PALATE_AUTH_FAILURES: '2' }), clock },
    { hashKey: (key) => key, findKey: () => undefined, count: () => 1, sessions },
    keyless,
  )
  for (let i = 0; i < 10; i++) {
    expect(await answerTo(authenticator, { cookie: 'palate_session=revoked' })).toBe('revoked_api_key')
  }
  expect(await answerTo(authenticator, { authorization: `Bearer ${wrongKey}` })).toBe('invalid_api_key')
})

function sessionsOf(clock: () => Date) {
  const seen = { running: 0, runningMost: 0 }
  const sessions = {
    isWellFormed: () => true,
    hashToken: (token: string) => token,
    async findSession(session: string) {
      seen.running += 1
      seen.runningMost = Math.max(seen.runningMost, seen.running)
      await nextTurn()
      seen.running -= 1
      const ofSession = { session, sessionExpiresAt: '1970-01-01T12:00:00.000Z', isSecure: false }
      const revokedAt = session === 'revoked' ? clock().toISOString() : null
      return session === 'unknown' ? undefined : { ...caller, ...ofSession, revokedAt }
    },
    renew: () => {},
  }
  return { sessions, seen }
}
