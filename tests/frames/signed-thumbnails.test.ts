import { createHmac, randomBytes } from 'node:crypto'
import { readConfig } from '@palate/server/config/config.ts'
import { openAddressSigner, signedAddressDaysMax } from '@palate/server/platform/signed-address.ts'
import { openStore } from '@palate/server/store/open.ts'
import { describe, expect, test } from 'vitest'
import { createHome, engines, startService } from '../harness/service.ts'
import { useService } from '../harness/use-service.ts'
import { paint } from '../scoring/pictures.ts'

const publicUrl = 'https://palate.example.com/taste'
const env = { PALATE_PUBLIC_URL: publicUrl }
const dayMs = 86_400_000

type Service = Pick<ReturnType<typeof useService>, 'call' | 'as' | 'url'>

async function newProfile(service: Pick<Service, 'call'>, projectId = 'studio'): Promise<string> {
  const { body } = await service.call('POST', '/v1/profiles', { body: { projectId, name: `Taste ${Math.random()}` } })
  return (body as { id: string }).id
}

async function score(service: Pick<Service, 'call'>, profileId: string, seed: number, more: object = {}) {
  const picture = await paint({ mood: 'warm', seed })
  const frames = [
    { id: 'a', url: `data:image/png;base64,${picture.toString('base64')}` },
    { id: 'b', url: 'data:image/png;base64,AAAA' },
  ]
  const body = { profile_id: profileId, dimensions: ['aesthetics'], frames, ...more }
  const answer = await service.call('POST', '/v1/score', { body })
  return (answer.body as { scores: readonly Record<string, unknown>[] }).scores
}

/** The path and query of a signed address, as the service behind the public URL gets it. */
const pathIn = (url: unknown) => String(url).slice(publicUrl.length)
const open = (service: Pick<Service, 'call'>, path: string) => service.call('GET', path, { key: null })

describe.each(engines)('signed thumbnails on %s', (engine) => {
  const service = useService(engine, env)

  test('a score has an address that works without a key until it expires, in every process', async () => {
    const [first, broken] = await score(service, await newProfile(service), 1, { thumbnails: true })
    expect(first?.thumbnail_url).toMatch(
      /^https:\/\/palate\.example\.com\/taste\/v1\/thumbnails\/[0-9a-f]{64}\?expires=\d+&signature=[\w-]+\.[\w-]+\.[\w-]{43}$/,
    )
    expect(broken).not.toHaveProperty('thumbnail_url')
    const path = pathIn(first?.thumbnail_url)
    const { status, headers } = await open(service, path)
    expect([status, headers.get('content-type')]).toEqual([200, 'image/webp'])
    const [, seconds] = /^public, max-age=(\d+), immutable$/.exec(headers.get('cache-control') ?? '') ?? []
    expect(Number(seconds)).toBeGreaterThan(30 * 86_400)
    expect(headers.get('cross-origin-resource-policy')).toBe('cross-origin')
    const etag = headers.get('etag') ?? ''
    const again = await service.call('GET', path, { key: null, headers: { 'if-none-match': etag } })
    expect([again.status, again.headers.get('cache-control')]).toEqual([304, expect.stringContaining('public')])
    const other = await startService(engine, env, service.home)
    try {
      await expect.poll(async () => (await open(other, path)).status).toBe(200)
    } finally {
      await other.stop()
    }
    service.clock.skipMs += 32 * dayMs
    const late = await open(service, path)
    expect([late.status, late.body]).toEqual([403, expect.objectContaining({ code: 'expired_signature' })])
    service.clock.skipMs -= 32 * dayMs
  })

  test('a signature is for one picture of one account', async () => {
    const other = service.as(await service.newAccount())
    const [mine] = await score(service, await newProfile(service), 2, { thumbnails: true })
    const [another] = await score(service, await newProfile(service), 3, { thumbnails: true })
    const [theirs] = await score(other, await newProfile(other), 4, { thumbnails: true })
    const parts = [mine, another, theirs].map((one) => {
      const { pathname, searchParams } = new URL(`http://x${pathIn(one?.thumbnail_url)}`)
      const [account, key, mac] = (searchParams.get('signature') ?? '').split('.')
      return { pathname, expires: Number(searchParams.get('expires')), account, key, mac }
    })
    const [a, b, c] = parts as [Parts, Parts, Parts]
    const forged: readonly Parts[] = [
      { ...a, pathname: b.pathname },
      { ...a, expires: a.expires + 1 },
      { ...a, account: c.account, key: c.key },
      { ...a, pathname: c.pathname },
      { ...a, mac: '' },
      { ...a, mac: `${a.mac.slice(0, -1)}${a.mac.endsWith('A') ? 'B' : 'A'}` },
      { ...a, key: 'key_none' },
    ]
    for (const one of forged) {
      const { status, body } = await open(service, addressOf(one))
      expect([status, (body as { code: string }).code]).toEqual([403, 'invalid_signature'])
    }
    const odd = ['signature=', 'signature=a&signature=b&expires=1', 'signature=x.y.z&expires=1e9', 'signature=x.y.z']
    for (const query of odd) expect((await open(service, `${a.pathname}?${query}`)).status).toBeOneOf([400, 403])
    expect((await open(service, addressOf(a))).status).toBe(200)
    expect((await open(service, a.pathname)).status).toBe(401)
  })

  test('a key that may only score gets addresses, and revoking it ends them', async () => {
    const profileId = await newProfile(service)
    const body = { name: 'CI', scopes: ['score'], projectId: 'studio' }
    const made = (await service.call('POST', '/api/api-keys', { body })).body as { id: string; key: string }
    const [scored] = await score(service.as(made.key), profileId, 5, { thumbnails: true })
    const path = pathIn(scored?.thumbnail_url)
    await expect.poll(async () => (await open(service, path)).status).toBe(200)
    await service.call('DELETE', `/api/api-keys?id=${made.id}`)
    expect((await open(service, path)).status).toBe(403)
  })

  test('what the store has of a key signs nothing, and no address works for longer than 32 days', async () => {
    const [scored] = await score(service, await newProfile(service), 8, { thumbnails: true })
    const { pathname, searchParams } = new URL(`http://x${pathIn(scored?.thumbnail_url)}`)
    const [account = '', key = ''] = (searchParams.get('signature') ?? '').split('.')
    const store = await openStore(readConfig(service.home.env))
    const { hash } = await store.read
      .selectFrom('api_keys')
      .select('hash')
      .where('id', '=', key)
      .executeTakeFirstOrThrow()
    await store.close()
    const expires = Number(searchParams.get('expires'))
    const forged = createHmac('sha256', hash).update(`palate signed address\n${pathname}\n${expires}`)
    const parts = { pathname, expires, account, key }
    const wrong = await open(service, addressOf({ ...parts, mac: forged.digest('base64url') }))
    expect([wrong.status, wrong.body.code]).toEqual([403, 'invalid_signature'])
    const signer = openAddressSigner(readConfig(service.home.env))
    const signed = (until: number) => {
      const mac = signer?.sign({ accountId: account, keyId: key, path: pathname, expires: until }) ?? ''
      return open(service, addressOf({ ...parts, expires: until, mac }))
    }
    const days = (count: number) => Math.floor((Date.now() + count * dayMs) / 1000)
    expect((await signed(days(signedAddressDaysMax) - 60)).status).toBe(200)
    expect((await signed(days(signedAddressDaysMax) + 60)).body.code).toBe('invalid_signature')
  })

  test('scores have no address unless it is requested', async () => {
    const [scored] = await score(service, await newProfile(service), 6)
    expect(scored).not.toHaveProperty('thumbnail_url')
  })
})

test('addresses that were signed before the service got another key work while the old one is known', async () => {
  const [old, current] = [randomBytes(32).toString('base64'), randomBytes(32).toString('base64')]
  const home = await createHome('sqlite')
  const before = await startService('sqlite', { ...env, PALATE_SECRET_KEY: old }, home)
  const [scored] = await score(before, await newProfile(before), 9, { thumbnails: true })
  const path = pathIn(scored?.thumbnail_url)
  await before.stop()
  const during = await startService('sqlite', { ...env, PALATE_SECRET_KEY: current, PALATE_SECRET_KEY_OLD: old }, home)
  expect((await open(during, path)).status).toBe(200)
  await during.stop()
  const after = await startService('sqlite', { ...env, PALATE_SECRET_KEY: current }, home)
  expect((await open(after, path)).body.code).toBe('invalid_signature')
  await after.stop()
  await home.remove()
})

test('without a key of the service, on PostgreSQL, there are no signed addresses', async () => {
  const service = await startService('postgres', { ...env, PALATE_SECRET_KEY: '' })
  const [scored] = await score(service, await newProfile(service), 10, { thumbnails: true })
  expect(scored).not.toHaveProperty('thumbnail_url')
  await service.stop()
})

test('without PALATE_PUBLIC_URL there are no signed addresses', async () => {
  const service = await startService('sqlite')
  try {
    const [scored] = await score(service, await newProfile(service), 7, { thumbnails: true })
    expect(scored).not.toHaveProperty('thumbnail_url')
    const hash = '0'.repeat(64)
    const { status, body } = await open(service, `/v1/thumbnails/${hash}?expires=99999999999&signature=a.b.c`)
    expect([status, (body as { code: string }).code]).toEqual([404, 'thumbnail_not_found'])
  } finally {
    await service.stop()
  }
})

interface Parts {
  readonly pathname: string
  readonly expires: number
  readonly account: string
  readonly key: string
  readonly mac: string
}

function addressOf({ pathname, expires, account, key, mac }: Parts): string {
  return `${pathname}?expires=${expires}&signature=${account}.${key}.${mac}`
}
