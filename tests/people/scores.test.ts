import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { add } from '../annotations/annotation-requests.ts'
import type { Answer } from '../harness/answer.ts'
import type { Client } from '../harness/client.ts'
import { createPerson, type PersonClient } from '../harness/person.ts'
import { expectProblem } from '../harness/problem.ts'
import { largeRequests } from '../harness/service.ts'
import { createProfile } from '../profiles/profile-requests.ts'
import { askScore, type Frame, openStage, type Stage, scoresOf } from '../scoring/scoring-service.ts'

interface Scored {
  readonly aesthetics: number
  readonly people: readonly Readonly<Record<string, number>>[]
  readonly split: Readonly<Record<string, number>>
}

const nobody = 'per_00000000000000000000000000000000'

// A large profile is read on the offload thread, with the same results.
describe.each([
  ['a small profile', undefined],
  ['a large profile', -1],
])('scores of people, of %s', (_name, smallBytesMax) => {
  let stage: Stage
  let owner: Client
  let ann: PersonClient
  let ben: PersonClient
  let cem: PersonClient
  let frames: Frame[]
  let id: string
  beforeAll(async () => {
    if (smallBytesMax !== undefined) largeRequests.smallBytesMax = smallBytesMax
    stage = await openStage('sqlite').finally(() => delete largeRequests.smallBytesMax)
    owner = stage.service
    ann = await createPerson(stage.service, 'judge', 'Ann')
    ben = await createPerson(stage.service, 'editor', 'Ben')
    cem = await createPerson(stage.service, 'judge', 'Cem')
    frames = await Promise.all(
      Array.from({ length: 10 }, async (_, i) => ({
        id: `f${i}`,
        url: await stage.picture(i % 2 === 0 ? 'warm' : 'cold', i),
      })),
    )
  })
  afterAll(() => stage.close())
  beforeEach(async () => {
    id = await createProfile(owner)
  })

  const judge = (person: Client, labels: string) =>
    add(person, id, {
      exemplars: [...labels].flatMap((label, i) =>
        label === '.' ? [] : [{ label: label === 'g' ? 'good' : 'bad', url: frames[i]?.url }],
      ),
    })
  const score = (client: Client, more: object = {}, pictures = frames.slice(8)): Promise<Scored[]> =>
    scoresOf(client, id, pictures, { include_working: true, ...more })
  const numbers = async (more: object = {}) => (await score(owner, more)).map(({ aesthetics }) => aesthetics)

  it('start from the team’s, which they are until the person judges, and move with their own judgements', async () => {
    await judge(ann, 'gbgbgbgb')
    await judge(ben, 'bgbgbgbg')
    const team = await numbers()
    expect(await numbers({ person: cem.id })).toEqual(team)
    const [warm = 0, cold = 0] = await numbers({ person: ann.id })
    const [warmForBen = 0, coldForBen = 0] = await numbers({ person: ben.id })
    expect(warm - cold).toBeGreaterThan(0.2)
    expect(coldForBen - warmForBen).toBeGreaterThan(0.2)
    expect(await numbers({ person: ann.id })).toEqual([warm, cold])
    expect(Math.abs((team[0] ?? 0) - (team[1] ?? 0))).toBeLessThan(0.1)
  })

  it('are refused for a person whom the account does not have', async () => {
    const other = stage.service.as(await stage.service.newAccount())
    const stranger = await createPerson(stage.service, 'judge', 'Ann', other)
    const gone = await createPerson(stage.service, 'judge', 'Dora')
    await judge(gone, 'gb')
    await owner.call('DELETE', `/api/people/${gone.id}`)
    for (const person of [stranger.id, gone.id, nobody, 'x', '']) {
      const body = { profile_id: id, frames: frames.slice(0, 1), dimensions: ['aesthetics'], person }
      expectProblem(await owner.call('POST', '/v1/score', { body }), 422, 'unknown_person')
      expectProblem(await owner.call('POST', '/v1/score/batch', { body }), 422, 'unknown_person')
    }
  })

  it('of all who taught come with explanations, and how probably two would differ', async () => {
    await judge(ann, 'gbgbgb')
    await judge(ben, 'bgbgbgbg')
    const dimensions = ['aesthetics', 'brightness', 'likeness']
    const [warm] = await score(owner, { explain: true, dimensions })
    const numbersOf = (name: string, person: string) => ({
      ...{ id: person, name },
      ...{ aesthetics: expect.any(Number), likeness: expect.any(Number) },
    })
    // Who judged more comes first. A measured attribute is the same for everybody.
    expect(warm?.people).toEqual([numbersOf('Ben', ben.id), numbersOf('Ann', ann.id)])
    expect(warm?.split).toEqual({ aesthetics: expect.any(Number), likeness: expect.any(Number) })
    const [forBen, forAnn] = warm?.people ?? []
    const alone = (person: string) =>
      scoresOf(owner, id, frames.slice(8), { include_working: true, person, dimensions })
    expect(forAnn?.aesthetics).toBe((await alone(ann.id))[0]?.aesthetics)
    expect(forBen?.likeness).toBe((await alone(ben.id))[0]?.likeness)
    expect(warm?.split.aesthetics).toBeGreaterThan(0.45)
    expect(await score(owner)).toEqual([
      { frame_id: 'f8', aesthetics: expect.any(Number) },
      { frame_id: 'f9', aesthetics: expect.any(Number) },
    ])
  })

  it('come with explanations only if two people have judged', async () => {
    await judge(ann, 'gbgb')
    await judge(owner, 'bgbg')
    const [frame] = await score(owner, { explain: true })
    expect(Object.keys(frame ?? {})).toEqual(['frame_id', 'aesthetics', 'confidence', 'details'])
  })

  it('do not tell a judge about a picture that others have judged and they have not', async () => {
    await judge(ann, 'gbgb')
    await judge(ben, 'bgbgbg')
    const [own, others, fresh] = await score(
      ann,
      { explain: true },
      [0, 4, 8].map((i) => frames[i] as Frame),
    )
    expect(Object.keys(own ?? {})).toContain('people')
    expect(Object.keys(fresh ?? {})).toContain('people')
    expect(others).toEqual({
      ...{ frame_id: 'f4', aesthetics: expect.any(Number) },
      confidence: { aesthetics: expect.any(Number) },
    })
    const [toEditor] = await score(ben, { explain: true }, [frames[4] as Frame])
    expect(Object.keys(toEditor ?? {})).toContain('split')
    // Also if there is nobody to compare with.
    id = await createProfile(owner)
    await judge(ben, 'gb')
    const [alone] = await score(cem, { explain: true }, [frames[0] as Frame])
    expect(Object.keys(alone ?? {})).not.toContain('details')
  })

  it('are not recorded as the profile’s: what is remembered is what the team says', async () => {
    await judge(ann, 'gbgbgbgb')
    await judge(ben, 'bgbgbgbg')
    const alert = await owner.call('POST', '/v1/alerts', {
      body: { profileId: id, dimension: 'aesthetics', below: 0.9 },
    })
    expect(alert.status, alert.text).toBe(201)
    const [team] = await numbers()
    const fired = async () =>
      (await owner.call('GET', '/v1/events?type=quality.alert')).body.events.filter(
        ({ data }: { data: { profileId?: string } }) => data.profileId === id,
      ).length
    await expect.poll(fired, { timeout: 10_000 }).toBe(1)
    const [forAnn] = await numbers({ person: ann.id })
    expect(forAnn).not.toBe(team)
    const { body } = await owner.call('GET', '/v1/frames/recent?limit=10')
    const seen = body.frames.find(
      (frame: { id: string; profileId: string }) => frame.id === 'f8' && frame.profileId === id,
    )
    expect(seen.scores).toEqual({ aesthetics: team })
  })

  it('come in batches, too', async () => {
    await judge(ann, 'gbgbgb')
    await judge(ben, 'bgbgbgbg')
    const linesOf = ({ text }: Answer) =>
      text
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line))
        .filter(({ type }) => type === 'score')
        .sort((one, other) => one.index - other.index)
    const submit = async (client: Client, more: object) => {
      const body = { profile_id: id, frames: [4, 8].map((i) => frames[i]), dimensions: ['aesthetics'] }
      return linesOf(
        await client.call('POST', '/v1/score/batch', { body: { ...body, include_working: true, ...more } }),
      )
    }
    const [line] = await submit(owner, { person: ann.id })
    const [direct] = await score(owner, { person: ann.id }, [frames[4] as Frame])
    expect(line.aesthetics).toBe(direct?.aesthetics)
    const [whole] = await submit(owner, { explain: true })
    const [shown] = await score(owner, { explain: true }, [frames[4] as Frame])
    expect([whole.people, whole.split]).toEqual([shown?.people, shown?.split])
    const [hidden, fresh] = await submit(cem, { explain: true })
    expect([hidden.people, hidden.details, fresh.people]).toEqual([undefined, undefined, expect.any(Array)])
  })

  it('are those of a profile that never had a person’s judgements, once these are removed', async () => {
    const leaving = await createPerson(stage.service, 'judge', 'Dora')
    const profiles: string[] = []
    for (const projectId of ['with-her', 'without-her']) {
      id = await createProfile(owner, { projectId })
      profiles.push(id)
      await judge(ann, 'gbgbgbgb')
      if (projectId === 'with-her') await judge(leaving, 'bgbgbgbg')
      await judge(ben, 'ggbb')
    }
    const ask = async (profile: string) => {
      const body = { profile_id: profile, frames, include_working: true, explain: true }
      const { body: answer } = await askScore(owner, body)
      return JSON.stringify(answer.scores).replaceAll(/"elements":\[[^\]]*\]/g, '')
    }
    const [taught = '', never = ''] = profiles
    expect(await ask(taught)).not.toBe(await ask(never))
    const removed = await owner.call('DELETE', `/api/people/${leaving.id}?judgements=erase`)
    expect(removed.status, removed.text).toBe(200)
    expect(await ask(taught)).toBe(await ask(never))
  })
})
