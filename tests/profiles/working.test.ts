import { beforeEach, describe, expect, it } from 'vitest'
import { engines } from '../harness/service.ts'
import { useService } from '../harness/use-service.ts'
import { change, createProfile, patch, read, refuse, succeed, version } from './profile-requests.ts'

const questions = [{ id: 'c', question: 'Warm?', answer: 'yes' }]
const labelled = [{ id: 'e', label: 'good', url: 'https://pictures.test/1.png' }]
const compared = [{ id: 'p', frameA: 'a', frameB: 'b', winner: 'a' }]

describe.each(engines)('working changes, budget and metadata on %s', (engine) => {
  const service = useService(engine)
  let id: string
  beforeEach(async () => {
    id = await createProfile(service, { seed: 'Quiet' })
  })

  const data = async () => (await read(service, id)).profileData

  it('each sent array of workingChanges replaces that array; the others stay', async () => {
    await change(service, id, { workingChanges: { constraints: questions, exemplars: labelled } })
    await change(service, id, { workingChanges: { exemplars: [], comparisons: compared } })
    expect((await data()).workingChanges).toEqual({ constraints: questions, exemplars: [], comparisons: compared })
    await change(service, id, { workingChanges: {} })
    expect((await data()).workingChanges).toEqual({ constraints: questions, exemplars: [], comparisons: compared })
  })

  it('working changes belong to the profile: switching the branch keeps them', async () => {
    await change(service, id, { workingChanges: { constraints: questions } })
    await change(service, id, { branches: [{ id: 'x', name: 'x' }], currentBranchId: 'x' })
    expect((await data()).workingChanges.constraints).toEqual(questions)
  })

  it('a commit clears them only if it sends them empty', async () => {
    await change(service, id, { workingChanges: { constraints: questions, comparisons: compared } })
    await change(service, id, { versions: [version({ id: 'v1' })] })
    expect((await data()).workingChanges.constraints).toEqual(questions)
    const workingChanges = { constraints: [], exemplars: [], comparisons: [] }
    await change(service, id, { versions: [version({ id: 'v2', parent: 'v1' })], workingChanges })
    expect((await data()).workingChanges).toEqual(workingChanges)
  })

  it('sent budget counters are stored; the others stay', async () => {
    await change(service, id, { budget: { questions: { used: 3, total: 30 }, labels: { used: 7 } } })
    await change(service, id, { budget: { comparisons: { total: 0 } } })
    expect((await data()).budget).toEqual({
      questions: { used: 3, total: 30 },
      labels: { used: 7, total: 50 },
      comparisons: { used: 0, total: 0 },
    })
  })

  it('PATCH neither counts nor enforces the budget', async () => {
    await change(service, id, { budget: { labels: { used: 60, total: 50 } }, workingChanges: { exemplars: labelled } })
    expect((await data()).budget.labels).toEqual({ used: 60, total: 50 })
  })

  it.each([
    [{ questions: { used: -1 } }, '/questions/used'],
    [{ questions: { used: 1.5 } }, '/questions/used'],
    [{ labels: { total: '9' } }, '/labels/total'],
    [{ labels: { total: null } }, '/labels/total'],
    [{ comparisons: 5 }, '/comparisons'],
    [{ comparisons: { used: 1e300 } }, '/comparisons/used'],
    [[], ''],
  ])('budget %j is 400: only integers from 0 are allowed', async (budget, place) => {
    const problem = await refuse(service, id, { profileData: { budget } }, 400, 'invalid_request')
    expect(problem.errors[0].path).toBe(`/profileData/budget${place}`)
  })

  it('an absent member is unchanged', async () => {
    await change(service, id, { workingChanges: { constraints: questions } })
    const before = await read(service, id)
    const { body } = succeed(await patch(service, id, { name: 'Only the name' }))
    expect(await read(service, id)).toEqual({ ...before, name: 'Only the name', updatedAt: body.updatedAt })
    await patch(service, id, { name: before.name })
  })

  it('an empty PATCH changes nothing, not even updatedAt and ETag', async () => {
    const before = await service.call('GET', `/v1/profiles/${id}`)
    for (const body of [{}, { profileData: {} }, { unknown: 1, profileData: { unknown: [] } }]) {
      const answer = succeed(await patch(service, id, body))
      expect(answer.headers.get('etag')).toBe(before.headers.get('etag'))
      expect(answer.body.updatedAt).toBe(before.body.updatedAt)
    }
    expect((await service.call('GET', `/v1/profiles/${id}`)).text).toBe(before.text)
  })

  it('updatedAt is the time of the last write', async () => {
    const before = await read(service, id)
    service.clock.skipMs += 60_000
    const { body } = succeed(await patch(service, id, { seed: 'Later' }))
    expect(Date.parse(body.updatedAt) - Date.parse(before.updatedAt)).toBeGreaterThanOrEqual(60_000)
    const after = await read(service, id)
    expect([after.updatedAt, after.createdAt]).toEqual([body.updatedAt, before.createdAt])
  })

  it.each([
    [[]],
    ['text'],
    [7],
    [null],
    [{ name: null }],
    [{ name: '' }],
    [{ profileData: null }],
    [{ profileData: [] }],
  ])('the body %j is 400', async (body) => {
    await refuse(service, id, body, 400, 'invalid_request')
  })
})
