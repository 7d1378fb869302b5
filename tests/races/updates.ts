import { expect, test } from 'vitest'
import { expectProblem } from '../harness/problem.ts'
import { type Call, type ConcurrentClients, commitOf, newProfile } from './concurrent-clients.ts'

const rivals = 4

export function testUpdateRaces({ race, call }: ConcurrentClients): void {
  test('of profiles created concurrently with one name one gets 201, the others get 409 name_taken', async () => {
    for (let round = 0; round < 5; round++) {
      const body = { projectId: 'names', name: `wanted ${round}` }
      const answers = await race(rivals, (ask) => ask('POST', '/v1/profiles', { body }))
      expect(answers.filter(({ status }) => status === 201)).toHaveLength(1)
      for (const answer of answers.filter(({ status }) => status !== 201)) expectProblem(answer, 409, 'name_taken')
    }
    expect((await call('GET', '/v1/profiles?projectId=names')).body.profiles).toHaveLength(5)
  })

  test('of profiles renamed concurrently to one name one gets it, the others get 409 name_taken', async () => {
    for (let round = 0; round < 3; round++) {
      const paths = await Promise.all(Array.from({ length: rivals }, () => newProfile(call)))
      const name = `the name ${round}`
      const answers = await race(rivals, (ask, i) => ask('PATCH', paths[i] ?? '', { body: { name } }))
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
      for (const answer of answers.filter(({ status }) => status !== 200)) expectProblem(answer, 409, 'name_taken')
    }
  })

  test('working changes added concurrently under If-Match are never lost', async () => {
    const path = await newProfile(call)
    const perRival = 3
    await race(rivals, async (ask, i) => {
      for (let n = 0; n < perRival; n++) await addUnderIfMatch(ask, path, `judgement ${i}-${n}`)
    })
    const { workingChanges } = (await call('GET', path)).body.profileData
    const ids = workingChanges.constraints.map((element: { id: string }) => element.id)
    const sent = Array.from(
      { length: rivals * perRival },
      (_, k) => `judgement ${Math.floor(k / perRival)}-${k % perRival}`,
    )
    expect(ids.toSorted()).toEqual(sent.toSorted())
  })

  test('of 50 concurrent annotations exactly as many are accepted as the budget allows, and one reaches its total', async () => {
    const path = await newProfile(call)
    const total = 30
    await call('PATCH', path, { body: { profileData: { budget: { questions: { total } } } } })
    const answers = await race(50, (ask, i) =>
      ask('POST', `${path}/annotations`, { body: { constraints: [{ id: `judgement ${i}` }] } }),
    )
    const taken = answers.flatMap(({ status, body }) => (status === 201 ? [body.constraints[0].id] : []))
    expect(taken).toHaveLength(total)
    for (const answer of answers.filter(({ status }) => status !== 201)) {
      expect(expectProblem(answer, 409, 'budget_exceeded')).toMatchObject({ counter: 'questions', used: total, total })
    }
    const { workingChanges, budget } = (await call('GET', path)).body.profileData
    const ids = workingChanges.constraints.map((element: { id: string }) => element.id)
    expect(ids.toSorted()).toEqual(taken.toSorted())
    expect(budget.questions).toEqual({ used: total, total })
    const { events } = (await call('GET', '/v1/events?type=annotation.budget_reached')).body
    const reached = events.filter(({ data }: { data: { profileId: string } }) => path.endsWith(data.profileId))
    expect(reached).toHaveLength(1)
  })

  test('annotations concurrent with PATCHes of the working changes apply before or after each, never partly', async () => {
    const path = await newProfile(call)
    const writers = 24
    await race(writers, async (ask, i) => {
      const pair = [{ id: `${i} first` }, { id: `${i} second` }]
      const status = async (answer: ReturnType<Call>) => (await answer).status
      if (i % 8 === 0) {
        const body = { profileData: { workingChanges: { comparisons: [{ id: `PATCH ${i}` }] } } }
        expect(await status(ask('PATCH', path, { body }))).toBe(200)
      }
      expect(await status(ask('POST', `${path}/annotations`, { body: { comparisons: pair } }))).toBe(201)
      expectWhole((await ask('GET', path)).body.profileData.workingChanges.comparisons)
    })
    const { workingChanges, budget } = (await call('GET', path)).body.profileData
    expectWhole(workingChanges.comparisons)
    expect(workingChanges.comparisons[0].id).toMatch(/^PATCH/)
    expect(budget.comparisons.used).toBe(2 * writers)
  })

  test('of concurrent updates with the same If-Match exactly one wins, the others get 412 precondition_failed', async () => {
    const path = await newProfile(call)
    for (let round = 0; round < 5; round++) {
      const etag = (await call('GET', path)).headers.get('etag') ?? ''
      const answers = await race(rivals, (ask, i) =>
        ask('PATCH', path, { body: { seed: `${round}-${i}` }, headers: { 'if-match': etag } }),
      )
      const winners = answers.flatMap(({ status }, i) => (status === 200 ? [`${round}-${i}`] : []))
      expect(winners).toHaveLength(1)
      for (const answer of answers.filter(({ status }) => status !== 200)) {
        expectProblem(answer, 412, 'precondition_failed')
      }
      expect((await call('GET', path)).body.seed).toBe(winners[0])
    }
  })

  test('of concurrent merges of one branch one creates a commit, the others find nothing left to merge', async () => {
    for (let round = 0; round < 3; round++) {
      const path = await newProfile(call)
      await call('PATCH', path, { body: commitOf('base', null) })
      const branches = [{ id: 'side', name: 'side' }]
      await call('PATCH', path, {
        body: { profileData: { branches, ...commitOf('theirs', 'base', 'side').profileData } },
      })
      const body = { sourceBranchId: 'side', targetBranchId: 'main' }
      const answers = await race(rivals, (ask) => ask('POST', `${path}/merge`, { body }))
      expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200))
      const made = answers.flatMap((answer) => answer.body.version ?? [])
      expect(made).toHaveLength(1)
      const { profileData } = (await call('GET', path)).body
      expect(profileData.versions).toHaveLength(3)
      expect(profileData.branches[0].headVersionId).toBe(made[0].id)
    }
  })

  test('of a concurrent merge and commit on its target, both are in the history or the commit gets 409 head_conflict', async () => {
    for (let round = 0; round < 3; round++) {
      const path = await newProfile(call)
      await call('PATCH', path, { body: commitOf('base', null) })
      const branches = [{ id: 'side', name: 'side' }]
      await call('PATCH', path, {
        body: { profileData: { branches, ...commitOf('theirs', 'base', 'side').profileData } },
      })
      const merging = { sourceBranchId: 'side', targetBranchId: 'main', strategy: 'ours' }
      const answers = await race(2, (ask, i) =>
        i === 0
          ? ask('POST', `${path}/merge`, { body: merging })
          : ask('PATCH', path, { body: commitOf('ours', 'base') }),
      )
      const [merged] = answers
      const refused = answers.filter(({ status }) => status !== 200)
      for (const answer of refused) expectProblem(answer, 409, 'head_conflict')
      expect(merged?.status).toBe(200)
      expect(merged?.body.version.parentVersionId).toBe(refused.length === 0 ? 'ours' : 'base')
      const { profileData } = (await call('GET', path)).body
      expect(profileData.branches[0].headVersionId).toBe(merged?.body.version.id)
      expect(profileData.versions).toHaveLength(4 - refused.length)
    }
  })
}

/** Reads, adds and writes back, until the write succeeds. */
async function addUnderIfMatch(ask: Call, path: string, id: string): Promise<void> {
  for (;;) {
    const { body, headers } = await ask('GET', `${path}?snapshots=omit`)
    const constraints = [...body.profileData.workingChanges.constraints, { id }]
    const answer = await ask('PATCH', path, {
      body: { profileData: { workingChanges: { constraints } } },
      headers: { 'if-match': headers.get('etag') ?? '' },
    })
    if (answer.status === 200) return
    expectProblem(answer, 412, 'precondition_failed')
  }
}

/** The elements of one PATCH first, if any, then those of annotations in pairs. */
function expectWhole(elements: readonly { readonly id: string }[]): void {
  const ids = elements.map(({ id }) => id)
  const annotated = ids[0]?.startsWith('PATCH') ? ids.slice(1) : ids
  const writers = annotated.filter((_, i) => i % 2 === 0).map((id) => id.replace(' first', ''))
  expect(annotated).toEqual(writers.flatMap((writer) => [`${writer} first`, `${writer} second`]))
}
