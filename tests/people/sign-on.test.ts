import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Answer } from '../harness/answer.ts'
import type { Client } from '../harness/client.ts'
import { expectProblem } from '../harness/problem.ts'
import { engines, startService, type TestService } from '../harness/service.ts'
import { type ForgedProvider, startForgedProvider } from './forged-provider.ts'
import { codeIn, invite, type Page, pageOf } from './sign-in-person.ts'

const settingsOf = ({ issuer }: ForgedProvider) => ({
  PALATE_OIDC_ISSUER: issuer,
  PALATE_OIDC_CLIENT_ID: 'palate',
  PALATE_OIDC_CLIENT_SECRET: 'secret',
  PALATE_OIDC_ROLES: 'designers=editor@studio+web, leads=owner, *=viewer',
  PALATE_OIDC_NAME: 'Example',
})

const cookieOf = ({ headers }: Answer) => headers.get('set-cookie')?.split(';')[0] ?? ''
const locationOf = ({ headers }: Answer) => headers.get('location') ?? ''
const start = (on: Client, path = '/api/session/oidc', headers = {}) => on.call('GET', path, { key: null, headers })
/** The browser comes back from the provider. */
const comeBack = (on: Client, back: string, cookie: string, headers = {}) =>
  on.call('GET', back.slice(new URL(back).origin.length), { key: null, headers: { cookie, ...headers } })

describe.each(engines)('single sign-on on %s', (engine) => {
  let provider: ForgedProvider
  let service: TestService
  /** Another process on the same store. */
  let other: TestService
  beforeAll(async () => {
    provider = await startForgedProvider()
    service = await startService(engine, settingsOf(provider))
    other = await startService(engine, settingsOf(provider), service.home)
  })
  afterAll(async () => {
    await other.stop()
    await service.stop()
    await provider.stop()
  })
  let subjects = 0
  beforeEach(() => {
    provider.forgery = { claims: { sub: `ada-${++subjects}` } }
  })

  async function signIn(claims = {}, path?: string): Promise<Answer> {
    provider.forgery = { claims: { ...provider.forgery.claims, ...claims } }
    const started = await start(service, path)
    return comeBack(service, provider.authorize(locationOf(started)), cookieOf(started))
  }
  async function signedIn(claims = {}): Promise<Page & { readonly id: string }> {
    const answer = await signIn(claims)
    expect([answer.status, answer.headers.get('location')]).toEqual([302, '/'])
    const page = pageOf(service, answer)
    return { ...page, id: (await page.call('GET', '/api/session')).body.person.id }
  }

  test('is offered by name, without a key', async () => {
    expect((await service.call('GET', '/api/session/methods', { key: null })).body).toEqual({
      oidc: { name: 'Example' },
    })
  })

  test('creates a person with the role and projects of their groups, who is the same person next time', async () => {
    const page = await signedIn()
    expect((await page.call('GET', '/api/session')).body).toEqual({
      account: 'default',
      projects: ['studio', 'web'],
      scopes: ['read', 'score', 'teach', 'write'],
      person: { id: page.id, name: 'Ada', role: 'editor' },
    })
    const again = await signedIn({ name: 'Somebody else', email: 'else@example.com', groups: ['leads'] })
    expect(again.id).toBe(page.id)
    expect((await service.call('GET', `/api/people/${page.id}`)).body).toMatchObject({
      ...{ name: 'Ada', email: 'ada@example.com', role: 'owner', status: 'active' },
    })
    const { events } = (await service.call('GET', '/v1/events?type=person.joined')).body
    const joined = events.filter(({ data }: { data: { personId: string } }) => data.personId === page.id)
    expect(joined.map(({ data }: { data: object }) => data)).toEqual([
      {
        ...{ personId: page.id, name: 'Ada', role: 'editor', projects: ['studio', 'web'] },
        author: { keyId: expect.stringMatching(/^key_/), name: 'Ada', personId: page.id },
      },
    ])
    const { entries } = (await service.call('GET', '/v1/audit?limit=4')).body
    expect(entries.map(({ action, details }: Record<string, unknown>) => [action, details])).toEqual([
      ['session.created', undefined],
      ['person.changed', { changed: ['projects', 'role'], role: 'owner', status: 'active' }],
      ['session.created', undefined],
      ['person.joined', { role: 'editor', projects: ['studio', 'web'] }],
    ])
  })

  test('is finished by any process, and started many times at once creates one person', async () => {
    const backs = await Promise.all(
      Array.from({ length: 8 }, async () => {
        const started = await start(service)
        return { back: provider.authorize(locationOf(started)), cookie: cookieOf(started) }
      }),
    )
    const answers = await Promise.all(
      backs.map(({ back, cookie }, i) => comeBack(i % 2 ? other : service, back, cookie)),
    )
    expect(answers.map(locationOf)).toEqual(Array(8).fill('/'))
    const people = await Promise.all(answers.map((answer) => pageOf(service, answer).call('GET', '/api/session')))
    expect(new Set(people.map(({ body }) => body.person.id)).size).toBe(1)
  })

  test('tells people apart by issuer and subject, never by e-mail', async () => {
    const ada = await signedIn()
    const impostor = await signedIn({ sub: 'impostor', email: 'ada@example.com' })
    expect(impostor.id).not.toBe(ada.id)
    const { id } = await invite(service, { role: 'owner', email: 'ben@example.com' })
    const ben = await signedIn({ sub: 'ben', email: 'ben@example.com' })
    expect(ben.id).not.toBe(id)
  })

  test('binds the person of an invitation to whoever signs in with it, once', async () => {
    const { id, code } = await invite(service, { name: 'Grace', role: 'judge', email: 'grace@example.com' })
    const body = { code, to: '/profiles' }
    const started = await service.call('POST', '/api/session/oidc', { key: null, body })
    expect(started.status).toBe(200)
    provider.forgery = { claims: { sub: 'grace', name: 'G. H.', groups: ['leads'] } }
    const answer = await comeBack(other, provider.authorize(started.body.url), cookieOf(started))
    expect(locationOf(answer)).toBe('/profiles')
    const session = (await pageOf(service, answer).call('GET', '/api/session')).body
    expect(session.person).toEqual({ id, name: 'Grace', role: 'owner' })
    expect((await signedIn({ sub: 'grace' })).id).toBe(id)
    expectProblem(await service.call('POST', '/api/session/oidc', { key: null, body }), 401, 'invalid_code')
    // A second link does not let anybody else become her.
    const second = codeIn((await service.call('POST', `/api/people/${id}/invitations`)).body.url)
    const mallory = await service.call('POST', '/api/session/oidc', { key: null, body: { code: second } })
    provider.forgery = { claims: { sub: 'mallory' } }
    const refused = await comeBack(service, provider.authorize(mallory.body.url), cookieOf(mallory))
    expectProblem(refused, 401, 'invalid_code')
  })

  test('refuses a suspended person, and neither the provider nor a new group ends the suspension', async () => {
    const page = await signedIn()
    await service.call('PATCH', `/api/people/${page.id}`, { body: { status: 'suspended' } })
    expectProblem(await signIn({ groups: ['leads'] }), 409, 'person_suspended')
    expect((await service.call('GET', `/api/people/${page.id}`)).body).toMatchObject({ role: 'editor' })
    await service.call('PATCH', `/api/people/${page.id}`, { body: { status: 'active' } })
    expect((await signedIn()).id).toBe(page.id)
  })

  test('never takes the last owner’s role', async () => {
    const key = await service.newAccount()
    const { account } = (await service.call('GET', '/api/session', { key })).body
    const own = await startService(engine, { ...settingsOf(provider), PALATE_OIDC_ACCOUNT: account }, service.home)
    const enter = async (claims: object) => {
      provider.forgery = { claims: { sub: 'last', ...claims } }
      const started = await start(own)
      return comeBack(own, provider.authorize(locationOf(started)), cookieOf(started))
    }
    expect(locationOf(await enter({ groups: ['leads'] }))).toBe('/')
    expectProblem(await enter({ groups: ['designers'] }), 409, 'last_owner')
    const { people } = (await own.call('GET', '/api/people', { key })).body
    expect(people).toMatchObject([{ role: 'owner', status: 'active' }])
    expect((await service.call('GET', '/api/people')).text).not.toContain(people[0].id)
    await own.stop()
  })

  test('a person whose groups were taken away is refused and loses sessions and keys in every process', async () => {
    const strict = await startService(
      engine,
      { ...settingsOf(provider), PALATE_OIDC_ROLES: 'designers=owner,leads=owner' },
      service.home,
    )
    const enter = async (groups: unknown) => {
      provider.forgery = { claims: { ...provider.forgery.claims, groups } }
      const started = await start(strict)
      return comeBack(strict, provider.authorize(locationOf(started)), cookieOf(started))
    }
    const page = pageOf(service, await enter(['designers']))
    const { key } = (await page.call('POST', '/api/api-keys', { body: { name: 'Laptop' } })).body
    for (const groups of [[], undefined, ['Designers', 'others'], { designers: true }, 'designer']) {
      expectProblem(await enter(groups), 403, 'role_missing')
    }
    for (const on of [service, other, strict]) {
      expectProblem(await page.call('GET', '/api/session', { on }), 401, 'missing_api_key')
      expectProblem(await on.call('GET', '/api/session', { key }), 401, 'revoked_api_key')
    }
    expect(locationOf(await enter('designers'))).toBe('/')
    await strict.stop()
  })
})
