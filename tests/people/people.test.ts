import { setTimeout as pause } from 'node:timers/promises'
import { peoplePerAccountMax } from '@palate/core/people/schema.ts'
import { personSessionMs } from '@palate/core/sessions/schema.ts'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { Client } from '../harness/client.ts'
import { openDirectConnection } from '../harness/direct-connection.ts'
import { expectProblem } from '../harness/problem.ts'
import { engines, startService, type TestService } from '../harness/service.ts'
import { createProfile } from '../profiles/profile-requests.ts'
import { codeIn, invite, pageOf, signInPerson, signInWith } from './sign-in-person.ts'

describe.each(engines)('people on %s', (engine) => {
  let service: TestService
  /** Another process on the same store. */
  let other: TestService
  let client: Client
  beforeAll(async () => {
    service = await startService(engine)
    other = await startService(engine, {}, service.home)
  })
  afterAll(async () => {
    await other.stop()
    await service.stop()
  })
  afterEach(() => {
    service.clock.skipMs = 0
    other.clock.skipMs = 0
  })
  /** An account of its own for each test that is about owners. */
  const newAccount = async () => {
    client = service.as(await service.newAccount())
    return client
  }

  test('sign in with their link, once, in one process of many', async () => {
    const { id, code } = await invite(service, { role: 'judge', projects: ['studio', 'web'] })
    const answers = await Promise.all([service, other, service, other].map((process) => signInWith(process, code)))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 401, 401, 401])
    const signedIn = answers.find(({ status }) => status === 200)
    expect(signedIn?.body).toEqual({
      account: 'default',
      projects: ['studio', 'web'],
      scopes: ['read', 'score', 'teach'],
      person: { id, name: 'Ada', role: 'judge' },
    })
    expect(signedIn?.headers.get('set-cookie')).toContain(`Max-Age=${30 * 24 * 3600};`)
    const page = pageOf(service, signedIn as never)
    expect((await page.call('GET', '/api/session', { on: other })).body).toEqual(signedIn?.body)
    expect((await service.call('GET', `/api/people/${id}`)).body).toMatchObject({ status: 'active' })
  })

  test('have sessions of 30 days, renewed by use', async () => {
    const page = await signInPerson(service, { role: 'viewer' })
    service.clock.skipMs = personSessionMs - 60_000
    const renewed = await page.call('GET', '/api/session')
    expect([renewed.status, renewed.headers.get('set-cookie')]).toEqual([
      200,
      expect.stringContaining('Max-Age=2592000'),
    ])
    service.clock.skipMs += personSessionMs - 60_000
    await expect.poll(async () => (await page.call('GET', '/api/session')).status).toBe(200)
    service.clock.skipMs += personSessionMs + 60_000
    expectProblem(await page.call('GET', '/api/session'), 401, 'missing_api_key')
  })

  test('get another link, which ends the one before and works for seven days', async () => {
    const { id, code } = await invite(service, { role: 'viewer' })
    const again = await service.call('POST', `/api/people/${id}/invitations`)
    expect(again.status).toBe(201)
    expectProblem(await signInWith(service, code), 401, 'invalid_code')
    service.clock.skipMs = 7 * 24 * 3_600_000 + 1000
    expectProblem(await signInWith(service, codeIn(again.body.url)), 401, 'invalid_code')
    service.clock.skipMs -= 60_000
    expect((await signInWith(service, codeIn(again.body.url))).status).toBe(200)
  })

  test('have the role of their row on the next request, in every process', async () => {
    const page = await signInPerson(service, { role: 'editor' })
    const make = { body: { name: `Of an editor ${page.id}`, projectId: 'studio' } }
    expect((await page.call('POST', '/v1/profiles', make)).status).toBe(201)
    await service.call('PATCH', `/api/people/${page.id}`, { body: { role: 'viewer', projects: ['web'] } })
    for (const on of [service, other]) {
      expectProblem(await page.call('POST', '/v1/profiles', { on, ...make }), 403, 'scope_forbidden')
      expect((await page.call('GET', '/api/session', { on })).body).toMatchObject({ projectId: 'web' })
      expectProblem(await page.call('GET', '/v1/profiles?projectId=studio', { on }), 403, 'project_forbidden')
    }
  })

  test('see, change and create only inside their projects', async () => {
    const owner = await signInPerson(await newAccount(), { role: 'owner', projects: ['red', 'green'] })
    const ids: Record<string, string> = {}
    for (const projectId of ['red', 'green', 'blue']) ids[projectId] = await createProfile(client, { projectId })
    const names = async (path: string, list: string) =>
      (await owner.call('GET', path)).body[list].map(
        (one: { projectId?: string; id: string }) => one.projectId ?? one.id,
      )
    expect(await names('/v1/profiles', 'profiles')).toEqual(['green', 'red'])
    expect(await names('/v1/profiles?limit=1', 'profiles')).toEqual(['green'])
    expect(await names('/api/projects', 'projects')).toEqual(['green', 'red'])
    expectProblem(await owner.call('GET', `/v1/profiles/${ids.blue}`), 404, 'profile_not_found')
    expect((await owner.call('GET', `/v1/profiles/${ids.red}`)).status).toBe(200)
    expectProblem(
      await owner.call('POST', '/v1/profiles', { body: { name: 'x', projectId: 'blue' } }),
      403,
      'project_forbidden',
    )
    const hook = { url: 'https://example.com/hook', events: ['*'] }
    expectProblem(await owner.call('POST', '/v1/webhooks', { body: hook }), 403, 'project_forbidden')
    const upload = { raw: 'x', headers: { 'content-type': 'image/png' } }
    expectProblem(await owner.call('POST', '/api/frames/upload', upload), 403, 'project_forbidden')
    for (const [path, list] of [
      ['/api/frames', 'frames'],
      ['/v1/frames/recent', 'frames'],
      ['/v1/shares', 'shares'],
      ['/v1/webhooks', 'webhooks'],
      ['/v1/webhooks/dead-letters', 'deadLetters'],
      ['/v1/alerts', 'alerts'],
      ['/v1/score/batch', 'batches'],
      ['/v1/audit', 'entries'],
    ] as const) {
      expect(Array.isArray((await owner.call('GET', path)).body[list]), path).toBe(true)
      if (list !== 'entries') expectProblem(await owner.call('GET', `${path}?projectId=blue`), 403, 'project_forbidden')
    }
    const events = (await owner.call('GET', '/v1/events?limit=1000')).body.events
    expect(new Set(events.map(({ projectId }: { projectId: string }) => projectId))).toEqual(new Set(['red', 'green']))
  })

  test('read everybody’s name and change only their own, without the scope admin', async () => {
    const judge = await signInPerson(await newAccount(), { role: 'judge' })
    const { id } = await invite(client, { name: 'Ben', role: 'viewer', email: 'ben@example.com' })
    expect((await judge.call('GET', '/api/people')).body).toEqual({
      people: [
        { id, name: 'Ben' },
        { id: judge.id, name: 'Ada' },
      ],
    })
    expect((await judge.call('GET', `/api/people/${id}`)).body).toEqual({ id, name: 'Ben' })
    expect((await judge.call('GET', `/api/people/${judge.id}`)).body).toMatchObject({ role: 'judge', status: 'active' })
    const renamed = await judge.call('PATCH', `/api/people/${judge.id}`, { body: { name: 'Ada L.' } })
    expect(renamed.body).toMatchObject({ id: judge.id, name: 'Ada L.' })
    expect((await judge.call('GET', '/api/session')).body.person.name).toBe('Ada L.')
    for (const [path, body] of [
      [id, { name: 'Stolen' }],
      [judge.id, { role: 'owner' }],
      [judge.id, { name: 'Ada', projects: null }],
    ] as const) {
      expectProblem(await judge.call('PATCH', `/api/people/${path}`, { body }), 403, 'scope_forbidden')
    }
    expectProblem(await judge.call('DELETE', `/api/people/${judge.id}`), 403, 'scope_forbidden')
    expectProblem(await judge.call('POST', `/api/people/${id}/invitations`), 403, 'scope_forbidden')
    const { body: key } = await client.call('POST', '/api/api-keys', { body: { name: 'CI', scopes: ['read'] } })
    expectProblem(await client.call('GET', '/api/people', { key: key.key }), 403, 'scope_forbidden')
    expectProblem(await service.call('GET', `/api/people/${id}`), 404, 'person_not_found')
    expectProblem(await client.call('GET', '/api/people/per_x'), 404, 'person_not_found')
  })

  test('limited to projects give nobody more than they have', async () => {
    const owner = await signInPerson(await newAccount(), { role: 'owner', projects: ['red'] })
    const ben = await invite(client, { name: 'Ben', role: 'viewer' })
    const body = { name: 'Cleo', role: 'owner' }
    expectProblem(
      await owner.call('POST', '/api/people', { body: { ...body, projects: ['blue'] } }),
      403,
      'project_forbidden',
    )
    const cleo = (await owner.call('POST', '/api/people', { body })).body.person
    expect(cleo.projects).toEqual(['red'])
    expectProblem(
      await owner.call('PATCH', `/api/people/${cleo.id}`, { body: { projects: null } }),
      403,
      'project_forbidden',
    )
    // Ben may use projects that the owner may not use.
    expectProblem(
      await owner.call('PATCH', `/api/people/${ben.id}`, { body: { role: 'owner' } }),
      403,
      'project_forbidden',
    )
    expectProblem(await owner.call('POST', `/api/people/${ben.id}/invitations`), 403, 'project_forbidden')
    expectProblem(await owner.call('DELETE', `/api/people/${ben.id}`), 403, 'project_forbidden')
    expect((await owner.call('GET', `/api/people/${ben.id}`)).body).toEqual({ id: ben.id, name: 'Ben' })
  })

  test('the last owner can be neither removed nor suspended nor demoted', async () => {
    const ada = await signInPerson(await newAccount(), { role: 'owner' })
    const path = `/api/people/${ada.id}`
    const refused = async () => {
      expectProblem(await ada.call('DELETE', path), 409, 'last_owner')
      expectProblem(await ada.call('DELETE', `${path}?judgements=erase`), 409, 'last_owner')
      expectProblem(await client.call('PATCH', path, { body: { role: 'editor' } }), 409, 'last_owner')
      expectProblem(await client.call('PATCH', path, { body: { status: 'suspended' } }), 409, 'last_owner')
    }
    await refused()
    const ben = await invite(client, { name: 'Ben', role: 'owner' })
    await client.call('PATCH', `/api/people/${ben.id}`, { body: { status: 'suspended' } })
    await refused()
    await client.call('PATCH', `/api/people/${ben.id}`, { body: { status: 'active' } })
    const both = await Promise.all([
      client.call('DELETE', path),
      other.as(client.key).call('DELETE', `/api/people/${ben.id}`),
    ])
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409])
  })

  test.runIf(engine === 'postgres')(
    'do not get back a role that another process is taking from them while they change their name',
    async () => {
      const page = await signInPerson(await newAccount(), { role: 'owner' })
      const direct = await openDirectConnection(service.home)
      await direct.execute('begin')
      await direct.execute(`update people set role = 'viewer', status = 'suspended' where id = '${page.id}'`)
      const renaming = page.call('PATCH', `/api/people/${page.id}`, { body: { name: 'Mallory' } })
      await pause(300)
      await direct.execute('commit')
      await direct.close()
      await renaming
      const { body } = await client.call('GET', `/api/people/${page.id}`)
      expect(body).toMatchObject({ name: 'Mallory', role: 'viewer', status: 'suspended' })
    },
  )

  test.each(['keep', 'erase'])('are removed once, however often that is asked for at once (%s)', async (judgements) => {
    const { id } = await invite(await newAccount(), { role: 'judge' })
    const path = `/api/people/${id}?judgements=${judgements}`
    const answers = await Promise.all(
      Array.from({ length: 9 }, (_, i) => (i % 2 ? service : other).as(client.key).call('DELETE', path)),
    )
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, ...Array(8).fill(404)])
    const { body } = await client.call('GET', '/v1/audit?action=person.removed')
    expect(body.entries).toHaveLength(1)
  })

  test.each(['suspended', 'removed'])(
    'who are %s lose sessions, keys and invitation at once, in every process',
    async (how) => {
      const page = await signInPerson(service, { role: 'owner' })
      const { body: key } = await page.call('POST', '/api/api-keys', { body: { name: 'Laptop' } })
      expect(key.personId).toBe(page.id)
      const ofKey = pageOf(service, await service.call('POST', '/api/session', { key: null, body: { key: key.key } }))
      const { url } = (await service.call('POST', `/api/people/${page.id}/invitations`)).body
      for (const on of [service, other]) {
        expect((await on.call('GET', '/api/session', { key: key.key })).body.person.id).toBe(page.id)
        expect((await ofKey.call('GET', '/api/session', { on })).body.person.id).toBe(page.id)
      }
      await invite(service, { role: 'owner' })
      const path = `/api/people/${page.id}`
      if (how === 'removed') expect((await service.call('DELETE', path)).status).toBe(200)
      else expect((await service.call('PATCH', path, { body: { status: 'suspended' } })).body.status).toBe('suspended')
      for (const on of [service, other]) {
        expectProblem(await page.call('GET', '/api/session', { on }), 401, 'missing_api_key')
        expectProblem(await ofKey.call('GET', '/api/session', { on }), 401, 'missing_api_key')
        expectProblem(await on.call('GET', '/v1/profiles', { key: key.key }), 401, 'revoked_api_key')
        expectProblem(await signInWith(on, codeIn(url)), 401, 'invalid_code')
      }
      if (how === 'removed') return expectProblem(await service.call('GET', path), 404, 'person_not_found')
      expectProblem(await service.call('POST', `${path}/invitations`), 409, 'person_suspended')
      expect((await service.call('PATCH', path, { body: { status: 'active' } })).body.status).toBe('active')
      expectProblem(await service.call('GET', '/v1/profiles', { key: key.key }), 401, 'revoked_api_key')
      expectProblem(await page.call('GET', '/api/session'), 401, 'missing_api_key')
    },
  )

  test('make no keys beyond their role, and their keys follow it', async () => {
    const page = await signInPerson(service, { role: 'owner', projects: ['red', 'blue'] })
    await invite(service, { role: 'owner' })
    const make = (body: object) => page.call('POST', '/api/api-keys', { body: { name: 'Laptop', ...body } })
    expectProblem(await make({ projectId: 'green' }), 403, 'project_forbidden')
    const { id, key } = (await make({})).body
    expect((await service.call('GET', '/api/session', { key })).body).toMatchObject({ projects: ['red', 'blue'] })
    expect((await page.call('GET', '/api/api-keys')).body.keys).toMatchObject([{ id, personId: page.id }])
    expectProblem(await service.call('POST', `/api/api-keys/rotate?id=${id}`), 403, 'person_forbidden')
    const rotated = (await page.call('POST', `/api/api-keys/rotate?id=${id}`)).body
    expect(rotated.personId).toBe(page.id)
    await service.call('PATCH', `/api/people/${page.id}`, { body: { role: 'judge' } })
    expect((await service.call('GET', '/api/session', { key: rotated.key })).body.scopes).toEqual([
      'read',
      'score',
      'teach',
    ])
    expectProblem(await make({}), 403, 'scope_forbidden')
  })

  test('are named in the audit log, in versions and in events', async () => {
    const page = await signInPerson(await newAccount(), { name: 'Grace', role: 'owner' })
    const actor = { keyId: expect.stringMatching(/^key_/), name: 'Grace', personId: page.id }
    const { id } = (await page.call('POST', '/v1/profiles', { body: { name: 'Ours', projectId: 'p' } })).body
    const version = {
      id: 'v',
      branchId: 'main',
      parentVersionId: null,
      message: 'One',
      createdAt: '2026-01-01T00:00:00Z',
    }
    const snapshot = { seed: '', constraints: [], exemplars: [], comparisons: [] }
    const body = { profileData: { versions: [{ ...version, snapshot }] } }
    const patched = await page.call('PATCH', `/v1/profiles/${id}`, { body })
    expect(patched.status, patched.text).toBe(200)
    expect((await client.call('GET', `/v1/profiles/${id}/versions`)).body.versions[0].author).toEqual(actor)
    const events = (await client.call('GET', '/v1/events')).body.events
    expect(events.find(({ type }: { type: string }) => type === 'profile.created').data.author).toEqual(actor)
    await page.call('DELETE', `/v1/profiles/${id}`)
    const { entries } = (await client.call('GET', '/v1/audit')).body
    expect(
      entries.map(({ action, actor: by, target }: Record<string, unknown>) => ({ action, by, target })),
    ).toMatchObject([
      { action: 'profile.deleted', by: actor },
      { action: 'session.created', by: actor, target: { type: 'person', id: page.id } },
      { action: 'person.invited', target: { type: 'person', id: page.id } },
      { action: 'account.created' },
    ])
    await invite(client, { role: 'owner' })
    await client.call('DELETE', `/api/people/${page.id}?judgements=erase`)
    expect((await client.call('GET', '/v1/audit')).text).not.toContain('Grace')
  })

  test('are announced when they join and when they are removed, by name unless what they judged is erased', async () => {
    const page = await signInPerson(await newAccount(), { name: 'Grace', role: 'judge', projects: ['red'] })
    // Another link lets her in again, and she has joined already.
    const { url } = (await client.call('POST', `/api/people/${page.id}/invitations`)).body
    await signInWith(service, codeIn(url))
    await client.call('DELETE', `/api/people/${page.id}`)
    const ben = await signInPerson(client, { name: 'Ben', role: 'viewer' })
    await client.call('DELETE', `/api/people/${ben.id}?judgements=erase`)
    const { events } = (await client.call('GET', '/v1/events')).body
    const ofPeople = events.filter(({ type }: { type: string }) => type.startsWith('person.'))
    const actor = { keyId: expect.stringMatching(/^key_/), name: expect.any(String) }
    expect(ofPeople.map(({ type, projectId, data }: Record<string, unknown>) => [type, projectId, data])).toEqual([
      ['person.removed', null, { personId: ben.id, judgements: 'erase', author: actor }],
      [
        'person.joined',
        null,
        { personId: ben.id, name: 'Ben', role: 'viewer', author: { ...actor, personId: ben.id } },
      ],
      ['person.removed', null, { personId: page.id, name: 'Grace', judgements: 'keep', author: actor }],
      [
        'person.joined',
        null,
        {
          ...{ personId: page.id, name: 'Grace', role: 'judge', projects: ['red'] },
          author: { ...actor, personId: page.id },
        },
      ],
    ])
  })

  test('of another account do not exist', async () => {
    const { id } = await invite(service, { role: 'viewer' })
    const stranger = await newAccount()
    expectProblem(await stranger.call('GET', `/api/people/${id}`), 404, 'person_not_found')
    expectProblem(await stranger.call('PATCH', `/api/people/${id}`, { body: { name: 'x' } }), 404, 'person_not_found')
    expectProblem(await stranger.call('DELETE', `/api/people/${id}`), 404, 'person_not_found')
    expectProblem(await stranger.call('POST', `/api/people/${id}/invitations`), 404, 'person_not_found')
    expect((await stranger.call('GET', '/api/people')).body).toEqual({ people: [] })
  })
})

test(`an account has at most ${peoplePerAccountMax} people`, async () => {
  const service = await startService('sqlite')
  const one = () => service.call('POST', '/api/people', { body: { name: 'x', role: 'viewer' } })
  for (let i = 0; i < peoplePerAccountMax; i += 50) await Promise.all(Array.from({ length: 50 }, one))
  expectProblem(await one(), 422, 'too_many_people')
  await service.stop()
}, 60_000)
