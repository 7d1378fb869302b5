import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Answer } from '../harness/answer.ts'
import { type Client, createClient } from '../harness/client.ts'
import { expectInvalidAt, expectProblem } from '../harness/problem.ts'
import { startService, type TestService } from '../harness/service.ts'
import { type ForgedProvider, type Forgery, startForgedProvider } from './forged-provider.ts'
import { pageOf, signInPerson } from './sign-in-person.ts'

const settings = {
  PALATE_OIDC_CLIENT_ID: 'palate',
  PALATE_OIDC_CLIENT_SECRET: 'secret',
  PALATE_OIDC_ROLES: '*=viewer',
  PALATE_TRUSTED_PROXIES: '127.0.0.1/32',
}
const cookieOf = ({ headers }: Answer) => headers.get('set-cookie')?.split(';')[0] ?? ''
const locationOf = ({ headers }: Answer) => headers.get('location') ?? ''
const start = (on: Client, query = '', headers = {}) =>
  on.call('GET', `/api/session/oidc${query}`, { key: null, headers })
const comeBack = (on: Client, back: string, cookie: string, headers = {}) => {
  const { pathname, search } = new URL(back)
  return on.call('GET', pathname + search, { key: null, headers: { cookie, ...headers } })
}
const now = () => Math.floor(Date.now() / 1000)

describe('single sign-on', () => {
  let provider: ForgedProvider
  let service: TestService
  beforeAll(async () => {
    provider = await startForgedProvider()
    service = await startService('sqlite', { ...settings, PALATE_OIDC_ISSUER: provider.issuer })
  })
  afterAll(async () => {
    await service.stop()
    await provider.stop()
  })
  beforeEach(() => {
    provider.forgery = {}
  })

  async function signIn(forgery: Forgery = {}): Promise<Answer> {
    const started = await start(service)
    provider.forgery = forgery
    return comeBack(service, provider.authorize(locationOf(started)), cookieOf(started))
  }

  test('asks with the code flow, PKCE, state and nonce, and the scopes that the provider has', async () => {
    const { searchParams, origin, pathname } = new URL(locationOf(await start(service)))
    expect(origin + pathname).toBe(`${provider.issuer}/authorize`)
    expect(Object.fromEntries(searchParams)).toEqual({
      ...{ client_id: 'palate', response_type: 'code', code_challenge_method: 'S256' },
      scope: 'openid profile email groups',
      redirect_uri: `${service.url}/api/session/oidc/callback`,
      ...{ state: expect.any(String), nonce: expect.any(String), code_challenge: expect.any(String) },
    })
  })

  test('accepts clocks that differ by two minutes in either direction', async () => {
    for (const skew of [-120, 120]) {
      const claims = { iat: now() + skew, nbf: now() + skew, exp: now() + skew + 60 }
      expect(locationOf(await signIn({ claims }))).toBe('/')
    }
  })

  test.each([
    ['for another audience', { claims: { aud: 'another' } }],
    ['for several audiences of which another is authorized', { claims: { aud: ['palate', 'x'], azp: 'x' } }],
    ['of another issuer', { claims: { iss: 'https://id.example.com' } }],
    ['of another sign-in', { claims: { nonce: 'another' } }],
    ['without a nonce', { claims: { nonce: undefined } }],
    ['without a subject', { claims: { sub: undefined } }],
    ['with a subject that cannot be stored', { claims: { sub: 'a\0b' } }],
    ['that has expired', { claims: { exp: now() - 600 } }],
    ['that is signed with a key that the provider does not have', { signsWithOtherKey: true }],
  ] satisfies [string, Forgery][])('refuses an ID token %s', async (_, forgery) => {
    expectProblem(await signIn(forgery), 401, 'invalid_sign_on')
  })

  test('refuses a userinfo response about somebody else', async () => {
    const claims = { groups: undefined }
    expectProblem(await signIn({ claims, userinfo: { sub: 'ben', groups: ['x'] } }), 401, 'invalid_sign_on')
    expect(locationOf(await signIn({ claims, userinfo: { sub: 'ada', groups: ['x'] } }))).toBe('/')
  })

  test('refuses codes that were used, invented, or made for another browser', async () => {
    const started = await start(service)
    const back = provider.authorize(locationOf(started))
    expectProblem(await comeBack(service, back, ''), 401, 'invalid_sign_on')
    expectProblem(await comeBack(service, back, 'palate_sign_on=x'), 401, 'invalid_sign_on')
    expectProblem(await comeBack(service, back, cookieOf(await start(service))), 401, 'invalid_sign_on')
    const invented = back.replace(/code=[^&]+/, 'code=invented')
    expectProblem(await comeBack(service, invented, cookieOf(started)), 401, 'invalid_sign_on')
    expect(locationOf(await comeBack(service, back, cookieOf(started)))).toBe('/')
    expectProblem(await comeBack(service, back, cookieOf(started)), 401, 'invalid_sign_on')
    const { entries } = (await service.call('GET', '/v1/audit?action=session.failed&limit=1')).body
    expect(entries).toMatchObject([{ actor: null, details: { code: 'invalid_sign_on' } }])
  })

  test('reports what the provider refuses', async () => {
    const started = await start(service)
    const { state } = Object.fromEntries(new URL(locationOf(started)).searchParams)
    const refused = (error: string) =>
      comeBack(service, `${service.url}/api/session/oidc/callback?error=${error}&state=${state}`, cookieOf(started))
    expectProblem(await refused('access_denied'), 403, 'sign_on_refused')
    expectProblem(await refused('temporarily_unavailable'), 503, 'provider_unavailable')
  })

  test('leads browsers to a page that says what is wrong', async () => {
    const html = { accept: 'text/html,application/xhtml+xml' }
    const refused = await comeBack(service, `${service.url}/api/session/oidc/callback?code=x`, '', html)
    expect([refused.status, locationOf(refused)]).toEqual([302, '/#error=invalid_sign_on'])
    const wrong = await start(service, '?to=//evil.example', html)
    expect([wrong.status, locationOf(wrong)]).toEqual([302, '/#error=invalid_request'])
  })

  test.each([
    '//evil.example',
    '/\\evil.example',
    'https://evil.example',
    'evil.example',
    '/%0a/evil.example\n',
    '/\t/evil.example',
    'javascript:alert(1)',
    `/${'x'.repeat(500)}`,
  ])('leads nobody to %j', async (to) => {
    expectInvalidAt(await start(service, `?to=${encodeURIComponent(to)}`), '/query/to')
    const forged = Buffer.from(JSON.stringify({ state: 's', nonce: 'n', verifier: 'v', to })).toString('base64url')
    const back = `${service.url}/api/session/oidc/callback?code=x&state=s`
    expectProblem(await comeBack(service, back, `palate_sign_on=${forged}`), 401, 'invalid_sign_on')
  })

  test('returns to a page of the service, below its path and its public URL, with cookies for https', async () => {
    const env = { ...settings, PALATE_OIDC_ISSUER: provider.issuer, PALATE_BASE_PATH: '/tools/palate' }
    const own = await startService('sqlite', { ...env, PALATE_PUBLIC_URL: 'https://example.com/tools/palate' })
    const below = createClient(`${own.url}/tools/palate`, own.key)
    const started = await start(below, '?to=/profiles%23new')
    const { searchParams } = new URL(locationOf(started))
    expect(searchParams.get('redirect_uri')).toBe('https://example.com/tools/palate/api/session/oidc/callback')
    expect(started.headers.get('set-cookie')).toMatch(
      /^__Secure-palate_sign_on=[\w-]+; Path=\/tools\/palate; Max-Age=600; HttpOnly; SameSite=Lax; Secure$/,
    )
    const back = provider.authorize(locationOf(started)).replace('/tools/palate', '')
    const answer = await comeBack(below, back, cookieOf(started))
    expect(locationOf(answer)).toBe('/tools/palate/profiles#new')
    expect(answer.headers.get('set-cookie')).toMatch(
      /^__Secure-palate_session=[\w-]{43}; Path=\/tools\/palate; Max-Age=2592000; HttpOnly; SameSite=Strict; Secure$/,
    )
    await own.stop()
  })

  test('counts like failed sign-ins, so that nobody can make the service ask the provider without end', async () => {
    const own = await startService('sqlite', {
      ...settings,
      PALATE_OIDC_ISSUER: provider.issuer,
      PALATE_AUTH_FAILURES: '5',
    })
    own.clock.skipMs = 60_000 - (Date.now() % 60_000)
    const headers = { 'x-forwarded-for': '203.0.113.9' }
    const answers = await Promise.all(Array.from({ length: 8 }, () => start(own, '', headers)))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([...Array(5).fill(302), ...Array(3).fill(429)])
    expect((await start(own, '', { 'x-forwarded-for': '203.0.113.10' })).status).toBe(302)
    await own.stop()
  })

  const endless: NonNullable<Forgery['respond']>[string] = (response) => {
    response.writeHead(200, { 'content-type': 'application/json' })
    const more = () => void response.write(' '.repeat(65_536), () => response.destroyed || setImmediate(more))
    more()
  }
  test.each([
    ['answers with an error', (response) => void response.writeHead(500).end()],
    ['answers nonsense', (response) => void response.writeHead(200, { 'content-type': 'text/html' }).end('<p>Hello')],
    [
      'answers broken JSON',
      (response) => void response.writeHead(200, { 'content-type': 'application/json' }).end('{'),
    ],
    ['redirects', (response) => void response.writeHead(302, { location: 'http://127.0.0.1:1/' }).end()],
    ['ends the connection', (response) => void response.destroy()],
    ['answers without end', endless],
  ] satisfies [string, NonNullable<Forgery['respond']>[string]][])(
    'says that the provider does not work if it %s',
    async (_, respond) => {
      expectProblem(await signIn({ respond: { '/token': respond } }), 503, 'provider_unavailable')
      const own = await startService('sqlite', { ...settings, PALATE_OIDC_ISSUER: provider.issuer })
      provider.forgery = { respond: { '/.well-known/openid-configuration': respond } }
      expectProblem(await start(own), 503, 'provider_unavailable')
      await own.stop()
    },
  )

  test('refuses a provider that describes itself as another', async () => {
    const own = await startService('sqlite', { ...settings, PALATE_OIDC_ISSUER: provider.issuer })
    provider.forgery = { description: { issuer: 'https://id.example.com' } }
    expectProblem(await start(own), 503, 'provider_unavailable')
    await own.stop()
  })

  test('works again when the provider does, and leaves those alone who are signed in', async () => {
    const gone = await startForgedProvider()
    const own = await startService('sqlite', { ...settings, PALATE_OIDC_ISSUER: gone.issuer })
    await gone.stop()
    const page = await signInPerson(own, { role: 'viewer' })
    expectProblem(await start(own), 503, 'provider_unavailable')
    expect((await page.call('GET', '/api/session')).status).toBe(200)
    const back = await startForgedProvider(Number(new URL(gone.issuer).port))
    await expect.poll(async () => (await start(own)).status, { timeout: 20_000 }).toBe(302)
    const started = await start(own)
    const answer = await comeBack(own, back.authorize(locationOf(started)), cookieOf(started))
    expect((await pageOf(own, answer).call('GET', '/api/session')).body.person.name).toBe('Ada')
    await own.stop()
    await back.stop()
  })

  test('does not exist without a provider', async () => {
    const own = await startService('sqlite')
    expect((await own.call('GET', '/api/session/methods', { key: null })).body).toEqual({})
    expectProblem(await start(own), 404, 'sign_on_not_found')
    expectProblem(await comeBack(own, `${own.url}/api/session/oidc/callback?code=x`, ''), 404, 'sign_on_not_found')
    await own.stop()
  })
})

test('an account that does not exist is refused at the start', async () => {
  const env = { ...settings, PALATE_OIDC_ISSUER: 'https://id.example.com', PALATE_OIDC_ACCOUNT: 'nobody' }
  await expect(startService('sqlite', env)).rejects.toThrow(
    'PALATE_OIDC_ACCOUNT must be the name of an account: create it with `palate accounts create nobody`',
  )
})
