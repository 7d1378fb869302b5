import { framesPerChangeMax, tagCharactersMax, tagsPerFrameMax } from '@palate/core/frames/tags.ts'
import { beforeAll, describe, expect, it } from 'vitest'
import type { Client } from '../harness/client.ts'
import { expectProblem } from '../harness/problem.ts'
import { engines } from '../harness/service.ts'
import { useService } from '../harness/use-service.ts'
import { paint } from '../scoring/pictures.ts'
import { frameOf, upload } from './frame-requests.ts'

interface Tagged {
  readonly id: string
  readonly tags?: readonly string[]
}

describe.each(engines)('tags of frames on %s', (engine) => {
  const service = useService(engine)
  const pictures: Buffer[] = []
  beforeAll(async () => {
    for (const seed of [1, 2]) pictures.push(await paint({ mood: 'warm', seed }))
  })

  /** Two frames of a project of their own. */
  async function twoFrames(project: string): Promise<[string, string]> {
    const [one = '', other = ''] = await Promise.all(
      pictures.map(async (picture) => (await frameOf(service, picture, project)).id),
    )
    return [one, other]
  }
  const change = (body: object, client: Client = service) => client.call('PATCH', '/api/frames', { body })
  async function tagsIn(project: string, query = ''): Promise<Readonly<Record<string, readonly string[] | undefined>>> {
    const { body } = await service.call('GET', `/api/frames?projectId=${project}${query}`)
    return Object.fromEntries(body.frames.map(({ id, tags }: Tagged) => [id, tags]))
  }

  it('are added and removed, sorted and without repetition, and are absent if there are none', async () => {
    const [one, other] = await twoFrames('plain')
    const { status, body } = await change({ ids: [other, one, other], add: ['sea', ' blue ', 'sea'] })
    expect(status).toBe(200)
    expect(body.frames).toMatchObject([
      { id: other, tags: ['blue', 'sea'] },
      { id: one, tags: ['blue', 'sea'] },
    ])
    await change({ ids: [one], add: ['air'], remove: ['sea', 'unknown'] })
    await change({ ids: [other], remove: ['sea', 'blue'] })
    expect(await tagsIn('plain')).toEqual({ [one]: ['air', 'blue'], [other]: undefined })
    const [picture = Buffer.alloc(0)] = pictures
    expect((await upload(service, picture, { project: 'plain' })).body).toMatchObject({
      id: one,
      tags: ['air', 'blue'],
    })
  })

  it('a list can be limited to a tag, whatever characters it has', async () => {
    const [one, other] = await twoFrames('filtered')
    const odd = ['100%', 'a_b', 'say "hi"', 'back\\slash', '[', ',', 'a,', 'Grün'.normalize('NFD')]
    await change({ ids: [one], add: odd })
    await change({ ids: [other], add: ['100', 'a-b', 'say', 'back'] })
    for (const tag of odd)
      expect(Object.keys(await tagsIn('filtered', `&tag=${encodeURIComponent(tag)}`))).toEqual([one])
    for (const tag of ['hi', 'slash', '0', '100_'])
      expect(await tagsIn('filtered', `&tag=${encodeURIComponent(tag)}`)).toEqual({})
  })

  it('nothing changes if a frame does not exist, belongs to another project, or would have too many', async () => {
    const [one, other] = await twoFrames('refused')
    const { key } = (await service.call('POST', '/api/api-keys', { body: { name: 'k', projectId: 'elsewhere' } })).body
    const many = (count: number, from = 0) => Array.from({ length: count }, (_, i) => `tag ${from + i}`)
    for (const missing of ['frm_0123456789abcdef0123456789abcdef', 'nonsense'])
      expectProblem(await change({ ids: [one, missing], add: ['sea'] }), 404, 'frame_not_found')
    expectProblem(await change({ ids: [one], add: ['sea'] }, service.as(key)), 404, 'frame_not_found')
    expect(await tagsIn('refused')).toEqual({ [one]: undefined, [other]: undefined })
    await change({ ids: [one], add: many(tagsPerFrameMax) })
    expectProblem(await change({ ids: [other, one], add: ['one more'] }), 422, 'too_many_tags')
    expect(await tagsIn('refused', '&tag=one+more')).toEqual({})
    expect((await change({ ids: [one], add: ['one more'], remove: ['tag 0'] })).status).toBe(200)
  })

  it('malformed changes are refused', async () => {
    const [one] = await twoFrames('malformed')
    const refused = [
      { ids: [], add: ['sea'] },
      { ids: Array.from({ length: framesPerChangeMax + 1 }, () => one), add: ['sea'] },
      { ids: [one], add: [' '] },
      { ids: [one], add: ['two\nlines'] },
      { ids: [one], add: ['x'.repeat(tagCharactersMax + 1)] },
      { ids: [one], add: Array.from({ length: tagsPerFrameMax + 1 }, (_, i) => `${i}`) },
    ]
    for (const body of refused) expectProblem(await change(body), 400, 'invalid_request')
    expect((await change({ ids: [one], add: ['x'.repeat(tagCharactersMax)] })).status).toBe(200)
    const unchanged = await change({ ids: [one] })
    expect(unchanged.body.frames).toMatchObject([{ id: one, tags: ['x'.repeat(tagCharactersMax)] }])
  })

  it('concurrent changes of the same frames are all kept', async () => {
    const [one, other] = await twoFrames('concurrent')
    const tags = Array.from({ length: 12 }, (_, i) => `tag ${i}`)
    const made = await Promise.all(
      tags.map((tag, i) => change({ ids: i % 2 ? [one, other] : [other, one], add: [tag] })),
    )
    expect(made.map(({ status }) => status)).toEqual(tags.map(() => 200))
    expect(await tagsIn('concurrent')).toEqual({ [one]: tags.toSorted(), [other]: tags.toSorted() })
  })
})
