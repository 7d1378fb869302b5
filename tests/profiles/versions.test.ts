import { versionsPerPatchMax } from '@palate/core/profile/history/commit.ts'
import { beforeEach, describe, expect, it } from 'vitest'
import { engines } from '../harness/service.ts'
import { useService } from '../harness/use-service.ts'
import {
  change,
  commit,
  commitChain,
  createBranch,
  createProfile,
  headOf,
  patch,
  read,
  refuse,
  stateOf,
  version,
} from './profile-requests.ts'

describe.each(engines)('versions are append-only on %s', (engine) => {
  const service = useService(engine)
  let id: string
  beforeEach(async () => {
    id = await createProfile(service)
    await change(service, id, { versions: [version({ id: 'v1' }), version({ id: 'v2', parent: 'v1' })] })
  })

  const versions = async () => (await read(service, id)).profileData.versions
  const idsOf = async () => (await versions()).map((one: { id: string }) => one.id)
  const sending = (...sent: readonly object[]) => ({ profileData: { versions: sent } })

  it('stored versions need not be sent', async () => {
    await commit(service, id, { id: 'v3', parent: 'v2' })
    expect(await idsOf()).toEqual(['v1', 'v2', 'v3'])
    await change(service, id, { versions: [] })
    expect(await idsOf()).toEqual(['v1', 'v2', 'v3'])
  })

  it('a PATCH adds at most 1,000 versions, not counting stored ones that it repeats', async () => {
    const chain = Array.from({ length: versionsPerPatchMax + 1 }, (_, i) =>
      version({ id: `v${i + 3}`, parent: `v${i + 2}`, snapshot: {} }),
    )
    const { detail } = await refuse(service, id, sending(...chain), 422, 'too_many_versions')
    expect(detail).toBe('a PATCH adds at most 1000 versions: send the history in several requests, or import it')
    await change(service, id, { versions: [{ id: 'v1' }, { id: 'v2' }, ...chain.slice(0, -1)] })
    expect(await idsOf()).toHaveLength(2 + versionsPerPatchMax)
  })

  it('a version sent again without snapshot is a reference', async () => {
    const before = await versions()
    await change(service, id, { versions: [{ id: 'v1' }, { id: 'v2', branchId: 'main', message: 'Commit v2' }] })
    expect(await versions()).toEqual(before)
  })

  it('stored versions may be sent again whole, in any order, before and after new ones', async () => {
    const stored = await versions()
    await change(service, id, { versions: [version({ id: 'v3', parent: 'v2' }), ...stored.toReversed()] })
    expect(await idsOf()).toEqual(['v1', 'v2', 'v3'])
  })

  it('element ids and latent scores that the service assigned may be omitted', async () => {
    const comparisons = [{ frameA: 'a', frameB: 'b', winner: 'a' }]
    const sent = version({ id: 'v3', parent: 'v2', snapshot: { comparisons } })
    await change(service, id, { versions: [sent] })
    const before = await versions()
    expect(before[2].snapshot.latentScores).toEqual({ a: 0.521298, b: -0.521298 })
    await change(service, id, { versions: [sent] })
    await change(service, id, { versions: [{ id: 'v3', snapshot: {} }] })
    expect(await versions()).toEqual(before)
  })

  it.each([
    ['branchId', { branchId: 'other' }],
    ['parentVersionId', { parentVersionId: null }],
    ['message', { message: 'Better words' }],
    ['createdAt', { createdAt: '2020-01-01T00:00:00Z' }],
    ['mergedFrom', { mergedFrom: 'v1' }],
    ['snapshot', { snapshot: stateOf({ c: 'changed' }) }],
    ['snapshot', { snapshot: { constraints: [] } }],
    ['snapshot', { snapshot: { exemplars: [{ id: 'e' }] } }],
    ['snapshot', { snapshot: { latentScores: { a: 1 } } }],
  ])('a version whose sent %s differs from the stored one is 409 version_immutable', async (member, sent) => {
    const problem = await refuse(service, id, sending({ id: 'v2', ...sent }), 409, 'version_immutable')
    expect(problem.detail).toContain(member)
    await refuse(
      service,
      id,
      sending({ id: 'v2', ...sent }, version({ id: 'v3', parent: 'v2' })),
      409,
      'version_immutable',
    )
  })

  it('a new version needs an existing branch: 422 unknown_branch', async () => {
    await refuse(service, id, sending(version({ id: 'v3', parent: 'v2', branch: 'nowhere' })), 422, 'unknown_branch')
  })

  it('a new version may belong to a branch that the same PATCH creates', async () => {
    await change(service, id, {
      versions: [version({ id: 'x1', parent: 'v2', branch: 'x' })],
      branches: [{ id: 'x', name: 'x' }],
    })
    expect([await headOf(service, id, 'x'), await headOf(service, id)]).toEqual(['x1', 'v2'])
  })

  it('its parent must be the stored head: 409 head_conflict with headVersionId', async () => {
    for (const parent of ['v1', null]) {
      const problem = await refuse(service, id, sending(version({ id: 'v3', parent })), 409, 'head_conflict')
      expect(problem.headVersionId).toBe('v2')
    }
  })

  it('on an empty branch the stored head in the problem is null', async () => {
    await createBranch(service, id, { id: 'empty', headVersionId: null })
    const sent = version({ id: 'v3', parent: 'v1', branch: 'empty' })
    expect((await refuse(service, id, sending(sent), 409, 'head_conflict')).headVersionId).toBe(null)
  })

  it('a parent that does not exist is 422 unknown_version', async () => {
    await refuse(service, id, sending(version({ id: 'v3', parent: 'v9' })), 422, 'unknown_version')
  })

  it('several new versions may chain, and the head moves to the last', async () => {
    await commitChain(service, id, ['v3', 'v4', 'v5'])
    expect(await headOf(service, id)).toBe('v5')
    expect((await versions()).map((one: { parentVersionId: string }) => one.parentVersionId)).toEqual([
      null,
      'v1',
      'v2',
      'v3',
      'v4',
    ])
  })

  it('a chain that forks is 409 head_conflict, and none of it is stored', async () => {
    const chain = [version({ id: 'v3', parent: 'v2' }), version({ id: 'v4', parent: 'v2' })]
    expect((await refuse(service, id, sending(...chain), 409, 'head_conflict')).headVersionId).toBe('v2')
  })

  it('a chain may be sent in any order and is stored parents first', async () => {
    const chain = [
      version({ id: 'v5', parent: 'v4' }),
      version({ id: 'v3', parent: 'v2' }),
      version({ id: 'v4', parent: 'v3' }),
    ]
    await change(service, id, { versions: chain })
    expect(await idsOf()).toEqual(['v1', 'v2', 'v3', 'v4', 'v5'])
    expect(await headOf(service, id)).toBe('v5')
  })

  it.each([
    ['itself', [version({ id: 'a', parent: 'a' })], []],
    [
      'its own child',
      [version({ id: 'a', parent: 'b', snapshot: {} }), version({ id: 'b', parent: 'a', snapshot: {} })],
      [],
    ],
    [
      'itself on a new branch',
      [version({ id: 'a', parent: 'b', branch: 'x' }), version({ id: 'b', parent: 'a', branch: 'x' })],
      [{ id: 'x', name: 'x', headVersionId: 'a' }],
    ],
  ])('no version may follow %s: 422 unknown_version', async (_, sent, branches) => {
    await refuse(service, id, { profileData: { versions: sent, branches } }, 422, 'unknown_version')
  })

  it('chains on two branches may be mixed in one PATCH', async () => {
    await createBranch(service, id, { id: 'x' })
    await change(service, id, {
      versions: [
        version({ id: 'm3', parent: 'v2' }),
        version({ id: 'x3', parent: 'v2', branch: 'x' }),
        version({ id: 'm4', parent: 'm3' }),
        version({ id: 'x4', parent: 'x3', branch: 'x' }),
      ],
    })
    expect([await headOf(service, id), await headOf(service, id, 'x')]).toEqual(['m4', 'x4'])
  })

  it('the head moves to the last new version unless branches sets it', async () => {
    await change(service, id, {
      versions: [version({ id: 'v3', parent: 'v2' }), version({ id: 'v4', parent: 'v3' })],
      branches: [{ id: 'main', headVersionId: 'v3' }],
    })
    expect(await headOf(service, id)).toBe('v3')
  })

  it('a new version needs a branch and a snapshot; message and time are optional', async () => {
    const { branchId: _, ...noBranch } = version({ id: 'v3', parent: 'v2' })
    expect((await refuse(service, id, sending(noBranch), 400, 'invalid_request')).errors[0].path).toBe(
      '/profileData/versions/0/branchId',
    )
    const { snapshot, ...noSnapshot } = version({ id: 'v3', parent: 'v2' })
    expect((await refuse(service, id, sending(noSnapshot), 400, 'invalid_request')).errors[0].path).toBe(
      '/profileData/versions/0/snapshot',
    )
    await change(service, id, { versions: [{ id: 'v3', branchId: 'main', parentVersionId: 'v2', snapshot }] })
    expect((await versions())[2]).toEqual({
      id: 'v3',
      branchId: 'main',
      parentVersionId: 'v2',
      message: '',
      createdAt: expect.stringMatching(/Z$/),
      snapshot,
    })
  })

  it('the sent time of a version is stored unchanged', async () => {
    const times = ['2019-05-04T03:02:01+02:00', '2026-01-02T03:04Z', '20260102T0304+02']
    await change(service, id, {
      versions: times.map((createdAt, i) => ({ ...version({ id: `v${i + 3}`, parent: `v${i + 2}` }), createdAt })),
    })
    expect((await versions()).slice(2).map(({ createdAt }: { createdAt: string }) => createdAt)).toEqual(times)
  })

  it('a stored version may be sent again with its time in another format, which changes nothing', async () => {
    const sent = { ...version({ id: 'v3', parent: 'v2' }), createdAt: '2026-01-02T03:04:05.120Z' }
    await change(service, id, { versions: [sent] })
    const before = await versions()
    for (const createdAt of ['2026-01-02T03:04:05.12Z', '2026-01-02T03:04:05.120000+00:00', '20260102T040405.12+01']) {
      await change(service, id, { versions: [{ ...sent, createdAt }] })
    }
    expect(await versions()).toEqual(before)
    await refuse(service, id, sending({ ...sent, createdAt: '2026-01-02T03:04:05.121Z' }), 409, 'version_immutable')
  })

  it('the same version twice in one PATCH is 400', async () => {
    const twice = version({ id: 'v3', parent: 'v2' })
    await refuse(service, id, sending(twice, twice), 400, 'invalid_request')
  })

  it('a commit sent again, as after a lost response, is applied once', async () => {
    const sent = { versions: [version({ id: 'v3', parent: 'v2' })], branches: [{ id: 'main', headVersionId: 'v3' }] }
    await change(service, id, sent)
    await change(service, id, sent)
    expect(await idsOf()).toEqual(['v1', 'v2', 'v3'])
  })

  it('the response of PATCH has id, projectId, name, seed and updatedAt', async () => {
    const { status, body } = await patch(service, id, sending(version({ id: 'v3', parent: 'v2' })))
    const { projectId, name, seed, updatedAt } = await read(service, id)
    expect([status, body]).toEqual([200, { id, projectId, name, seed, updatedAt }])
  })
})
