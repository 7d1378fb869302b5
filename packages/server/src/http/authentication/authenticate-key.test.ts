import { formatKey } from '@palate/core/keys/format.ts'
import { expect, test } from 'vitest'
import { createKeyAuthenticator } from './authenticate-key.ts'
import type { LookUp } from './lookup-queue.ts'

const key = formatKey(Array.from({ length: 32 }, (_, i) => i))
const now = '2026-01-01T00:00:00.000Z'
const caller = { accountId: 'acct', keyId: 'key', keyName: 'Key', projects: null, scopes: null, expiresAt: null }

/** A key lookup that records its calls. */
function createLookup(found: { revokedAt: string | null } | undefined) {
  const lookups: string[] = []
  const findKey = (hash: string) => {
    lookups.push(hash)
    return found && { ...caller, ...found }
  }
  const authenticate = createKeyAuthenticator({ hashKey: (wanted) => `hash of ${wanted}`, findKey })
  return {
    lookups,
    authenticate: (header: string, at: string, lookUp: LookUp = (find) => find()) => authenticate(header, at, lookUp),
  }
}

test.each([
  ['a wrong checksum', `${key.slice(0, -1)}${key.endsWith('0') ? '1' : '0'}`],
  ['a wrong length', 'plt_short'],
  ['another prefix', `xyz_${key.slice(4)}`],
])('a key with %s is refused without a query', (_, wrong) => {
  const { lookups, authenticate } = createLookup(undefined)
  expect(() => authenticate(`Bearer ${wrong}`, now)).toThrow(expect.objectContaining({ code: 'invalid_api_key' }))
  expect(lookups).toEqual([])
})

test('a well-formed key is looked up, and refused if it does not exist', () => {
  const { lookups, authenticate } = createLookup(undefined)
  expect(() => authenticate(`Bearer ${key}`, now)).toThrow(expect.objectContaining({ code: 'invalid_api_key' }))
  expect(lookups).toEqual([`hash of ${key}`])
})

test('a header may end in blanks, and a long run of blanks is scanned once', () => {
  const { lookups, authenticate } = createLookup({ revokedAt: null })
  expect(authenticate(`bearer  ${key}  `, now)).toMatchObject(caller)
  const long = `Bearer ${key}${' '.repeat(1_000_000)}x`
  expect(() => authenticate(long, now)).toThrow(expect.objectContaining({ code: 'invalid_api_key' }))
  expect(lookups).toEqual([`hash of ${key}`])
})

test('the store is queried on every request, even for a cached header', () => {
  const found = { revokedAt: null as string | null }
  const { lookups, authenticate } = createLookup(found)
  expect(authenticate(`Bearer ${key}`, now)).toMatchObject(caller)
  expect(authenticate(`Bearer ${key}`, now)).toMatchObject(caller)
  found.revokedAt = now
  expect(() => authenticate(`Bearer ${key}`, now)).toThrow(expect.objectContaining({ code: 'revoked_api_key' }))
  expect(lookups).toEqual([`hash of ${key}`, `hash of ${key}`, `hash of ${key}`])
})

test('an unproven key waits for its lookup; a proven key does not', () => {
  const found = { revokedAt: null as string | null }
  const { lookups, authenticate } = createLookup(found)
  const refuse: LookUp = () => {
    throw new Error('not now')
  }
  expect(() => authenticate(`Bearer ${key}`, now, refuse)).toThrow('not now')
  expect(lookups).toEqual([])
  authenticate(`Bearer ${key}`, now)
  expect(authenticate(`Bearer ${key}`, now, refuse)).toMatchObject(caller)
  found.revokedAt = now
  expect(() => authenticate(`Bearer ${key}`, now, refuse)).toThrow(expect.objectContaining({ code: 'revoked_api_key' }))
  expect(() => authenticate(`Bearer ${key}`, now, refuse)).toThrow('not now')
})
