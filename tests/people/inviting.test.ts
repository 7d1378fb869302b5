import { describe, expect, it } from 'vitest'
import { engines } from '../harness/service.ts'
import { useService } from '../harness/use-service.ts'

describe.each(engines)('people on %s', (engine) => {
  const service = useService(engine)

  it('are invited by a link with a code in its fragment, and listed newest first', async () => {
    const ada = await service.call('POST', '/api/people', {
      body: { name: ' Ada ', email: 'ada@example.com', role: 'owner', projects: ['studio', 'studio', 'web'] },
    })
    expect(ada.status).toBe(201)
    const { person, invitation } = ada.body
    expect(person).toEqual({
      id: expect.stringMatching(/^per_[0-9a-f]{32}$/),
      name: 'Ada',
      email: 'ada@example.com',
      role: 'owner',
      projects: ['studio', 'web'],
      status: 'invited',
      createdAt: expect.any(String),
    })
    expect(invitation.url).toMatch(/^http:\/\/[^/]+\/join#code=[A-Za-z0-9_-]{43}$/)
    expect(Date.parse(invitation.expiresAt) - Date.parse(person.createdAt)).toBe(7 * 24 * 3_600_000)
    const ben = await service.call('POST', '/api/people', { body: { name: 'Ben', role: 'viewer' } })
    const { body } = await service.call('GET', '/api/people')
    expect(body.people).toEqual([ben.body.person, person])
    const page = await service.call('GET', '/api/people?limit=1')
    const next = await service.call('GET', `/api/people?limit=1&cursor=${page.body.nextCursor}`)
    expect([...page.body.people, ...next.body.people]).toEqual(body.people)
  })

  it('do not show the keys that their sessions stand for among the keys of the account', async () => {
    const before = await service.call('GET', '/api/api-keys')
    await service.call('POST', '/api/people', { body: { name: 'Cleo', role: 'judge' } })
    const after = await service.call('GET', '/api/api-keys')
    expect(after.body.keys.map(({ id }: { id: string }) => id)).toEqual(
      before.body.keys.map(({ id }: { id: string }) => id),
    )
  })

  it('do not get roles or projects that the caller does not have', async () => {
    const { body: key } = await service.call('POST', '/api/api-keys', {
      body: { name: 'Limited', projectId: 'studio', scopes: ['read', 'score', 'admin'] },
    })
    const limited = service.as(key.key)
    const viewer = await limited.call('POST', '/api/people', { body: { name: 'Dora', role: 'viewer' } })
    expect(viewer.body.person.projects).toEqual(['studio'])
    const judge = await limited.call('POST', '/api/people', { body: { name: 'Dora', role: 'judge' } })
    expect([judge.status, judge.body.code, judge.body.scopes]).toEqual([403, 'scope_forbidden', ['teach']])
    const other = await limited.call('POST', '/api/people', {
      body: { name: 'Dora', role: 'viewer', projects: ['studio', 'web'] },
    })
    expect([other.status, other.body.code]).toEqual([403, 'project_forbidden'])
  })

  it.each([
    [{ role: 'viewer' }, '/name'],
    [{ name: ' ', role: 'viewer' }, '/name'],
    [{ name: 'x'.repeat(256), role: 'viewer' }, '/name'],
    [{ name: 'Eve' }, '/role'],
    [{ name: 'Eve', role: 'admin' }, '/role'],
    [{ name: 'Eve', role: 'viewer', email: 'eve' }, '/email'],
    [{ name: 'Eve', role: 'viewer', email: `${'e'.repeat(250)}@x.de` }, '/email'],
    [{ name: 'Eve', role: 'viewer', projects: [] }, '/projects'],
    [{ name: 'Eve', role: 'viewer', projects: Array.from({ length: 101 }, (_, i) => `p${i}`) }, '/projects'],
    [{ name: 'Eve', role: 'viewer', projects: ['a b'] }, '/projects/0'],
  ])('are not invited by %#', async (body, path) => {
    const answer = await service.call('POST', '/api/people', { body })
    expect([answer.status, answer.body.code]).toEqual([400, 'invalid_request'])
    expect(answer.body.errors.map((one: { path: string }) => one.path)).toEqual([path])
  })
})
