import { beforeAll, describe, expect, it } from 'vitest'
import { frameOf } from '../frames/frame-requests.ts'
import { engines } from '../harness/service.ts'
import { useService } from '../harness/use-service.ts'
import { dataUrl, paint } from '../scoring/pictures.ts'
import { diagnose } from '../scoring/scoring-service.ts'
import { change, createProfile, merge, problemOf, read, stateOf, succeed, version } from './profile-requests.ts'

const none = { constraints: [], exemplars: [], comparisons: [] }

describe.each(engines)('elements about the same thing on %s', (engine) => {
  const service = useService(engine)
  let id: string
  let frame: { readonly id: string; readonly url: string }
  let inline: string
  beforeAll(async () => {
    const bytes = await paint({ mood: 'warm', seed: 9 })
    frame = await frameOf(service, bytes)
    inline = dataUrl(bytes)
  })

  /** main and x, both from `base`, each with one commit. */
  async function split(base: object, ours: object, theirs: object): Promise<void> {
    id = await createProfile(service)
    await change(service, id, {
      versions: [
        version({ id: 'base', snapshot: base }),
        version({ id: 'ours', parent: 'base', snapshot: ours }),
        version({ id: 'theirs', parent: 'base', branch: 'x', snapshot: theirs }),
      ],
      branches: [{ id: 'x', name: 'x', headVersionId: 'theirs' }],
    })
  }
  const into = (more: object = {}) => merge(service, id, { sourceBranchId: 'x', targetBranchId: 'main', ...more })
  const merged = async (more: object = {}) => succeed(await into(more)).body.version.snapshot

  const ours = { id: 'mine', label: 'good', url: 'frame' }
  const [good, bad] = [() => ({ ...ours, url: frame.url }), () => ({ id: 'yours', label: 'bad', url: inline })]

  it('that say different things are a conflict of the merge, under the id of the target', async () => {
    await split(
      {},
      { exemplars: [good()] },
      { exemplars: [bad(), { id: 'new', label: 'bad', url: 'https://a.test/' }] },
    )
    const conflicts = [{ kind: 'exemplars', id: 'mine', ours: good(), theirs: bad(), base: null }]
    const refused = await into()
    expect(problemOf(refused)).toEqual([409, 'merge_conflict'])
    expect(refused.body.conflicts).toEqual(conflicts)
    expect(succeed(await into({ dryRun: true })).body).toEqual({ version: null, conflicts })
    const preview = { to: { merge: { sourceBranchId: 'x', targetBranchId: 'main' } }, dimensions: ['brightness'] }
    const previewed = await service.call('POST', `/v1/profiles/${id}/preview`, { body: preview })
    expect([previewed.status, previewed.body.conflicts]).toEqual([409, conflicts])
    const resolved = await into({ resolutions: { exemplars: { mine: 'theirs' } } })
    expect(succeed(resolved).body.conflicts).toEqual([])
    expect(resolved.body.version.snapshot.exemplars.map((one: { id: string }) => one.id)).toEqual(['yours', 'new'])
  })

  it.each([
    ['ours', ['mine']],
    ['theirs', ['yours']],
  ])('strategy %s leaves the other side out', async (strategy, ids) => {
    await split({}, { exemplars: [good()] }, { exemplars: [bad()] })
    expect((await merged({ strategy })).exemplars.map((one: { id: string }) => one.id)).toEqual(ids)
  })

  it('are merged without a conflict if one side has not touched the judgement', async () => {
    const question = (id: string, answer: string) => ({ id, question: id === 'q1' ? 'Warm?' : ' warm? ', answer })
    const base = { constraints: [question('q1', 'yes')] }
    await split(base, base, { constraints: [question('q2', 'no')] })
    expect((await merged()).constraints).toEqual([question('q2', 'no')])
    await split(base, { constraints: [question('q2', 'no')] }, base)
    expect(succeed(await into()).body).toEqual({ version: null, conflicts: [] })
    expect((await read(service, id)).effectiveSnapshot.constraints).toEqual([question('q2', 'no')])
    await split(base, { constraints: [question('q1', 'never')] }, { constraints: [question('q2', 'no')] })
    expect((await into()).body.conflicts).toEqual([
      {
        kind: 'constraints',
        id: 'q1',
        ours: question('q1', 'never'),
        theirs: question('q2', 'no'),
        base: question('q1', 'yes'),
      },
    ])
  })

  it('that say the same are kept once, the next merge too', async () => {
    const pair = (id: string, winner: string) => ({ id, frameA: 'a', frameB: 'b', winner })
    const turned = (id: string, winner: string) => ({ id, frameA: 'b', frameB: 'a', winner })
    await split({}, { comparisons: [pair('p1', 'a')] }, { comparisons: [turned('p2', 'a')] })
    const first = succeed(await into()).body.version
    expect(first.snapshot.comparisons).toEqual([pair('p1', 'a')])
    const snapshot = { comparisons: [turned('p2', 'b')] }
    await change(service, id, { versions: [version({ id: 'x2', parent: 'theirs', branch: 'x', snapshot })] })
    expect((await merged()).comparisons).toEqual([turned('p2', 'b')])
  })

  it('under another id are changed in the diff and in the counts of the history', async () => {
    await split({ exemplars: [good()], constraints: stateOf({ a: 1 }).constraints }, {}, { exemplars: [bad()] })
    const { body } = succeed(await service.call('GET', `/v1/profiles/${id}/diff?from=base&to=x`))
    expect(body.exemplars).toEqual({ added: [], removed: [], changed: [{ id: 'yours', from: good(), to: bad() }] })
    expect(body.constraints).toEqual({ added: [], changed: [], removed: stateOf({ a: 1 }).constraints })
    const question = { question: 'A?', answer: 2 }
    await change(service, id, {
      versions: [version({ id: 'x2', parent: 'theirs', branch: 'x', snapshot: { constraints: [question] } })],
    })
    const next = { constraints: [{ ...question, answer: 3 }] }
    await change(service, id, { versions: [version({ id: 'x3', parent: 'x2', branch: 'x', snapshot: next })] })
    const { versions } = succeed(await service.call('GET', `/v1/profiles/${id}/versions?branchId=x&limit=1`)).body
    expect(versions[0].changes.constraints).toEqual({ added: 0, removed: 0, changed: 1 })
  })

  it('that say different things in one state are stored as sent and named by the diagnostics', async () => {
    id = await createProfile(service)
    const snapshot = {
      ...none,
      constraints: [
        { id: 'c1', question: 'Warm?', answer: 'yes' },
        { id: 'c2', question: 'Warm?', answer: 'no', dimension: 'mood' },
        { id: 'c3', question: ' warm?', answer: 'no' },
        { id: 'c4', question: 'Light?', answer: 'no' },
        { id: 'c5', question: 'Light?', answer: 'no' },
      ],
      exemplars: [good(), bad()],
      comparisons: [
        { id: 'p1', frameA: 'a', frameB: 'b', winner: 'a' },
        { id: 'p2', frameA: 'b', frameB: 'a', winner: 'b' },
        { id: 'p3', frameA: 'b', frameB: 'a', winner: 'tie' },
      ],
    }
    await change(service, id, { versions: [version({ id: 'v1', snapshot })] })
    const { body } = succeed(await service.call('GET', `/v1/profiles/${id}/versions/v1`))
    expect(body.snapshot).toMatchObject(snapshot)
    expect((await diagnose(service, id)).contradictions).toEqual([
      { kind: 'constraints', about: 'Warm?', elements: ['c1', 'c3'] },
      { kind: 'exemplars', about: frame.url, elements: ['mine', 'yours'] },
      { kind: 'comparisons', about: 'a, b', elements: ['p1', 'p2', 'p3'] },
    ])
  })
})
