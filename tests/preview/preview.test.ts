import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Client } from '../harness/client.ts'
import { expectInvalidAt, expectProblem } from '../harness/problem.ts'
import { change, createBranch, createProfile, merge, succeed, version } from '../profiles/profile-requests.ts'
import { dataUrl, paint } from '../scoring/pictures.ts'
import { openStage, profileWith, type Stage, scoresOf } from '../scoring/scoring-service.ts'

/** An ignored text that makes a profile large, so that its states are built on an offload thread. */
const long = 'x'.repeat(100_000)

describe('a preview', () => {
  let stage: Stage
  let warm: string
  let cold: string
  let frames: readonly { readonly id: string; readonly url: string }[]
  beforeAll(async () => {
    stage = await openStage('sqlite')
    warm = await stage.picture('warm', 901)
    cold = await stage.picture('cold', 902)
    frames = [
      { id: 'warm', url: warm },
      { id: 'cold', url: cold },
    ]
  })
  afterAll(() => stage.close())

  const ask = (id: string, body: object, client: Client = stage.service) =>
    client.call('POST', `/v1/profiles/${id}/preview`, { body })
  const preview = async (id: string, body: object) => succeed(await ask(id, { frames, ...body })).body
  const scores = async (id: string, state: object) =>
    (await scoresOf(stage.service, id, frames, state)).map(({ aesthetics }: { aesthetics: number }) => ({ aesthetics }))
  const sideOf = (body: { frames: readonly Record<string, unknown>[] }, side: string) =>
    body.frames.map((frame) => frame[side])
  const wish = (answer: string, note = '') => ({ constraints: [{ id: 'c', question: 'Colours?', answer, note }] })

  describe.each(['small', 'large'])('of a %s profile', (size) => {
    const note = size === 'large' ? long : ''
    let id: string

    /** main and `x`, both from `base`, each with one commit; `c` is a conflict. */
    beforeAll(async () => {
      const exemplar = (name: string, url: string, label: string) => ({ id: name, url, label })
      id = await createProfile(stage.service, { seed: 'calm' })
      await change(stage.service, id, {
        versions: [
          version({ id: 'base', snapshot: wish('warm', note) }),
          version({
            id: 'ours',
            parent: 'base',
            snapshot: { ...wish('very warm', note), exemplars: [exemplar('a', warm, 'good')] },
          }),
          version({
            id: 'theirs',
            parent: 'base',
            branch: 'x',
            snapshot: { ...wish('very cold', note), exemplars: [exemplar('b', cold, 'good')] },
          }),
        ],
        branches: [{ id: 'x', name: 'feature/x', headVersionId: 'theirs' }],
        workingChanges: { constraints: [{ id: 'w', question: 'Light?', answer: 'dark' }] },
      })
      // This is the seed of the merge, and not of its parents.
      await stage.service.call('PATCH', `/v1/profiles/${id}`, { body: { seed: 'bright and blue' } })
    })

    it('scores versions, branches and the working changes exactly as POST /v1/score does', async () => {
      const rolledBack = await preview(id, { from: 'main', to: 'base' })
      expect(rolledBack).toMatchObject({ from: { versionId: 'ours' }, to: { versionId: 'base' } })
      expect(sideOf(rolledBack, 'from')).toEqual(await scores(id, { branch_id: 'main' }))
      expect(sideOf(rolledBack, 'to')).toEqual(await scores(id, { version_id: 'base' }))
      const working = await preview(id, { from: 'x', to: 'working' })
      expect(working).toMatchObject({ from: { versionId: 'theirs' }, to: { versionId: 'ours', working: true } })
      expect(sideOf(working, 'from')).toEqual(await scores(id, { branch_id: 'x' }))
      expect(sideOf(working, 'to')).toEqual(await scores(id, { include_working: true }))
      expect(sideOf(working, 'to')).not.toEqual(sideOf(rolledBack, 'from'))
      expect(await preview(id, { from: 'x' })).toEqual(working)
      const elsewhere = await preview(id, { from: 'x', to: 'working:x' })
      expect(elsewhere.to).toEqual({ versionId: 'theirs', working: true })
      expect(sideOf(elsewhere, 'to')).toEqual(await scores(id, { branch_id: 'x', include_working: true }))
      expectProblem(await ask(id, { frames, to: 'working:y' }), 404, 'version_not_found')
    })

    it('decides before and after, and says whether a move is more than uncertainty, if it is asked to', async () => {
      const body = await preview(id, { from: 'x', to: 'main', verdict: true, dimensions: ['aesthetics', 'brightness'] })
      const decided = async (branch: string) => {
        const scored = await scoresOf(stage.service, id, frames, { branch_id: branch, verdict: true })
        return scored.map(
          ({ verdict }: { verdict: { aesthetics: { decision: string } } }) => verdict.aesthetics.decision,
        )
      }
      const verdicts = body.frames.map(({ verdict }: { verdict: object }) => verdict)
      const [before, after] = [await decided('x'), await decided('main')]
      expect(verdicts).toEqual(
        frames.map((_, i) => ({ aesthetics: { from: before[i], to: after[i], isSure: expect.any(Boolean) } })),
      )
      const changed = before.filter((decision: string, i: number) => decision !== after[i]).length
      expect([body.considered, body.decidedAnew]).toEqual([2, { aesthetics: changed }])
      // Nothing moves between equal states.
      const same = await preview(id, { from: 'main', to: 'main', verdict: true })
      expect(same.frames[0].verdict.aesthetics.isSure).toBe(false)
      const without = await preview(id, { from: 'x', to: 'main' })
      expect([without.decidedAnew, without.frames[0].verdict]).toEqual([undefined, undefined])
    })

    it('a merge with conflicts is 409 merge_conflict, with the same problem as the merge itself', async () => {
      const branches = { sourceBranchId: 'x', targetBranchId: 'main' }
      const { requestId: _, ...problem } = expectProblem(
        await ask(id, { to: { merge: branches } }),
        409,
        'merge_conflict',
      )
      const { requestId: __, ...expected } = expectProblem(
        await merge(stage.service, id, branches),
        409,
        'merge_conflict',
      )
      expect(problem).toEqual(expected)
      expect(problem.conflicts).toEqual([expect.objectContaining({ kind: 'constraints', id: 'c' })])
    })

    it('scores the result of a merge, with each strategy and resolution', async () => {
      const rules = [
        { strategy: 'ours' },
        { strategy: 'theirs' },
        { strategy: 'ours', resolutions: { constraints: { c: 'theirs' } } },
      ]
      for (const [i, rule] of rules.entries()) {
        await createBranch(stage.service, id, { id: `target${i}`, headVersionId: 'ours' })
        const request = { sourceBranchId: 'x', targetBranchId: `target${i}`, ...rule }
        const body = await preview(id, { from: `target${i}`, to: { merge: request } })
        expect(body).toMatchObject({ from: { versionId: 'ours' }, to: { versionId: 'ours', mergedFrom: 'theirs' } })
        const { version: made } = succeed(await merge(stage.service, id, request)).body
        expect(sideOf(body, 'to')).toEqual(await scores(id, { version_id: made.id }))
        expect(sideOf(body, 'to')).not.toEqual(sideOf(body, 'from'))
      }
    })

    it('a merge that adds nothing shows the target unchanged', async () => {
      const request = { sourceBranchId: 'main', targetBranchId: 'x', strategy: 'ours' }
      await createBranch(stage.service, id, { id: 'old', headVersionId: 'base' })
      const body = await preview(id, { to: { merge: { ...request, sourceBranchId: 'old' } } })
      expect(sideOf(body, 'to')).toEqual(await scores(id, { branch_id: 'x' }))
      expect(body.frames[0]).not.toHaveProperty('from')
      expect(body).not.toHaveProperty('from')
    })
  })

  it('before the first commit the states are empty, and a merge of nothing adds nothing', async () => {
    const id = await createProfile(stage.service, { seed: 'cold' })
    await createBranch(stage.service, id, { id: 'x' })
    const body = await preview(id, { from: 'main', to: { merge: { sourceBranchId: 'x', targetBranchId: 'main' } } })
    expect(body).toMatchObject({ from: { versionId: null }, to: { versionId: null, mergedFrom: null } })
    expect(sideOf(body, 'from')).toEqual(await scores(id, {}))
    expect(sideOf(body, 'to')).toEqual(sideOf(body, 'from'))
  })

  it('returns every requested dimension, and a reason for an unreadable frame', async () => {
    const id = await profileWith(stage.service, wish('warm'))
    const requests = [
      { id: 'gone', url: stage.host.url('gone.png') },
      { id: 'inline', url: dataUrl(await paint({ mood: 'grey', seed: 903, width: 200, height: 200 })) },
    ]
    const body = await preview(id, { from: 'v1', to: 'v1', frames: requests, dimensions: ['brightness', 'aesthetics'] })
    const [{ brightness, aesthetics }] = await scoresOf(stage.service, id, requests.slice(1), {
      dimensions: ['brightness', 'aesthetics'],
    })
    const none = { brightness: null, aesthetics: null }
    expect(body.frames).toEqual([
      {
        ...requests[0],
        ...{ from: none, to: none },
        error: { code: 'fetch_failed', message: 'the host answered with status 404', retryable: false },
      },
      {
        // A long data URL is not repeated.
        ...{ id: 'inline', url: null, thumbnail: expect.stringMatching(/^\/v1\/thumbnails\//) },
        ...{ from: { brightness, aesthetics }, to: { brightness, aesthetics } },
      },
    ])
    expect((await stage.service.call('GET', body.frames[1].thumbnail)).status).toBe(200)
  })

  it('reports the errors in a request', async () => {
    const id = await profileWith(stage.service, wish('warm'))
    const branches = { sourceBranchId: 'main', targetBranchId: 'main' }
    expectProblem(await ask('prof_0', { to: 'main' }), 404, 'profile_not_found')
    expectProblem(await ask(id, { to: 'v9' }), 404, 'version_not_found')
    expectProblem(await ask(id, { from: 'v9', to: 'main' }), 404, 'version_not_found')
    for (const member of ['sourceBranchId', 'targetBranchId']) {
      const { detail } = expectProblem(
        await ask(id, { to: { merge: { ...branches, [member]: 'y' } } }),
        422,
        'unknown_branch',
      )
      expect(detail).toContain(member)
    }
    expectProblem(await ask(id, { to: 'main', frames, dimensions: ['prettyness'] }), 422, 'unknown_dimension')
    expectInvalidAt(await ask(id, { to: null }), '/to')
    expectInvalidAt(await ask(id, { to: 7 }), '/to')
    expectInvalidAt(await ask(id, { to: '' }), '/to')
    expectInvalidAt(await ask(id, { to: {} }), '/to/merge')
    expectInvalidAt(await ask(id, { to: { merge: { sourceBranchId: 'x' } } }), '/to/merge/targetBranchId')
    expectInvalidAt(await ask(id, { to: { merge: { ...branches, strategy: 'best' } } }), '/to/merge/strategy')
    expectInvalidAt(await ask(id, { from: { merge: branches }, to: 'main' }), '/from')
    expectInvalidAt(await ask(id, { to: 'main', frames: [] }), '/frames')
    expectInvalidAt(await ask(id, { to: 'main', dimensions: [] }), '/dimensions')
  })

  it('accepts at most 100 frames', async () => {
    const id = await profileWith(stage.service, wish('warm'))
    const many = (count: number) => Array.from({ length: count }, (_, i) => ({ id: `f${i}`, url: warm }))
    const body = await preview(id, { to: 'main', frames: many(100) })
    expect(body.frames.map((frame: { id: string }) => frame.id)).toEqual(many(100).map((frame) => frame.id))
    expectInvalidAt(await ask(id, { to: 'main', frames: many(101) }), '/frames')
    const names = Array.from({ length: 201 }, () => 'brightness')
    expect((await ask(id, { to: 'main', frames, dimensions: names.slice(1) })).status).toBe(200)
    expectInvalidAt(await ask(id, { to: 'main', frames, dimensions: names }), '/dimensions')
  })

  it("needs the scope score or write, and a profile of the key's account and project", async () => {
    const id = await profileWith(stage.service, wish('warm'))
    const keyWith = async (body: object) =>
      stage.service.as((await stage.service.call('POST', '/api/api-keys', { body: { name: 'k', ...body } })).body.key)
    const body = { to: 'main', frames }
    for (const scope of ['score', 'write']) {
      expect((await ask(id, body, await keyWith({ scopes: [scope] }))).status).toBe(200)
    }
    expectProblem(await ask(id, body, await keyWith({ scopes: ['read', 'teach', 'admin'] })), 403, 'scope_forbidden')
    expectProblem(await ask(id, body, await keyWith({ projectId: 'other' })), 404, 'profile_not_found')
    expectProblem(await ask(id, body, stage.service.as(await stage.service.newAccount())), 404, 'profile_not_found')
  })
})
