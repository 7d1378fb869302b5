import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { add } from '../annotations/annotation-requests.ts'
import type { Client } from '../harness/client.ts'
import { createPerson, type PersonClient } from '../harness/person.ts'
import { expectProblem } from '../harness/problem.ts'
import { createProfile } from '../profiles/profile-requests.ts'
import { type Frame, openStage, type Stage, scoresOf } from '../scoring/scoring-service.ts'

interface Suggestion {
  readonly kind: string
  readonly frame: Frame
  readonly frameA: Frame
  readonly frameB: Frame
  readonly id: string
  readonly reason: string
}

describe('suggestions for a person', () => {
  let stage: Stage
  let ann: PersonClient
  let ben: PersonClient
  let frames: Frame[]
  let id: string
  beforeAll(async () => {
    stage = await openStage('sqlite')
    ann = await createPerson(stage.service, 'judge', 'Ann')
    ben = await createPerson(stage.service, 'judge', 'Ben')
    frames = await Promise.all(
      [0, 1, 2].map(async (i) => ({ id: `f${i}`, url: await stage.picture(i % 2 === 0 ? 'warm' : 'cold', i) })),
    )
  })
  afterAll(() => stage.close())
  beforeEach(async () => {
    id = await createProfile(stage.service)
    await scoresOf(stage.service, id, frames)
  })

  const ask = async (client: Client, kind: string, query = ''): Promise<readonly Suggestion[]> => {
    const answer = await client.call('GET', `/v1/profiles/${id}/suggestions?kind=${kind}&limit=50${query}`)
    expect(answer.status, answer.text).toBe(200)
    return answer.body.suggestions
  }
  const labelsFor = async (client: Client, query = '') =>
    (await ask(client, 'label', query)).map(({ frame }) => frame.id).sort()

  it('leave out what the person has judged, and not what others have judged', async () => {
    await add(ann, id, { exemplars: [{ label: 'good', url: frames[0]?.url }] })
    await add(ben, id, { exemplars: [{ label: 'bad', url: frames[1]?.url }] })
    await add(stage.service, id, { exemplars: [{ label: 'bad', url: frames[2]?.url }] })
    expect(await labelsFor(ann)).toEqual(['f1', 'f2'])
    expect(await labelsFor(ben)).toEqual(['f0', 'f2'])
    expect(await labelsFor(stage.service)).toEqual(['f0', 'f1'])
    expect(await labelsFor(stage.service, `&person=${ann.id}`)).toEqual(['f1', 'f2'])
    expect(await labelsFor(ben, `&person=${ann.id}`)).toEqual(['f1', 'f2'])
  })

  it('do not tell how others judged', async () => {
    const reasonsAfter = async (label: string) => {
      await add(ben, id, { exemplars: frames.map(({ url }) => ({ label, url })) })
      return [...(await ask(ann, 'label')), ...(await ask(ann, 'comparison'))].map(({ reason }) => reason)
    }
    const reasons = await reasonsAfter('good')
    expect(new Set(reasons)).toEqual(
      new Set(
        ['this picture', 'these pictures'].map((what) => `Others in the team have judged ${what}; what do you say?`),
      ),
    )
    expect(await reasonsAfter('bad')).toEqual(reasons)
  })

  it('leave out the pairs and questions of the person alone', async () => {
    const [a, b] = frames
    const [question] = await ask(ann, 'question')
    const constraints = [{ questionId: question?.id, answer: 'no preference' }]
    await add(ann, id, { comparisons: [{ frameA: a, frameB: b, winner: a?.id }], constraints })
    const pairs = async (client: Client) => (await ask(client, 'comparison')).length
    expect([await pairs(ann), await pairs(ben)]).toEqual([2, 3])
    const questions = async (client: Client) => (await ask(client, 'question')).map((one) => one.id)
    expect(await questions(ann)).not.toContain(question?.id)
    expect(await questions(ben)).toContain(question?.id)
  })

  it('are refused for a person whom the account does not have', async () => {
    const other = stage.service.as(await stage.service.newAccount())
    const stranger = await createPerson(stage.service, 'judge', 'Ann', other)
    for (const person of [stranger.id, 'x', '']) {
      const answer = await stage.service.call('GET', `/v1/profiles/${id}/suggestions?person=${person}`)
      expectProblem(answer, 422, 'unknown_person')
    }
  })
})
