import { beforeEach, describe, expect, it } from 'vitest'
import { engines } from '../harness/service.ts'
import { useService } from '../harness/use-service.ts'
import { change, createProfile, read, stateOf, succeed, version } from '../profiles/profile-requests.ts'
import { add, question, takeBack } from './annotation-requests.ts'

const mark = (id: string) => ({ id, removed: true })

describe.each(engines)('marks of removal on %s', (engine) => {
  const service = useService(engine)
  let id: string
  beforeEach(async () => {
    id = await createProfile(service)
    await change(service, id, { versions: [version({ id: 'v1', snapshot: stateOf({ a: 1, b: 2 }) })] })
  })

  const diff = async () => succeed(await service.call('GET', `/v1/profiles/${id}/diff?from=main&to=working`)).body
  const used = (answer: { body: { budget: { questions: { used: number } } } }) => answer.body.budget.questions.used

  it('are kept in the working changes and applied in the diff', async () => {
    await change(service, id, { workingChanges: { constraints: [mark('a'), mark('unknown')] } })
    expect((await read(service, id)).profileData.workingChanges.constraints).toEqual([mark('a'), mark('unknown')])
    const { added, removed, changed } = (await diff()).constraints
    expect([added, removed.map((one: { id: string }) => one.id), changed]).toEqual([[], ['a'], []])
    await change(service, id, { workingChanges: { constraints: [{ ...question('a'), removed: false }] } })
    expect((await diff()).constraints.removed).toEqual([])
  })

  it('apply to scores with include_working', async () => {
    const dimension = { id: 'mood', question: 'Mood?', answer: 'calm', dimension: 'mood' }
    await change(service, id, {
      versions: [version({ id: 'v2', parent: 'v1', snapshot: { constraints: [dimension] } })],
    })
    const body = { profile_id: id, dimensions: ['mood'], frames: [{ id: 'f', url: 'data:,' }] }
    const score = (more: object) => service.call('POST', '/v1/score', { body: { ...body, ...more } })
    expect((await score({ include_working: true })).status).toBe(200)
    await change(service, id, { workingChanges: { constraints: [mark('mood')] } })
    expect((await score({})).status).toBe(200)
    expect((await score({ include_working: true })).body.code).toBe('unknown_dimension')
  })

  it('cost nothing and return the cost of the element that they replace', async () => {
    await change(service, id, { budget: { questions: { used: 1, total: 2 } } })
    expect(used(await add(service, id, { constraints: [mark('a'), mark('b')] }))).toBe(1)
    expect(used(await add(service, id, { constraints: [question('c')] }))).toBe(2)
    expect(used(await add(service, id, { constraints: [mark('c')] }))).toBe(1)
    expect(used(await add(service, id, { constraints: [question('a', 3)] }))).toBe(2)
    expect(used(succeed(await takeBack(service, id, 'b')))).toBe(2)
    expect(used(succeed(await takeBack(service, id, 'a')))).toBe(1)
    expect((await diff()).constraints).toEqual({ added: [], removed: [], changed: [] })
  })

  it('are dropped from a sent snapshot and from an effective snapshot', async () => {
    const snapshot = { ...stateOf({ a: 1 }), exemplars: [mark('e')] }
    const constraints = [...snapshot.constraints, mark('a'), mark('b')]
    const sent = version({ id: 'v2', parent: 'v1', snapshot: { ...snapshot, constraints } })
    await change(service, id, { versions: [sent] })
    const { body } = succeed(await service.call('GET', `/v1/profiles/${id}/versions/v2`))
    expect(body.snapshot).toEqual(stateOf({ a: 1 }))
    // Sending the version again, with or without the marks, matches the stored one.
    await change(service, id, { versions: [sent] })
    await change(service, id, { versions: [version({ id: 'v2', parent: 'v1', snapshot: stateOf({ a: 1 }) })] })
    succeed(
      await service.call('PATCH', `/v1/profiles/${id}`, { body: { effectiveSnapshot: { exemplars: [mark('x')] } } }),
    )
    expect((await read(service, id)).effectiveSnapshot.exemplars).toEqual([])
  })
})
