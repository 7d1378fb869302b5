import { elementsPerListMax } from '@palate/core/profile/schema.ts'
import { beforeEach, describe, expect, it } from 'vitest'
import { useService } from '../harness/use-service.ts'
import {
  change,
  commit,
  createProfile,
  headOf,
  merge,
  problemOf,
  read,
  stateOf,
  succeed,
  version,
} from './profile-requests.ts'

describe('merge', () => {
  const service = useService('sqlite')
  let id: string

  /** main and x, both from `base`, each with one commit. */
  async function split(base: object, ours: object, theirs: object): Promise<void> {
    id = await createProfile(service)
    await change(service, id, {
      versions: [
        version({ id: 'base', snapshot: base }),
        version({ id: 'ours', parent: 'base', snapshot: ours }),
        version({ id: 'theirs', parent: 'base', branch: 'x', snapshot: theirs }),
      ],
      branches: [{ id: 'x', name: 'feature/x', headVersionId: 'theirs' }],
    })
  }
  const into = (more: object = {}) => merge(service, id, { sourceBranchId: 'x', targetBranchId: 'main', ...more })
  const untouched = async (work: () => Promise<void>) => {
    const before = await service.call('GET', `/v1/profiles/${id}`)
    await work()
    const after = await service.call('GET', `/v1/profiles/${id}`)
    expect([after.text, after.headers.get('etag')]).toEqual([before.text, before.headers.get('etag')])
  }

  describe('without conflicts', () => {
    beforeEach(() =>
      split(
        stateOf({ same: 0, mine: 0, yours: 0, dropped: 0, lost: 0, both: 0 }),
        stateOf({ same: 0, mine: 1, yours: 0, lost: 0, both: 2, new1: 1 }),
        stateOf({ new2: 2, same: 0, mine: 0, yours: 2, dropped: 0, both: 2 }),
      ),
    )

    it('200 {version, conflicts}: one new commit on the target with mergedFrom, and history stays linear', async () => {
      const { body } = succeed(await into())
      expect(body).toEqual({
        version: {
          id: expect.stringMatching(/^ver_/),
          branchId: 'main',
          parentVersionId: 'ours',
          message: 'Merge feature/x into main',
          createdAt: expect.any(String),
          mergedFrom: 'theirs',
          snapshot: stateOf({ same: 0, mine: 1, yours: 2, both: 2, new1: 1, new2: 2 }),
        },
        conflicts: [],
      })
      const { profileData, effectiveSnapshot } = await read(service, id)
      expect(profileData.versions.at(-1)).toEqual(body.version)
      expect(profileData.branches[0].headVersionId).toBe(body.version.id)
      expect(profileData.branches[1].headVersionId).toBe('theirs')
      expect(effectiveSnapshot.constraints).toEqual(body.version.snapshot.constraints)
    })

    it('the message is stored as sent', async () => {
      expect((await into({ message: 'Take both' })).body.version.message).toBe('Take both')
    })

    it('dryRun is 200 with version null and changes nothing', async () => {
      await untouched(async () => {
        expect(succeed(await into({ dryRun: true })).body).toEqual({ version: null, conflicts: [] })
      })
    })

    it('an already merged branch is up to date: version null, and nothing changes', async () => {
      succeed(await into())
      await untouched(async () => {
        expect(succeed(await into()).body).toEqual({ version: null, conflicts: [] })
      })
    })

    it('two branches that have merged each other are up to date: merging them again creates no commit', async () => {
      succeed(await into())
      const back = { sourceBranchId: 'main', targetBranchId: 'x' }
      expect(succeed(await merge(service, id, back)).body.version).not.toBeNull()
      for (const sides of [{}, back, {}]) {
        expect(succeed(await into(sides)).body).toEqual({ version: null, conflicts: [] })
      }
    })

    it('merging a branch with itself changes nothing', async () => {
      await untouched(async () => {
        const { body } = succeed(await merge(service, id, { sourceBranchId: 'x', targetBranchId: 'x' }))
        expect(body).toEqual({ version: null, conflicts: [] })
      })
    })

    it('a second merge starts from the last one: resolved conflicts do not return', async () => {
      const first = succeed(await into()).body.version
      await commit(service, id, { id: 'm2', parent: first.id, snapshot: stateOf({ same: 9, yours: 7 }) })
      await commit(service, id, {
        id: 'x2',
        parent: 'theirs',
        branch: 'x',
        snapshot: stateOf({ same: 0, yours: 2, more: 3 }),
      })
      const { body } = succeed(await into())
      expect(body.conflicts).toEqual([])
      expect(body.version.snapshot).toEqual(stateOf({ same: 9, yours: 7, more: 3 }))
    })

    it('a merge in the opposite direction brings the new elements, and then both are up to date', async () => {
      const first = succeed(await into()).body.version
      const back = succeed(await merge(service, id, { sourceBranchId: 'main', targetBranchId: 'x' })).body
      expect(back.version.mergedFrom).toBe(first.id)
      const { body } = await service.call('GET', `/v1/profiles/${id}/diff?from=main&to=x`)
      expect(body.constraints).toEqual({ added: [], removed: [], changed: [] })
    })

    it('it merges every kind, and the latent scores are those of the merged comparisons', async () => {
      const judged = (name: string, winner: string) => ({ id: name, frameA: 'a', frameB: 'b', winner })
      await split(
        {},
        { comparisons: [judged('p1', 'a')] },
        { comparisons: [{ ...judged('p2', 'a'), repeat: true }], exemplars: [{ id: 'e' }] },
      )
      expect(succeed(await into()).body.version.snapshot).toEqual({
        constraints: [],
        exemplars: [{ id: 'e' }],
        comparisons: [judged('p1', 'a'), { ...judged('p2', 'a'), repeat: true }],
        latentScores: { a: 0.740774, b: -0.740774 },
      })
    })
  })

  describe('with conflicts', () => {
    const side = (id: string, answer: number | null) => (answer === null ? null : { id, question: `${id}?`, answer })
    const conflict = (id: string, ours: number | null, theirs: number | null, base: number | null) => ({
      kind: 'constraints',
      id,
      ours: side(id, ours),
      theirs: side(id, theirs),
      base: side(id, base),
    })
    const conflicts = [conflict('changed', 1, 2, 0), conflict('new', 1, 2, null), conflict('gone', null, 2, 0)]
    beforeEach(() =>
      split(
        stateOf({ changed: 0, gone: 0, quiet: 0 }),
        stateOf({ changed: 1, quiet: 1, new: 1 }),
        stateOf({ changed: 2, gone: 2, quiet: 0, new: 2 }),
      ),
    )

    it.each([{}, { strategy: 'fail' }])('by default it is 409 merge_conflict with the conflicts (%j)', async (how) => {
      await untouched(async () => {
        const answer = await into(how)
        expect(problemOf(answer)).toEqual([409, 'merge_conflict'])
        expect(answer.body.conflicts).toEqual(conflicts)
      })
    })

    it("ours is the target's side", async () => {
      const { body } = succeed(await into({ strategy: 'ours' }))
      expect(body.version.snapshot).toEqual(stateOf({ changed: 1, quiet: 1, new: 1 }))
      expect(body.conflicts).toEqual(conflicts)
    })

    it("theirs is the source's side", async () => {
      const { body } = succeed(await into({ strategy: 'theirs' }))
      expect(body.version.snapshot).toEqual(stateOf({ changed: 2, quiet: 1, new: 2, gone: 2 }))
      expect(body.conflicts).toEqual(conflicts)
    })

    it.each(['fail', 'ours', 'theirs'])(
      'dryRun returns the conflicts (%s) with 200 and changes nothing',
      async (strategy) => {
        await untouched(async () => {
          expect(succeed(await into({ strategy, dryRun: true })).body).toEqual({ version: null, conflicts })
        })
      },
    )
  })

  describe('with resolutions', () => {
    beforeEach(() => split(stateOf({ a: 0, b: 0 }), stateOf({ a: 1, b: 1 }), stateOf({ a: 2 })))

    it('they resolve single conflicts, and the strategy resolves the others', async () => {
      const merged = await into({ resolutions: { constraints: { a: 'theirs' } } })
      expect(problemOf(merged)).toEqual([409, 'merge_conflict'])
      expect(merged.body.conflicts.map((one: { id: string }) => one.id)).toEqual(['b'])
      const rest = await into({ resolutions: { constraints: { a: 'theirs' } }, strategy: 'ours', dryRun: true })
      expect(succeed(rest).body.conflicts).toHaveLength(1)
      const resolutions = { constraints: { a: 'theirs', b: 'theirs', constructor: 'ours' }, exemplars: { a: 'ours' } }
      const { body } = succeed(await into({ resolutions, strategy: 'ours' }))
      expect(body).toMatchObject({ conflicts: [], version: { snapshot: stateOf({ a: 2 }) } })
    })

    it('without a strategy the merge succeeds if they resolve every conflict', async () => {
      const { body } = succeed(await into({ resolutions: { constraints: { a: 'ours', b: 'ours' } } }))
      expect(body).toMatchObject({ conflicts: [], version: { snapshot: stateOf({ a: 1, b: 1 }) } })
    })

    it.each([
      { resolutions: [] },
      { resolutions: { constraints: { a: 'mine' } } },
      { resolutions: { exemplars: 'ours' } },
    ])('%j is 400', async (wrong) => {
      await untouched(async () => {
        expect(problemOf(await into(wrong))).toEqual([400, 'invalid_request'])
      })
    })
  })

  it('conflicts contain inline pictures as sent', async () => {
    const picture = `data:image/png;base64,${'A'.repeat(20_000)}`
    const judged = (label: string) => ({ exemplars: [{ id: 'e', label, imageData: picture }] })
    await split({}, judged('good'), judged('bad'))
    const element = (label: string) => ({ id: 'e', label, imageData: picture })
    const conflicts = [{ kind: 'exemplars', id: 'e', ours: element('good'), theirs: element('bad'), base: null }]
    expect((await into()).body.conflicts).toEqual(conflicts)
    expect(succeed(await into({ dryRun: true })).body.conflicts).toEqual(conflicts)
  })

  describe('after criss-cross merges', () => {
    /** main has a1 and then b1 of x; x has b1 and then a1, which `old` still points to. */
    async function cross(base: object, a1: object, b1: object): Promise<void> {
      id = await createProfile(service)
      await change(service, id, {
        versions: [
          version({ id: 'base', snapshot: base }),
          version({ id: 'b1', parent: 'base', branch: 'x', snapshot: b1 }),
          version({ id: 'a1', parent: 'base', snapshot: a1 }),
        ],
        branches: [{ id: 'x', name: 'x', headVersionId: 'b1' }],
      })
      await change(service, id, { branches: [{ id: 'old', name: 'old', headVersionId: 'a1' }] })
      succeed(await into({ strategy: 'ours' }))
      succeed(await merge(service, id, { sourceBranchId: 'old', targetBranchId: 'x', strategy: 'ours' }))
    }

    it('deletions on one side are not undone, and changes on one side are not lost', async () => {
      await cross(stateOf({ c: 0 }), stateOf({ c: 1 }), stateOf({ c: 0, fromX: 0 }))
      const [a, b] = [await headOf(service, id), await headOf(service, id, 'x')]
      await commit(service, id, { id: 'a2', parent: a, snapshot: stateOf({ c: 1 }) })
      await commit(service, id, { id: 'b2', parent: b, branch: 'x', snapshot: stateOf({ c: 1, fromX: 0, added: 2 }) })
      const { body } = succeed(await into())
      expect(body).toMatchObject({ conflicts: [], version: { snapshot: stateOf({ c: 1, added: 2 }) } })
    })

    it('elements that both sides resolved differently conflict again', async () => {
      await cross(stateOf({ c: 0, d: 0 }), stateOf({ c: 1, d: 1 }), stateOf({ c: 2, d: 0 }))
      const answer = await into()
      expect(problemOf(answer)).toEqual([409, 'merge_conflict'])
      expect(answer.body.conflicts).toMatchObject([{ kind: 'constraints', id: 'c', base: null }])
      expect(succeed(await into({ strategy: 'theirs' })).body.version.snapshot).toEqual(stateOf({ c: 2, d: 1 }))
    })

    it('one merge later the branches are up to date', async () => {
      await cross(stateOf({ c: 0 }), stateOf({ c: 1 }), stateOf({ c: 0, fromX: 0 }))
      succeed(await into())
      const back = { sourceBranchId: 'main', targetBranchId: 'x' }
      succeed(await into(back))
      for (const sides of [{}, back]) {
        expect(succeed(await into(sides)).body).toEqual({ version: null, conflicts: [] })
      }
    })
  })

  it('a merge into an empty branch brings everything, without a parent', async () => {
    id = await createProfile(service)
    await change(service, id, {
      branches: [{ id: 'x', name: 'x' }],
      versions: [version({ id: 'x1', branch: 'x' })],
    })
    const { version: made } = succeed(await into()).body
    expect(made).toMatchObject({ parentVersionId: null, mergedFrom: 'x1', snapshot: stateOf({ c: 'x1' }) })
    expect(await headOf(service, id)).toBe(made.id)
  })

  it('a merge whose result exceeds the list limit is 400, and nothing changes', async () => {
    const many = (name: string, count: number) => ({
      ...stateOf({}),
      constraints: Array.from({ length: count }, (_, i) => ({ id: `${name}${i}` })),
    })
    await split(stateOf({}), many('a', elementsPerListMax), many('b', 1))
    await untouched(async () => {
      expect(problemOf(await into())).toEqual([400, 'invalid_request'])
      expect(problemOf(await into({ dryRun: true }))).toEqual([400, 'invalid_request'])
    })
  })

  it('from an empty branch there is nothing to merge', async () => {
    await split({}, {}, {})
    await change(service, id, { branches: [{ id: 'empty', name: 'empty', headVersionId: null }] })
    const { body } = succeed(await merge(service, id, { sourceBranchId: 'empty', targetBranchId: 'main' }))
    expect(body).toEqual({ version: null, conflicts: [] })
  })

  it('an unknown branch is 422 unknown_branch', async () => {
    await split({}, {}, {})
    expect(problemOf(await into({ sourceBranchId: 'nowhere' }))).toEqual([422, 'unknown_branch'])
    expect(problemOf(await into({ targetBranchId: 'nowhere' }))).toEqual([422, 'unknown_branch'])
  })

  it.each([{ strategy: 'mine' }, { dryRun: 'yes' }, { message: 1 }, { sourceBranchId: null }, { targetBranchId: '' }])(
    '%j is 400',
    async (wrong) => {
      await untouched(async () => {
        expect(problemOf(await into(wrong))).toEqual([400, 'invalid_request'])
      })
    },
  )
})
