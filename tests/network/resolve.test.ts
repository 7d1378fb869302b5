import type { LookupAddress } from 'node:dns'
import { createResolve, type Resolve } from '@palate/server/network/resolve.ts'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type NameServer, startNameServer } from './name-server.ts'

let server: NameServer
let names: string[]
let resolve: Resolve

beforeAll(async () => {
  server = await startNameServer({
    'both.example': { A: ['93.184.215.14', '10.0.0.1'], AAAA: ['2606:2800:21f:cb07:6820:80da:af6b:8b2c'] },
    'old.example': { A: ['93.184.215.14'] },
    'half-silent.example': { A: ['93.184.215.14'], AAAA: 'silence' },
    'silent.example': { A: 'silence', AAAA: 'silence' },
  })
})
afterAll(() => server.close())
beforeEach(() => {
  names = []
  resolve = createResolve({
    servers: [server.server],
    tryTimeoutMs: 400,
    systemLookup: async (name) => {
      names.push(name)
      if (name.startsWith('known')) return [{ address: '10.1.1.1', family: 4 }]
      throw Object.assign(new Error('none'), { code: 'ENOTFOUND' })
    },
  })
})

const addressesOf = (found: readonly LookupAddress[]) =>
  found.map(({ address, family }) => `${family} ${address}`).sort()

test('a name resolves to all addresses of both families', async () => {
  expect(addressesOf(await resolve('both.example'))).toEqual([
    '4 10.0.0.1',
    '4 93.184.215.14',
    '6 2606:2800:21f:cb07:6820:80da:af6b:8b2c',
  ])
  expect(addressesOf(await resolve('Old.Example.'))).toEqual(['4 93.184.215.14'])
  expect(names).toEqual([])
})

test('a name server that does not answer for one family does not hide the other', async () => {
  expect(addressesOf(await resolve('half-silent.example'))).toEqual(['4 93.184.215.14'])
})

test('a name server that does not answer at all is a timeout, without a fallback to the system resolver', async () => {
  await expect(resolve('silent.example')).rejects.toMatchObject({ code: 'ETIMEOUT' })
  expect(names).toEqual([])
})

test('the system resolver handles names that the name servers do not know and names without a dot', async () => {
  expect(addressesOf(await resolve('known.example'))).toEqual(['4 10.1.1.1'])
  expect(addressesOf(await resolve('known'))).toEqual(['4 10.1.1.1'])
  await expect(resolve('nobody.example')).rejects.toMatchObject({ code: 'ENOTFOUND' })
  expect(names).toEqual(['known.example', 'known', 'nobody.example'])
})

test('localhost is the loopback and invalid has no address, whatever the name servers say', async () => {
  const before = server.questions.length
  const loopback = ['4 127.0.0.1', '6 ::1']
  expect(addressesOf(await resolve('LOCALHOST'))).toEqual(loopback)
  expect(addressesOf(await resolve('a.localhost.'))).toEqual(loopback)
  await expect(resolve('a.invalid')).rejects.toMatchObject({ code: 'ENOTFOUND' })
  expect([server.questions.length - before, names]).toEqual([0, []])
})

test('the system resolver handles one name at a time', async () => {
  let atOnce = 0
  let most = 0
  const slow = createResolve({
    servers: [server.server],
    systemLookup: async () => {
      atOnce += 1
      most = Math.max(most, atOnce)
      await new Promise((done) => setTimeout(done, 5))
      atOnce -= 1
      return [{ address: '10.1.1.1', family: 4 }]
    },
  })
  await Promise.all(['a', 'b', 'c', 'd'].map((name) => slow(name)))
  expect(most).toBe(1)
})

test("an account's slow lookups in the system resolver do not delay those of another, and do not pile up", async () => {
  const stuck = Promise.withResolvers<readonly LookupAddress[]>()
  const slow = createResolve({
    servers: [server.server],
    systemWaitMsMax: 200,
    systemLookup: async (name) => (name === 'fast' ? [{ address: '10.1.1.1', family: 4 }] : stuck.promise),
  })
  const first = slow('slow-1', 'attacker')
  const waiting = ['slow-2', 'slow-3'].map((name) => slow(name, 'attacker'))
  const refused = Promise.all(waiting.map((one) => expect(one).rejects.toMatchObject({ code: 'ETIMEOUT' })))
  expect(addressesOf(await slow('fast', 'another'))).toEqual(['4 10.1.1.1'])
  await refused
  stuck.resolve([{ address: '10.1.1.2', family: 4 }])
  expect(addressesOf(await first)).toEqual(['4 10.1.1.2'])
})
