import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { upload, uploadForm } from '../frames/frame-requests.ts'
import type { Client } from '../harness/client.ts'
import { eventually } from '../harness/eventually.ts'
import { useService } from '../harness/use-service.ts'
import { createProfile, succeed } from '../profiles/profile-requests.ts'
import { dataUrl, paint } from '../scoring/pictures.ts'
import { scoresOf } from '../scoring/scoring-service.ts'

describe('the frames of a preview', () => {
  const service = useService('sqlite')
  let bytes: readonly Buffer[]
  let client: Client
  let id: string
  beforeAll(async () => {
    const size = { width: 24, height: 16 }
    bytes = await Promise.all(
      Array.from({ length: 16 }, (_, seed) => paint({ mood: 'warm', seed: 700 + seed, ...size })),
    )
  })
  beforeEach(async () => {
    client = service.as(await service.newAccount())
    id = await createProfile(client)
  })

  const urlOf = (index: number) => dataUrl(bytes[index] as Buffer)
  const score = (profileId: string, ...numbers: readonly number[]) =>
    scoresOf(
      client,
      profileId,
      numbers.map((one) => ({ id: `f${one}`, url: urlOf(one) })),
      { dimensions: ['brightness'] },
    )
  const preview = async (more: object = {}, as: Client = client) => {
    const body = { to: 'main', dimensions: ['brightness'], ...more }
    return succeed(await as.call('POST', `/v1/profiles/${id}/preview`, { body })).body.frames
  }
  const idsOf = (frames: readonly { id: string }[]) => frames.map((frame) => frame.id)
  const recent = async () => (await client.call('GET', '/v1/frames/recent')).body.frames

  it('are empty in an empty project', async () => {
    expect(await preview()).toEqual([])
  })

  it('are those recently scored with the profile, then others of its project, then its library', async () => {
    const other = await createProfile(client)
    const elsewhere = await createProfile(client, { projectId: 'elsewhere' })
    const kept = (await upload(client, bytes[0] as Buffer)).body.id
    await upload(client, bytes[1] as Buffer)
    await score(id, 1)
    await score(other, 2)
    await score(elsewhere, 3)
    // Newest first; the library also has the bytes of `f1`.
    expect(idsOf(await preview())).toEqual(['f1', 'f2', kept])
  })

  it('are at most twelve, no two with the same bytes', async () => {
    await score(id, ...Array.from({ length: 14 }, (_, i) => i))
    await scoresOf(client, id, [{ id: 'copy', url: urlOf(0) }], { dimensions: ['brightness'] })
    const frames = await preview()
    expect(frames).toHaveLength(12)
    const urls = frames.map(({ url }: { url: string }) => url)
    expect(new Set(urls).size).toBe(12)
  })

  it('are the labelled ones, and others across the whole range of their scores', async () => {
    const label = (await upload(client, bytes[0] as Buffer)).body.id
    const exemplars = [{ id: 'e', url: `frame:${label}`, label: 'good' }]
    const { status } = await client.call('POST', `/v1/profiles/${id}/annotations`, { body: { exemplars } })
    expect(status).toBe(201)
    const scored = await score(id, ...Array.from({ length: 15 }, (_, i) => i + 1))
    type Scored = { frame_id: string; brightness: number }
    const byScore: readonly Scored[] = scored.toSorted(
      (one: Scored, other: Scored) => one.brightness - other.brightness,
    )
    const body = { to: 'working', dimensions: ['brightness'] }
    const { frames, considered } = succeed(await client.call('POST', `/v1/profiles/${id}/preview`, { body })).body
    expect(considered).toBe(16)
    expect(frames).toHaveLength(12)
    expect(frames[0].id).toBe(label)
    for (const { frame_id } of [byScore[0], byScore.at(-1)] as Scored[]) {
      expect(idsOf(frames)).toContain(frame_id)
    }
  })

  it('have the names of the library, and thumbnails if the key may see them', async () => {
    const form = await uploadForm(client, [{ field: 'file', name: 'lake.png', bytes: bytes[4] as Buffer }])
    expect(form.status, form.text).toBe(201)
    const { key } = (await client.call('POST', '/api/api-keys', { body: { name: 'k', projectId: 'studio' } })).body
    const limited = service.as(key)
    const [chosen] = await preview({}, limited)
    expect(chosen).toMatchObject({
      name: 'lake.png',
      id: form.body.id,
      url: `frame:${form.body.id}`,
      to: { brightness: expect.any(Number) },
    })
    expect((await limited.call('GET', chosen.thumbnail)).status).toBe(200)
    // A picture that the project has not seen has no thumbnail for a key of the project.
    const frames = [{ id: 'new', url: urlOf(5) }]
    const [unseen] = await preview({ frames }, limited)
    expect(unseen).not.toHaveProperty('thumbnail')
    const [seen] = await preview({ frames })
    expect((await client.call('GET', seen.thumbnail)).status).toBe(200)
  })

  it('are not recorded: they do not become recent, raise no alert, are not suggested and do not change the profile', async () => {
    await client.call('POST', '/v1/alerts', {
      body: { profileId: id, dimension: 'brightness', below: 0.9999, over: 2 },
    })
    const frames = [6, 7, 8].map((one) => ({ id: `f${one}`, url: urlOf(one) }))
    await preview({ frames })
    const profile = async () => {
      const { text, headers } = await client.call('GET', `/v1/profiles/${id}`)
      return [text, headers.get('etag')]
    }
    const before = await profile()
    await preview({ from: 'main', to: 'working', frames })
    expect(await profile()).toEqual(before)
    const [first, second] = await score(id, 9, 10)
    // Later scores are stored later.
    await eventually(async () => expect(idsOf(await recent()).toSorted()).toEqual(['f10', 'f9']))
    const alerts = async () => (await client.call('GET', '/v1/events?type=quality.alert')).body.events
    await eventually(async () => expect(await alerts()).toHaveLength(1))
    const [{ data }] = await alerts()
    expect(data.mean).toBeCloseTo((first.brightness + second.brightness) / 2, 4)
    const suggestions = await client.call('GET', `/v1/profiles/${id}/suggestions?limit=50`)
    expect(succeed(suggestions).text).not.toMatch(/"f[678]"/)
    expect(idsOf(await preview()).toSorted()).toEqual(['f10', 'f9'])
  })
})
