import { beforeAll, describe, expect, it } from 'vitest'
import { engines } from '../harness/service.ts'
import { useService } from '../harness/use-service.ts'
import { commit, commitChain, createProfile, patch, problemOf, read, stateOf, succeed } from './profile-requests.ts'

describe.each(engines)('reading a profile on %s', (engine) => {
  const service = useService(engine)
  let id: string
  beforeAll(async () => {
    id = await createProfile(service, { seed: 'Quiet' })
    await commitChain(service, id, ['v1', 'v2'])
  })

  const get = (query = '', headers: Record<string, string> = {}) =>
    service.call('GET', `/v1/profiles/${id}${query}`, { headers })
  const etag = async () => (await get()).headers.get('etag') ?? ''

  it('the snapshots are inside profileData.versions, which come in the order of creation', async () => {
    const { body } = succeed(await get())
    expect(body.profileData.versions).toEqual([
      {
        id: 'v1',
        branchId: 'main',
        parentVersionId: null,
        message: 'Commit v1',
        createdAt: expect.any(String),
        snapshot: stateOf({ c: 'v1' }),
      },
      {
        id: 'v2',
        branchId: 'main',
        parentVersionId: 'v1',
        message: 'Commit v2',
        createdAt: expect.any(String),
        snapshot: stateOf({ c: 'v2' }),
      },
    ])
    expect((await get('?snapshots=include')).text).toBe((await get()).text)
  })

  it('the document has the members of the specification and no others', async () => {
    const body = await read(service, id)
    const members = (value: object) => Object.keys(value).sort().join(' ')
    expect(members(body)).toBe('createdAt effectiveSnapshot id name profileData projectId seed updatedAt')
    expect(members(body.profileData)).toBe('branches budget currentBranchId versions workingChanges')
    expect(members(body.effectiveSnapshot)).toBe(
      'comparisons constraints embeddingCentroid exemplars latentScores promptSummary',
    )
    expect(members(body.profileData.branches[0])).toBe('createdAt headVersionId id name')
  })

  it('?snapshots=omit leaves the snapshots out and changes nothing else', async () => {
    const { body } = succeed(await get('?snapshots=omit'))
    const whole = await read(service, id)
    const versions = whole.profileData.versions.map(({ snapshot: _, ...rest }: { snapshot: unknown }) => rest)
    expect(body).toEqual({ ...whole, profileData: { ...whole.profileData, versions } })
  })

  it('another value of snapshots is 400', async () => {
    expect(problemOf(await get('?snapshots=none'))).toEqual([400, 'invalid_request'])
  })

  it.each([
    'prof_00000000000070008000000000000000',
    'nonsense',
    'prof_',
    '%00',
    'PROF_00000000000070008000000000000000',
  ])('an unknown id (%s) is 404 profile_not_found for every operation', async (unknown) => {
    const path = `/v1/profiles/${unknown}`
    const merge = { sourceBranchId: 'main', targetBranchId: 'main' }
    const answers = [
      await service.call('GET', path),
      await service.call('PATCH', path, { body: { name: 'X' } }),
      await service.call('DELETE', path),
      await service.call('GET', `${path}/export`),
      await service.call('GET', `${path}/versions`),
      await service.call('GET', `${path}/versions/v1`),
      await service.call('GET', `${path}/diff?from=main&to=working`),
      await service.call('POST', `${path}/merge`, { body: merge }),
      await service.call('DELETE', `${path}/branches/x`),
    ]
    for (const answer of answers) expect(problemOf(answer)).toEqual([404, 'profile_not_found'])
  })

  it('the response has a two-part ETag that stays while nothing changes', async () => {
    expect(await etag()).toMatch(/^"[^"-]+-[^"-]+"$/)
    expect(await etag()).toBe(await etag())
    expect((await get('?snapshots=omit')).headers.get('etag')).toBe(await etag())
  })

  it('If-None-Match with the ETag is 304 without a body', async () => {
    const tag = await etag()
    for (const header of [tag, `W/${tag}`, `"other", ${tag}`, '*']) {
      const { status, text, headers } = await get('', { 'if-none-match': header })
      expect([status, text, headers.get('etag')]).toEqual([304, '', tag])
    }
  })

  it('If-None-Match compares both parts: with another second part it is 200', async () => {
    const tag = (await etag()).replace(/-[^-]+"$/, '-else"')
    expect((await get('', { 'if-none-match': tag })).status).toBe(200)
  })

  it('every write produces a new ETag, which its response contains', async () => {
    const before = await etag()
    const answer = await patch(service, id, { seed: 'Loud' })
    expect(answer.headers.get('etag')).not.toBe(before)
    expect(answer.headers.get('etag')).toBe(await etag())
    expect((await get('', { 'if-none-match': before })).status).toBe(200)
  })

  it('the response of the creation also has the ETag', async () => {
    const answer = await service.call('POST', '/v1/profiles', { body: { projectId: 'tags', name: 'Tagged' } })
    const { headers } = await service.call('GET', `/v1/profiles/${answer.body.id}`)
    expect(answer.headers.get('etag')).toBe(headers.get('etag'))
  })

  it('If-Match on PATCH succeeds if the profile is unchanged, and is 412 if it has changed', async () => {
    const tag = await etag()
    const first = await patch(service, id, { seed: 'First' }, { 'if-match': tag })
    expect(first.status).toBe(200)
    const second = await patch(service, id, { seed: 'Second' }, { 'if-match': tag })
    expect(problemOf(second)).toEqual([412, 'precondition_failed'])
    expect((await read(service, id)).seed).toBe('First')
    expect(await etag()).toBe(first.headers.get('etag'))
  })

  it('If-Match compares only the first part, so that a late centroid breaks no update', async () => {
    const late = (await etag()).replace(/-[^-]+"$/, '-else"')
    expect((await patch(service, id, { seed: 'Late' }, { 'if-match': late })).status).toBe(200)
  })

  it('If-Match accepts a list and a star', async () => {
    const tag = await etag()
    expect((await patch(service, id, { seed: 'List' }, { 'if-match': `"0-0", ${tag}` })).status).toBe(200)
    expect((await patch(service, id, { seed: 'Star' }, { 'if-match': '*' })).status).toBe(200)
    expect((await patch(service, id, { seed: 'Odd' }, { 'if-match': 'nonsense' })).status).toBe(412)
  })

  it('If-Match on DELETE is 412 if the profile has changed, and nothing is deleted', async () => {
    const doomed = await createProfile(service)
    const path = `/v1/profiles/${doomed}`
    const old = (await service.call('GET', path)).headers.get('etag') ?? ''
    await commit(service, doomed, { id: 'v1' })
    expect(problemOf(await service.call('DELETE', path, { headers: { 'if-match': old } }))).toEqual([
      412,
      'precondition_failed',
    ])
    const now = (await service.call('GET', path)).headers.get('etag') ?? ''
    expect((await service.call('DELETE', path, { headers: { 'if-match': now } })).body).toEqual({ success: true })
  })
})
