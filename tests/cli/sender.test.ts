import { Palate } from '@palate/client'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { answer, comparison } from '../../packages/cli/src/api/teaching/judgement.ts'
import { Sender } from '../../packages/cli/src/api/teaching/queue/sender.ts'
import { Journal } from '../../packages/cli/src/journal.ts'
import { useService } from '../harness/use-service.ts'
import { openFolder } from './terminal.ts'

describe('judgements of a session', () => {
  const service = useService('sqlite')
  const folder = openFolder()
  let palate: Palate
  let id: string
  beforeAll(async () => {
    vi.stubEnv('XDG_STATE_HOME', folder.state)
    palate = new Palate({ url: service.url, apiKey: service.key })
    ;({ id } = await palate.profiles.create({ projectId: 'studio', name: 'House style' }))
  })
  afterAll(() => {
    vi.unstubAllEnvs()
    folder.remove()
  })

  const profile = () => palate.profiles.get(id, { snapshots: 'omit' })
  const working = async () => (await profile()).profileData.workingChanges
  const newSender = async () => new Sender(palate, await profile(), new Journal(id))
  const question = { id: 'colour-temperature', question: 'Warm or cool?' }
  const [warm, cool] = [answer(question, 'warm'), answer(question, 'cool')]

  test('replace an earlier judgement, and sending them twice changes nothing', async () => {
    const sender = await newSender()
    for (const judgement of [warm, cool, cool]) await sender.send({ kind: 'add', judgement })
    expect((await working()).constraints).toMatchObject([{ answer: 'cool' }])
    expect(sender.budget.questions.used).toBe(1)
    expect(sender.stored).toMatchObject([{ before: undefined, element: { answer: 'cool' } }])
  })

  test('are taken back by a later process, which restores what they replaced', async () => {
    await (await newSender()).send({ kind: 'take-back', judgement: cool })
    const sender = await newSender()
    await sender.send({ kind: 'take-back', judgement: cool })
    expect((await working()).constraints).toMatchObject([{ answer: 'warm' }])
    await sender.send({ kind: 'take-back', judgement: warm })
    expect((await working()).constraints).toEqual([])
    expect(sender.budget.questions.used).toBe(0)
  })

  test('leave a committed judgement as it was when they are taken back twice', async () => {
    const sender = await newSender()
    await sender.send({ kind: 'add', judgement: answer(question, 'warm') })
    await palate.profiles.commit(id, { message: 'Warm' })
    const changed = answer(question, 'cool')
    const [one, other] = [await newSender(), await newSender()]
    await one.send({ kind: 'add', judgement: changed })
    await other.send({ kind: 'take-back', judgement: changed })
    await one.send({ kind: 'take-back', judgement: changed })
    expect((await working()).constraints).toEqual([])
  })

  test('stay beside the first if a pair is repeated on purpose', async () => {
    const frame = (name: string) => ({ id: name, url: `https://example.com/${name}`, name })
    const sender = await newSender()
    const judge = (winner: 'a' | 'b', repeat?: true) =>
      sender.send({ kind: 'add', judgement: comparison(frame('a'), frame('b'), winner, { repeat }) })
    await judge('a')
    await judge('b', true)
    await judge('b', true)
    expect((await working()).comparisons).toMatchObject([{ winner: 'a' }, { repeat: true }, { repeat: true }])
    expect(sender.budget.comparisons.used).toBe(3)
  })
})
