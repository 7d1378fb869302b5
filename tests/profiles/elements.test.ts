import { beforeAll, describe, expect, it } from 'vitest'
import { useService } from '../harness/use-service.ts'
import { change, commit, createProfile, read, refuse, version } from './profile-requests.ts'

const rich: Readonly<Record<string, readonly object[]>> = {
  constraints: [
    { id: 'c1', category: 'light', question: 'Warm or cold?', answer: 'Warm', dimension: 'aesthetics', weight: 2 },
    {
      id: 'c2',
      question: 'Which?',
      answer: { any: ['of', 'these', null, 1.5, true] },
      asked: { by: 'Ann', 'a/b~c': 0 },
    },
    { id: 'ünï/✓', answer: null, __note: '', constructor: 'kept', toString: [] },
  ],
  exemplars: [
    { id: 'e1', label: 'good', url: 'https://pictures.test/1.png', frameId: 'f1', weight: 0.5, source: { tool: 'x' } },
    { id: 'e2', label: 'bad', imageData: 'data:image/png;base64,AAAA', dimension: 'usability', rating: 3 },
  ],
  comparisons: [
    { id: 'p1', frameA: 'f1', frameB: { id: 'f2', url: 'frame:2', extra: 1 }, winner: 'f1', seconds: 2.25 },
    { id: 'p2', frameA: 'f1', frameB: 'f2', winner: 'tie', dimension: 'usability', judge: null },
  ],
}
const without = { constraints: [], exemplars: [], comparisons: [] }

describe('elements', () => {
  const service = useService('sqlite')
  let id: string
  beforeAll(async () => {
    id = await createProfile(service)
  })

  const stored = async (snapshot: object) => {
    const profile = await createProfile(service)
    await commit(service, profile, { id: 'v1', snapshot })
    return (await read(service, profile)).profileData.versions[0].snapshot
  }

  it('unknown members are stored and returned as sent', async () => {
    expect(await stored({ ...rich, latentScores: { f1: 1, f2: -1 } })).toEqual({
      ...rich,
      latentScores: { f1: 1, f2: -1 },
    })
    await change(service, id, { workingChanges: rich })
    expect((await read(service, id)).profileData.workingChanges).toEqual(rich)
  })

  it('a missing or null id is assigned, and the other members stay', async () => {
    const { constraints, exemplars, comparisons } = await stored({
      constraints: [
        { question: 'A?', answer: 'a' },
        { id: null, question: 'B?' },
      ],
      exemplars: [{ label: 'good', url: 'https://pictures.test/1.png' }],
      comparisons: [{ frameA: 'f1', frameB: 'f2', winner: 'f2' }],
    })
    expect(constraints).toEqual([
      { id: expect.stringMatching(/^con_/), question: 'A?', answer: 'a' },
      { id: expect.stringMatching(/^con_/), question: 'B?' },
    ])
    expect(exemplars).toEqual([
      { id: expect.stringMatching(/^exm_/), label: 'good', url: 'https://pictures.test/1.png' },
    ])
    expect(comparisons).toEqual([{ id: expect.stringMatching(/^cmp_/), frameA: 'f1', frameB: 'f2', winner: 'f2' }])
  })

  it('an element sent again without its id gets the same id', async () => {
    const element = { question: 'Stable?', answer: 'yes' }
    const profile = await createProfile(service)
    await commit(service, profile, { id: 'v1', snapshot: { constraints: [element] } })
    await commit(service, profile, { id: 'v2', parent: 'v1', snapshot: { constraints: [{ answer: 'no' }, element] } })
    await change(service, profile, { workingChanges: { constraints: [{ answer: 'yes', question: 'Stable?' }] } })
    const { versions, workingChanges } = (await read(service, profile)).profileData
    const assigned = versions[0].snapshot.constraints[0].id
    expect(versions[1].snapshot.constraints[1].id).toBe(assigned)
    expect(workingChanges.constraints[0].id).toBe(assigned)
  })

  it('equal elements without ids get different ids', async () => {
    const { constraints } = await stored({ constraints: [{ answer: 'same' }, { answer: 'same' }, { answer: 'same' }] })
    expect(new Set(constraints.map((one: { id: string }) => one.id)).size).toBe(3)
  })

  it('a missing list in a snapshot is empty', async () => {
    expect(await stored({})).toEqual({ ...without, latentScores: {} })
  })

  it.each(['constraints', 'exemplars', 'comparisons'])('the same id twice in %s is 400', async (kind) => {
    const twice = { [kind]: [{ id: 'a' }, { id: 'b' }, { id: 'a' }] }
    const versions = [version({ id: 'twice', snapshot: twice })]
    const problem = await refuse(service, id, { profileData: { versions } }, 400, 'invalid_request')
    expect(problem.errors).toEqual([
      { path: `/profileData/versions/0/snapshot/${kind}/2/id`, message: 'the id "a" appears twice' },
    ])
    await refuse(service, id, { profileData: { workingChanges: twice } }, 400, 'invalid_request')
  })

  it('the same id in two kinds identifies two elements', async () => {
    const same = { constraints: [{ id: 'a' }], exemplars: [{ id: 'a' }], comparisons: [{ id: 'a' }] }
    expect(await stored(same)).toEqual({ ...same, latentScores: {} })
  })

  it.each([
    ['constraints', [7], '/constraints/0'],
    ['constraints', {}, '/constraints'],
    ['constraints', null, '/constraints'],
    ['constraints', [{ id: 7 }], '/constraints/0/id'],
    ['constraints', [{ id: '' }], '/constraints/0/id'],
    ['constraints', [{ id: 'i'.repeat(256) }], '/constraints/0/id'],
    ['constraints', [{ question: ['?'] }], '/constraints/0/question'],
    ['constraints', [{ weight: '1' }], '/constraints/0/weight'],
    ['constraints', [{ weight: -1 }], '/constraints/0/weight'],
    ['exemplars', [{ label: 'fine' }], '/exemplars/0/label'],
    ['exemplars', [{ url: 1 }], '/exemplars/0/url'],
    ['exemplars', [{ imageData: {} }], '/exemplars/0/imageData'],
    ['exemplars', [{ dimension: '' }], '/exemplars/0/dimension'],
    ['comparisons', [{ winner: 1 }], '/comparisons/0/winner'],
    ['comparisons', [{ frameA: {} }], '/comparisons/0/frameA'],
    ['comparisons', [{ frameB: 3 }], '/comparisons/0/frameB'],
  ])('a member of the wrong type is 400 with its path: %s %j', async (kind, list, place) => {
    const working = { profileData: { workingChanges: { [kind]: list } } }
    const problem = await refuse(service, id, working, 400, 'invalid_request')
    expect(problem.errors[0].path.startsWith(`/profileData/workingChanges${place}`)).toBe(true)
    const versions = [version({ id: 'wrong', snapshot: { [kind]: list } })]
    await refuse(service, id, { profileData: { versions } }, 400, 'invalid_request')
  })

  it('an unusable element (no picture, no winner, unknown frame) is still stored', async () => {
    const useless = {
      constraints: [{ id: 'c' }],
      exemplars: [{ id: 'e', label: 'good' }],
      comparisons: [
        { id: 'p', frameA: 'x' },
        { id: 'q', frameA: 'x', frameB: 'y', winner: 'z' },
      ],
    }
    expect(await stored(useless)).toEqual({ ...useless, latentScores: {} })
  })

  it('a snapshot without latentScores gets them computed from its comparisons', async () => {
    const comparisons = [
      { id: 'p1', frameA: 'a', frameB: 'b', winner: 'a' },
      { id: 'p2', frameA: 'b', frameB: 'c', winner: 'b' },
    ]
    expect((await stored({ comparisons })).latentScores).toEqual({ a: 0.674832, b: 0, c: -0.674832 })
  })

  it('supplied latentScores are kept', async () => {
    const comparisons = [{ id: 'p1', frameA: 'a', frameB: 'b', winner: 'a' }]
    expect((await stored({ comparisons, latentScores: { z: 3.5 } })).latentScores).toEqual({ z: 3.5 })
    expect((await stored({ comparisons, latentScores: {} })).latentScores).toEqual({})
  })
})
