import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliCompressSync, brotliDecompressSync, gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startService, type TestService } from '../harness/service.ts'
import { sendBytes } from '../harness/wire.ts'

const page = '<!doctype html><base href="/" /><script type="module" src="./assets/main-1a2b.js"></script>'
const script = `console.log(${JSON.stringify('x'.repeat(2000))})`
const html = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' }

/** A minimal built dashboard. */
const directory = mkdtempSync(join(tmpdir(), 'palate-dashboard-'))
mkdirSync(join(directory, 'dist/assets'), { recursive: true })
const files = {
  'index.html': page,
  'index.html.gz': gzipSync(page),
  'assets/main-1a2b.js': script,
  'assets/main-1a2b.js.br': brotliCompressSync(script),
  'assets/main-1a2b.js.gz': gzipSync(script),
  'icon.svg': '<svg xmlns="http://www.w3.org/2000/svg"/>',
  '../secret.txt': 'secret',
}
for (const [name, content] of Object.entries(files)) writeFileSync(join(directory, 'dist', name), content)
afterAll(() => rmSync(directory, { recursive: true, force: true }))

describe('the dashboard', () => {
  let service: TestService
  beforeAll(async () => {
    service = await startService('sqlite', {}, undefined, { dashboardDir: join(directory, 'dist') })
  })
  afterAll(() => service.stop())

  const get = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
    fetch(service.url + path, { method, headers })

  test('is served at / and at each of its paths, with a policy that allows nothing from other hosts', async () => {
    for (const [path, headers] of [
      ['/', {}],
      ['/', html],
      ['/profiles/prof_1/history', html],
      ['/a.b', html],
    ] as const) {
      const answer = await get(path, headers)
      expect([answer.status, await answer.text()]).toEqual([200, page])
      expect(Object.fromEntries(answer.headers)).toMatchObject({
        'content-type': 'text/html; charset=utf-8',
        'cache-control': 'no-cache',
        'content-security-policy':
          "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' blob: data:; connect-src 'self'; " +
          "font-src 'self'; base-uri 'self'; form-action 'self'; frame-ancestors 'none'",
        'referrer-policy': 'no-referrer',
        'x-content-type-options': 'nosniff',
      })
    }
  })

  test('has files with a hash in their names, which browsers cache forever, compressed as requested', async () => {
    for (const [accepted, encoding] of [
      ['br, gzip', 'br'],
      ['gzip', 'gzip'],
      ['identity', null],
      ['br;q=0, gzip', 'gzip'],
    ]) {
      const answer = await get('/assets/main-1a2b.js', { 'accept-encoding': accepted ?? '' })
      expect(await answer.text()).toBe(script)
      expect(answer.headers.get('content-encoding')).toBe(encoding)
      expect(Object.fromEntries(answer.headers)).toMatchObject({
        'content-type': 'text/javascript; charset=utf-8',
        'cache-control': 'public, max-age=31536000, immutable',
        vary: 'Accept-Encoding',
      })
    }
    const raw = await sendBytes(
      service.url,
      'GET /assets/main-1a2b.js HTTP/1.1\r\nhost: x\r\naccept-encoding: br\r\nconnection: close\r\n\r\n',
    )
    expect(raw.length).toBeLessThan(1200)
    expect(brotliDecompressSync(brotliCompressSync(script)).toString()).toBe(script)
  })

  test('answers HEAD without a body, and 304 to a browser that has the file', async () => {
    for (const path of ['/', '/icon.svg', '/assets/main-1a2b.js']) {
      const first = await get(path)
      await first.text()
      const etag = first.headers.get('etag') ?? ''
      expect(etag).toMatch(/^"[\w.-]+"$/)
      const again = await get(path, { 'if-none-match': `"other", W/${etag}` })
      expect([again.status, await again.text()]).toEqual([304, ''])
      const head = await get(path, {}, 'HEAD')
      expect([head.status, await head.text()]).toEqual([200, ''])
    }
  })

  test('does not shadow the API: unknown paths, other methods and missing files are problems', async () => {
    const paths = ['/v1/none', '/api/none', '/v1', '/docs/none', '/metrics', '/openapi.json/x', '/healthz/x']
    for (const path of paths)
      expect((await service.call('GET', path, { headers: html })).body.code).toBe('route_not_found')
    expect((await service.call('GET', '/assets/gone-1.js', { headers: { accept: '*/*' } })).body.code).toBe(
      'route_not_found',
    )
    expect((await service.call('POST', '/', { headers: html })).body.code).toBe('route_not_found')
    expect((await service.call('PUT', '/v1/profiles', { headers: html })).body.code).toBe('method_not_allowed')
    expect((await get('/docs', html)).headers.get('content-security-policy')).toContain("style-src 'unsafe-inline'")
  })

  test.each(['/../secret.txt', '/%2e%2e/secret.txt', '/assets/../../secret.txt', '/..%2fsecret.txt', '/assets/%00'])(
    'serves nothing outside its folder: %s',
    async (path) => {
      const said = String(await sendBytes(service.url, `GET ${path} HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n`))
      expect(said).toMatch(/^HTTP\/1\.1 40[04] /)
      expect(said).not.toContain('secret\n')
    },
  )
})

describe('under a path prefix', () => {
  let service: TestService
  beforeAll(async () => {
    const env = { PALATE_BASE_PATH: '/tools/palate/', PALATE_CORS_ORIGINS: 'https://app.example.com' }
    service = await startService('sqlite', env, undefined, { dashboardDir: join(directory, 'dist') })
  })
  afterAll(() => service.stop())

  const get = (path: string, headers: Record<string, string> = {}) => fetch(service.url + path, { headers })

  test('the page says where the service is, and finds its files', async () => {
    for (const path of ['/tools/palate', '/tools/palate/', '/tools/palate/keys?x', '/']) {
      expect(await (await get(path, html)).text()).toContain('<base href="/tools/palate/" />')
    }
    expect(await (await get('/tools/palate/assets/main-1a2b.js')).text()).toBe(script)
  })

  test('every operation works with the prefix, and probes also work without it', async () => {
    const authorization = `Bearer ${service.key}`
    for (const path of ['/tools/palate/healthz', '/healthz', '/tools/palate/readyz']) {
      expect((await get(path)).status).toBe(200)
    }
    const made = await fetch(`${service.url}/tools/palate/v1/profiles`, {
      method: 'POST',
      headers: { authorization, 'content-type': 'application/json' },
      body: JSON.stringify({ projectId: 'p', name: 'n' }),
    })
    const { id } = (await made.json()) as { id: string }
    expect([made.status, made.headers.get('location')]).toEqual([201, `/tools/palate/v1/profiles/${id}`])
    expect((await get(`/tools/palate/v1/profiles/${id}?snapshots=omit`, { authorization })).status).toBe(200)
    expect((await get('/tools/palatev1/profiles', { authorization })).status).toBe(404)
    const description = (await (await get('/tools/palate/openapi.json')).json()) as { servers: object[] }
    expect(description.servers).toMatchObject([{ url: '/tools/palate' }])
  })

  test('the cookie is limited to the prefix', async () => {
    const { headers } = await service.call('POST', '/api/session', { key: null, body: { key: service.key } })
    expect(headers.get('set-cookie')).toContain('; Path=/tools/palate; ')
  })

  const origin = 'https://app.example.com'
  const ask = (headers: Record<string, string>, path = '/v1/profiles') =>
    fetch(service.url + path, {
      method: 'OPTIONS',
      headers: {
        'access-control-request-method': 'POST',
        'access-control-request-headers': 'authorization',
        ...headers,
      },
    })

  test('pages of the configured origins may call the API with a key', async () => {
    const allowed = await ask({ origin })
    expect([allowed.status, await allowed.text()]).toEqual([204, ''])
    expect(Object.fromEntries(allowed.headers)).toMatchObject({
      'access-control-allow-origin': origin,
      'access-control-allow-methods': 'GET, HEAD, POST',
      'access-control-allow-headers': expect.stringContaining('Authorization, Content-Type, Idempotency-Key'),
      vary: 'Origin',
    })
    for (const key of [service.key, 'wrong']) {
      const answer = await get('/v1/profiles', { origin, authorization: `Bearer ${key}` })
      expect(answer.headers.get('access-control-allow-origin')).toBe(origin)
      expect(answer.headers.get('access-control-expose-headers')).toContain('X-Request-Id')
    }
  })

  test('they may not use a cookie, and other pages may not call it', async () => {
    const allowed = await ask({ origin })
    expect(allowed.headers.get('access-control-allow-credentials')).toBe(null)
    expect(allowed.headers.get('access-control-allow-headers')).not.toMatch(/palate/i)
    for (const other of ['https://app.example.com:8443', 'http://app.example.com', 'null', 'https://evil.example']) {
      const refused = await ask({ origin: other })
      expect([refused.status, refused.headers.get('access-control-allow-origin')]).toEqual([405, null])
      const answer = await get('/healthz', { origin: other })
      expect([answer.headers.get('vary'), answer.headers.get('access-control-allow-origin')]).toEqual(['Origin', null])
    }
    expect((await ask({ origin }, '/v1/none')).status).toBe(404)
  })
})

test('without a dashboard / says so, and without configured origins no other origin is allowed', async () => {
  const service = await startService('sqlite', {}, undefined, { dashboardDir: join(directory, 'none') })
  const answer = await service.call('GET', '/', { key: null, headers: { ...html, origin: 'https://app.example.com' } })
  await service.stop()
  expect(answer.body).toMatchObject({ status: 404, detail: expect.stringMatching(/dashboard is not built.*\/docs/) })
  expect(answer.headers.get('vary')).toBe(null)
})
