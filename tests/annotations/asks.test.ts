import { asksPerProfileMax } from '@palate/core/profile/annotations/asks.ts'
import { readConfig } from '@palate/server/config/config.ts'
import { openStore } from '@palate/server/store/open.ts'
import { beforeEach, describe, expect, it } from 'vitest'
import { expectProblem } from '../harness/problem.ts'
import { engines } from '../harness/service.ts'
import { useService } from '../harness/use-service.ts'
import { change, createProfile, problemOf, read, version } from '../profiles/profile-requests.ts'
import { add, annotate, takeBack } from './annotation-requests.ts'

const first = 'https://pictures.test/a.png'
const second = 'https://pictures.test/b.png'
const unknown = `ask_${'0'.repeat(32)}`

describe.each(engines)('a question on %s', (engine) => {
  const service = useService(engine)
  let id: string
  beforeEach(async () => {
    id = await createProfile(service)
  })

  const ask = async (body: object = {}) =>
    (await service.call('POST', `/v1/profiles/${id}/asks`, { body: { first, second, ...body } })).body.id as string
  const getAsk = (askId: string, profileId = id) => service.call('GET', `/v1/profiles/${profileId}/asks/${askId}`)
  const answerOf = async (askId: string) => (await getAsk(askId)).body.answer
  const choice = (askId: string, winner = second, more: object = {}) => ({
    comparisons: [
      {
        frameA: { id: first, url: first },
        frameB: { id: second, url: second },
        winner,
        askId,
        source: 'agent',
        ...more,
      },
    ],
  })
  const comparisons = async () => (await read(service, id)).profileData.workingChanges.comparisons

  it('has no answer until somebody judges the pair, and then tells it', async () => {
    const askId = await ask()
    expect((await getAsk(askId)).body).toEqual({
      id: askId,
      createdAt: expect.any(String),
      expiresAt: expect.any(String),
      answer: null,
    })
    await add(service, id, choice(askId))
    expect(await answerOf(askId)).toEqual({ choice: 'second', answeredAt: expect.any(String) })
    await change(service, id, {
      versions: [version({ id: 'v1', snapshot: { comparisons: await comparisons() } })],
      workingChanges: { comparisons: [] },
    })
    expect(await answerOf(askId)).toMatchObject({ choice: 'second' })
  })

  it('takes one answer, from whichever of many requests comes first', async () => {
    const askId = await ask()
    const winners = [first, second, 'tie', first, second, 'tie']
    const answers = await Promise.all(winners.map((winner) => annotate(service, id, choice(askId, winner))))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 409, 409, 409, 409, 409])
    const refused = answers.filter(({ status }) => status === 409)
    expect(new Set(refused.map((answer) => problemOf(answer)[1]))).toEqual(new Set(['ask_answered']))
    const accepted = winners[answers.findIndex(({ status }) => status === 201)]
    expect(await comparisons()).toMatchObject([{ winner: accepted }])
  })

  it('takes only a judgement of its own pair, in its own dimension', async () => {
    const askId = await ask({ dimension: 'calm' })
    const third = { id: 'c', url: 'https://pictures.test/c.png' }
    for (const wrong of [
      choice(askId),
      choice(askId, third.id, { dimension: 'calm', frameB: third }),
      { exemplars: [{ label: 'good', url: first, dimension: 'calm', askId }] },
    ]) {
      expectProblem(await annotate(service, id, wrong), 400, 'invalid_request')
    }
    expect(await comparisons()).toEqual([])
    await add(service, id, choice(askId, first, { dimension: 'calm' }))
    expect(await answerOf(askId)).toMatchObject({ choice: 'first' })
  })

  it('can be answered with a label for both', async () => {
    const askId = await ask()
    await add(service, id, { exemplars: [first, second].map((url) => ({ label: 'bad', url, askId })) })
    expect(await answerOf(askId)).toMatchObject({ choice: 'both bad' })
  })

  it('is answered also by a judgement that the profile already has', async () => {
    const { askId: _, ...known } = choice('').comparisons[0] as { askId: string }
    await add(service, id, { comparisons: [known] })
    const askId = await ask()
    await add(service, id, choice(askId))
    expect(await answerOf(askId)).toMatchObject({ choice: 'second' })
    expect(await comparisons()).toHaveLength(1)
  })

  it('is open again once its answer was taken back or replaced', async () => {
    const askId = await ask()
    const [element] = (await add(service, id, choice(askId))).body.comparisons
    await takeBack(service, id, element.id)
    expect(await answerOf(askId)).toBeNull()
    await add(service, id, choice(askId, first))
    const { askId: _, ...again } = choice(askId, 'tie').comparisons[0] as { askId: string }
    await add(service, id, { comparisons: [again] })
    expect(await answerOf(askId)).toBeNull()
  })

  it('that nobody asked cannot be answered, nor that of another profile or account', async () => {
    const askId = await ask()
    expectProblem(await annotate(service, id, choice(unknown)), 422, 'unknown_ask')
    const other = await createProfile(service)
    expectProblem(await annotate(service, other, choice(askId)), 422, 'unknown_ask')
    expectProblem(await getAsk(askId, other), 404, 'ask_not_found')
    expectProblem(await getAsk('nonsense'), 404, 'ask_not_found')
    const stranger = service.as(await service.newAccount())
    expectProblem(await stranger.call('GET', `/v1/profiles/${id}/asks/${askId}`), 404, 'profile_not_found')
    expect(await answerOf(askId)).toBeNull()
  })

  it('ends after seven days, and with its profile', async () => {
    const askId = await ask()
    const store = await openStore(readConfig(service.home.env))
    await store.write((db) =>
      db.updateTable('asks').set({ expires_at: '2020-01-01T00:00:00.000Z' }).where('id', '=', askId).execute(),
    )
    expectProblem(await getAsk(askId), 404, 'ask_not_found')
    expectProblem(await annotate(service, id, choice(askId)), 422, 'unknown_ask')
    const next = await ask()
    const stored = () => store.read.selectFrom('asks').select('id').where('profile_id', '=', id).execute()
    expect(await stored()).toEqual([{ id: next }])
    await service.call('DELETE', `/v1/profiles/${id}`)
    expect(await stored()).toEqual([])
    await store.close()
  })

  it('replaces the oldest one of a profile that has too many', async () => {
    const ids: string[] = []
    for (let i = 0; i <= asksPerProfileMax; i++) ids.push(await ask())
    expectProblem(await getAsk(ids[0] as string), 404, 'ask_not_found')
    expect(await answerOf(ids[1] as string)).toBeNull()
    expect(await answerOf(ids.at(-1) as string)).toBeNull()
  })

  it('needs two different pictures, by address', async () => {
    const post = (body: object) => service.call('POST', `/v1/profiles/${id}/asks`, { body })
    for (const body of [
      { first },
      { first, second: first },
      { first: '', second },
      { first, second: `https://pictures.test/${'x'.repeat(8192)}` },
      { first, second: `data:image/png;base64,${'A'.repeat(9000)}` },
    ]) {
      expectProblem(await post(body), 400, 'invalid_request')
    }
  })

  it('leaves other values of askId to clients', async () => {
    await add(service, id, choice('mine-1'))
    expect(await comparisons()).toMatchObject([{ askId: 'mine-1' }])
  })
})
