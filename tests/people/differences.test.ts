import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { add } from '../annotations/annotation-requests.ts'
import type { Client } from '../harness/client.ts'
import { createPerson, type PersonClient } from '../harness/person.ts'
import { expectProblem } from '../harness/problem.ts'
import { largeRequests } from '../harness/service.ts'
import { createProfile } from '../profiles/profile-requests.ts'
import { type Frame, openStage, type Stage, scoresOf } from '../scoring/scoring-service.ts'

interface Judged {
  readonly picture: { readonly elementId: string; readonly url: string; readonly contentHash: string }
  readonly votes: readonly { readonly by: string; readonly label: string }[]
}

// A large profile is read on the offload thread, with the same results.
describe.each([
  ['a small profile', undefined],
  ['a large profile', -1],
])('where a team differs, in %s', (_name, smallBytesMax) => {
  let stage: Stage
  let ann: PersonClient
  let ben: PersonClient
  let cem: PersonClient
  let viewer: PersonClient
  let frames: Frame[]
  let id: string
  beforeAll(async () => {
    if (smallBytesMax !== undefined) largeRequests.smallBytesMax = smallBytesMax
    stage = await openStage('sqlite').finally(() => delete largeRequests.smallBytesMax)
    ann = await createPerson(stage.service, 'judge', 'Ann')
    ben = await createPerson(stage.service, 'judge', 'Ben')
    cem = await createPerson(stage.service, 'judge', 'Cem')
    viewer = await createPerson(stage.service, 'viewer', 'Vera')
    frames = await Promise.all(
      Array.from({ length: 12 }, async (_, i) => ({
        id: `f${i}`,
        url: await stage.picture(i % 2 === 0 ? 'warm' : 'cold', i),
      })),
    )
  })
  afterAll(() => stage.close())
  beforeEach(async () => {
    id = await createProfile(stage.service)
  })

  const judge = (person: Client, labels: string) =>
    add(person, id, {
      exemplars: [...labels].flatMap((label, i) =>
        label === '.' ? [] : [{ label: label === 'g' ? 'good' : 'bad', url: frames[i]?.url }],
      ),
    })
  const get = async (client: Client, path: string, query = '') => {
    const answer = await client.call('GET', `/v1/profiles/${id}/${path}${query}`)
    expect(answer.status, answer.text).toBe(200)
    return answer.body
  }
  const differing = async (client: Client, query = '') => {
    const { judged } = await get(client, 'disagreements', query)
    return (judged as Judged[]).map(({ picture, votes }) => [
      frames.findIndex(({ url }) => url === picture.url),
      Object.fromEntries(votes.map(({ by, label }) => [by, label])),
    ])
  }

  describe('people', () => {
    it('are listed with what they judged, how far they agree, and on what they part', async () => {
      await judge(ann, 'gbgbgbgbgbgb')
      await judge(ben, 'bgbgbgbgbgbg')
      await judge(cem, 'gb')
      await judge(stage.service, 'bb')
      await add(ann, id, { constraints: [{ questionId: 'colour-temperature', answer: 'warm' }] })
      await add(cem, id, { comparisons: [{ frameA: frames[0], frameB: frames[1], winner: 'f0' }] })
      const { people, pairs } = await get(viewer, 'people')
      expect(people.map((person: Record<string, unknown>) => ({ ...person, differs: undefined }))).toEqual([
        {
          ...{ id: ann.id, name: 'Ann', judgements: { questions: 1, labels: 12, comparisons: 0 } },
          // Two pictures of twelve were judged the same by one of the two others.
          agreement: { team: 0.0833, self: null },
        },
        {
          ...{ id: ben.id, name: 'Ben', judgements: { questions: 0, labels: 12, comparisons: 0 } },
          agreement: { team: 0, self: null },
        },
        {
          ...{ id: cem.id, name: 'Cem', judgements: { questions: 0, labels: 2, comparisons: 1 } },
          agreement: { team: null, self: null },
        },
      ])
      const [first, ...others] = pairs
      expect(first).toMatchObject({ a: ann.id, b: ben.id, agreement: 0, shared: 12 })
      expect(first.differs).toContain('with less blue')
      expect(first.differs.length).toBeLessThanOrEqual(3)
      expect(people[1].differs).toContain('with more blue')
      expect(others.map((pair: Record<string, unknown>) => [pair.agreement, pair.shared])).toEqual([
        [null, 2],
        [null, 2],
      ])
    })

    it('agree with themselves as often as they repeat what they said', async () => {
      let count = 0
      const pair = (i: number, winner: number) => ({
        id: `repeat ${count++}`,
        ...{ frameA: frames[i], frameB: frames[i + 1], winner: frames[winner]?.id, repeat: true },
      })
      const pairs = [0, 2, 4, 6, 8]
      await add(ann, id, { comparisons: pairs.map((i) => pair(i, i)) })
      await add(ann, id, { comparisons: pairs.map((i) => pair(i, i === 8 ? 9 : i)) })
      const { people } = await get(ann, 'people')
      expect(people[0].agreement).toEqual({ team: null, self: 0.8 })
    })

    it('who are no longer there, or come from elsewhere, have no name', async () => {
      const dora = await createPerson(stage.service, 'judge', 'Dora')
      await judge(dora, 'gb')
      const gone = await stage.service.call('DELETE', `/api/people/${dora.id}?judgements=keep`)
      expect(gone.status, gone.text).toBe(200)
      const { people } = await get(stage.service, 'people')
      expect(people).toEqual([expect.objectContaining({ id: dora.id, name: null })])
    })
  })

  describe('disagreements', () => {
    it('are the pictures that people labelled differently, largest first; the team’s own labels are nobody’s', async () => {
      await judge(ann, 'ggg.g')
      await judge(ben, 'bgb.')
      await judge(cem, 'ggb..')
      await judge(stage.service, '.b.bb')
      const { body } = await stage.service.call('GET', `/v1/profiles/${id}/disagreements`)
      expect(body.likely).toEqual([])
      const all = await differing(viewer)
      expect(all).toHaveLength(2)
      expect(all).toContainEqual([0, { [ann.id]: 'good', [ben.id]: 'bad', [cem.id]: 'good' }])
      expect(all).toContainEqual([2, { [ann.id]: 'good', [ben.id]: 'bad', [cem.id]: 'bad' }])
      await judge(cem, '.b.')
      expect(await differing(viewer)).toHaveLength(3)
      const one = body.judged[0].picture
      expect(one.thumbnail).toBe(`/v1/thumbnails/${one.contentHash}`)
    })

    it('show a judge only what they have judged themselves', async () => {
      await judge(ann, 'ggg')
      await judge(ben, 'bb.')
      await judge(cem, '..b')
      expect(await differing(viewer)).toHaveLength(3)
      expect(await differing(ann)).toHaveLength(3)
      expect((await differing(ben)).map(([i]) => i).sort()).toEqual([0, 1])
      expect((await differing(cem)).map(([i]) => i)).toEqual([2])
    })

    it('are expected where the tastes of people part, largest first, and not of what is decided', async () => {
      await judge(ann, 'gbgbgbgb')
      await judge(ben, 'bgbgbgbg')
      await scoresOf(stage.service, id, frames)
      const { judged, likely } = await get(viewer, 'disagreements')
      expect(judged).toHaveLength(8)
      expect(likely.map(({ frame }: { frame: Frame }) => frame.id).sort()).toEqual(['f10', 'f11', 'f8', 'f9'])
      const splits = likely.map(({ split }: { split: number }) => split)
      expect(splits).toEqual(splits.toSorted((a: number, b: number) => b - a))
      expect(splits[0]).toBeGreaterThan(0.45)
      for (const { frame, scores } of likely) {
        const score = (by: string) => scores.find((one: { by: string }) => one.by === by).score
        const isWarm = Number(frame.id.slice(1)) % 2 === 0
        expect(score(ann.id) > score(ben.id), frame.id).toBe(isWarm)
      }
      // Nobody who judges is told about a picture before they have judged it.
      expect((await get(ann, 'disagreements')).likely).toEqual([])
      await judge(ann, '........g')
      const seen = (await get(ann, 'disagreements')).likely
      expect(seen.map(({ frame }: { frame: Frame }) => frame.id)).toEqual(['f8'])
    })

    it('come in pages', async () => {
      await judge(ann, 'ggggg')
      await judge(ben, 'bbbbb')
      await scoresOf(stage.service, id, frames)
      const whole = await get(viewer, 'disagreements')
      expect([whole.judged.length, whole.likely.length, whole.nextCursor]).toEqual([5, 7, undefined])
      const pages: Record<string, unknown[]>[] = []
      for (let cursor: string | undefined = ''; cursor !== undefined; ) {
        const page = await get(viewer, 'disagreements', `?limit=3${cursor && `&cursor=${encodeURIComponent(cursor)}`}`)
        pages.push(page)
        cursor = page.nextCursor
      }
      expect(pages.map(({ judged = [], likely = [] }) => [judged.length, likely.length])).toEqual([
        [3, 3],
        [2, 3],
        [0, 1],
      ])
      expect(pages.flatMap(({ judged }) => judged)).toEqual(whole.judged)
      expect(pages.flatMap(({ likely }) => likely)).toEqual(whole.likely)
      for (const query of ['cursor=x', 'cursor=a!b!c!d', 'limit=0', 'limit=101', 'pictures=x']) {
        expectProblem(await viewer.call('GET', `/v1/profiles/${id}/disagreements?${query}`), 400, 'invalid_request')
      }
    })

    it('of the pictures of a round are shown to whoever has judged them, where they agree as well', async () => {
      const editor = await createPerson(stage.service, 'editor', 'Eve')
      await judge(ann, 'gg')
      await judge(ben, 'gb')
      await judge(editor, 'g')
      await get(stage.service, 'disagreements')
      const hashes = (await get(stage.service, 'pictures', '?include_working=true')).pictures.map(
        ({ contentHash }: { contentHash: string }) => contentHash,
      )
      const round = `?pictures=${[...new Set(hashes)].join(',')}`
      const both = await differing(ann, round)
      expect(both.map(([i]) => i).sort()).toEqual([0, 1])
      expect(await differing(ben, round)).toEqual(both)
      expect((await differing(editor, round)).map(([i]) => i)).toEqual([0])
      expect((await differing(stage.service, round)).map(([i]) => i).sort()).toEqual([0, 1])
    })

    it('are of a learned dimension of a profile of the account', async () => {
      const stranger = stage.service.as(await stage.service.newAccount())
      for (const path of ['people', 'disagreements']) {
        expectProblem(await stranger.call('GET', `/v1/profiles/${id}/${path}`), 404, 'profile_not_found')
        for (const dimension of ['brightness', 'nothing']) {
          const answer = await viewer.call('GET', `/v1/profiles/${id}/${path}?dimension=${dimension}`)
          expectProblem(answer, 422, 'unknown_dimension')
        }
      }
    })
  })
})
