import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Client } from '../harness/client.ts'
import { expectProblem } from '../harness/problem.ts'
import { engines } from '../harness/service.ts'
import { change, createProfile } from '../profiles/profile-requests.ts'
import { dataUrl, paint } from '../scoring/pictures.ts'
import { commitElements, diagnose, openStage, profileWith, type Stage, scoresOf } from '../scoring/scoring-service.ts'
import { frameOf, getBytes } from './frame-requests.ts'

describe.each(engines)('thumbnails of pictures on %s', (engine) => {
  let stage: Stage
  let service: Stage['service']
  beforeAll(async () => {
    stage = await openStage(engine)
    service = stage.service
  })
  afterAll(() => stage.close())

  const picturesOf = async (client: Client, id: string, query = '') =>
    (await client.call('GET', `/v1/profiles/${id}/pictures${query}`)).body.pictures
  const recent = async (client: Client, query = '') => (await client.call('GET', `/v1/frames/recent${query}`)).body
  const scopedKey = async (projectId: string) =>
    service.as((await service.call('POST', '/api/api-keys', { body: { name: 'k', projectId } })).body.key)
  const isThumbnail = expect.stringMatching(/^\/v1\/thumbnails\/[0-9a-f]{64}$/)

  it('every picture of a profile, from any source: unread at first, then with a thumbnail or a reason', async () => {
    const [a, b] = [await stage.picture('warm', 1), await stage.picture('cold', 2)]
    const inline = dataUrl(await paint({ mood: 'grey', seed: 3, width: 300, height: 150 }))
    const id = await profileWith(service, {
      exemplars: [
        { id: 'hosted', label: 'good', url: a },
        { id: 'inline', label: 'bad', imageData: inline },
        { id: 'gone', label: 'bad', url: stage.host.url('nowhere.png') },
        { id: 'nothing', label: 'good' },
      ],
      comparisons: [{ id: 'pair', frameA: 'hosted', frameB: { id: 'b', url: b }, winner: 'hosted' }],
    })
    const shape = (pictures: readonly Record<string, unknown>[]) =>
      pictures.map(({ elementId, kind, side, status }) => [elementId, kind, side, status])
    expect(shape(await picturesOf(service, id)).map(([, , , status]) => status)).toEqual([
      ...['unread', 'unread', 'unread', 'unusable', 'unread', 'unread'],
    ])
    await diagnose(service, id)
    await expect.poll(async () => (await picturesOf(service, id)).filter(hasThumbnail).length).toBe(4)
    const pictures = await picturesOf(service, id)
    expect(shape(pictures)).toEqual([
      ['hosted', 'exemplars', undefined, 'read'],
      ['inline', 'exemplars', undefined, 'read'],
      ['gone', 'exemplars', undefined, 'unusable'],
      ['nothing', 'exemplars', undefined, 'unusable'],
      ['pair', 'comparisons', 'a', 'read'],
      ['pair', 'comparisons', 'b', 'read'],
    ])
    expect(pictures.map(({ reason }: { reason?: string }) => reason)).toEqual([
      ...[undefined, undefined, 'the host answered with status 404', 'the element does not refer to a picture'],
      ...[undefined, undefined],
    ])
    expect(pictures.filter(hasThumbnail).map(({ thumbnail }: Shown) => thumbnail)).toEqual(Array(4).fill(isThumbnail))
    const fetches = stage.host.answersTo('warm-1.png').length
    const { status, headers, bytes } = await getBytes(service, pictures[1].thumbnail)
    expect([status, headers.get('content-type')]).toEqual([200, 'image/webp'])
    const { width, height } = await sharp(bytes).metadata()
    expect([width, height]).toEqual([192, 96])
    expect(stage.host.answersTo('warm-1.png').length).toBe(fetches)
    const tag = { 'if-none-match': headers.get('etag') ?? '' }
    expect((await getBytes(service, pictures[1].thumbnail, tag)).status).toBe(304)
  })

  it('include_working adds uncommitted pictures', async () => {
    const id = await createProfile(service)
    await change(service, id, { workingChanges: { exemplars: [{ id: 'w', label: 'good', url: 'https://a.test/b' }] } })
    expect(await picturesOf(service, id)).toEqual([])
    const [picture] = await picturesOf(service, id, '?include_working=true')
    expect(picture).toEqual({ elementId: 'w', kind: 'exemplars', status: 'unread' })
    expectProblem(await service.call('GET', '/v1/profiles/prof_x/pictures'), 404, 'profile_not_found')
  })

  it('a named version or branch: its own pictures, including those removed since', async () => {
    const [kept, gone] = [await stage.picture('warm', 21), await stage.picture('cold', 22)]
    const id = await profileWith(service, {
      exemplars: [
        { id: 'kept', label: 'good', url: kept },
        { id: 'gone', label: 'bad', url: gone },
      ],
    })
    await diagnose(service, id)
    await change(service, id, { branches: [{ id: 'old', name: 'old' }] })
    await commitElements(service, id, 'v2', { exemplars: [{ id: 'kept', label: 'good', url: kept }] })
    const both = async (query: string) => (await picturesOf(service, id, query)).filter(hasThumbnail).length
    await expect.poll(() => both('?version_id=v1')).toBe(2)
    expect(await picturesOf(service, id, '?branch_id=old')).toEqual(await picturesOf(service, id, '?version_id=v1'))
    expect(await picturesOf(service, id, '?version_id=v2')).toEqual(await picturesOf(service, id))
    expect((await picturesOf(service, id)).map(({ elementId }: Shown) => elementId)).toEqual(['kept'])
    const ask = (query: string) => service.call('GET', `/v1/profiles/${id}/pictures${query}`)
    expectProblem(await ask('?version_id=v9'), 404, 'version_not_found')
    expectProblem(await ask('?branch_id=nope'), 404, 'branch_not_found')
    for (const query of ['?version_id=v1&include_working=true', '?version_id=v1&branch_id=old', '?version_id=']) {
      const { errors } = expectProblem(await ask(query), 400, 'invalid_request')
      expect(errors).toEqual([{ path: '/query/version_id', message: expect.any(String) }])
    }
  })

  it('recently scored frames, newest first, with URL, scores and thumbnail', async () => {
    const projectId = 'recent'
    const client = await scopedKey(projectId)
    const id = await createProfile(client, { projectId })
    const long = dataUrl(await paint({ mood: 'warm', seed: 5, width: 200, height: 200 }))
    const short = dataUrl(await paint({ mood: 'warm', seed: 6, width: 8, height: 8 }))
    expect([long.length > 8192, short.length < 8192]).toEqual([true, true])
    const hosted = await stage.picture('cold', 7)
    const brightness: number[] = []
    for (const [frame, url] of [
      ['long', long],
      ['short', short],
      ['hosted', hosted],
    ] as const) {
      const [score] = await scoresOf(client, id, [{ id: frame, url }], { dimensions: ['brightness'] })
      brightness.unshift(score.brightness)
      // Immediately, without waiting.
      expect((await recent(client)).frames.map(({ id }: Shown) => id)).toContain(frame)
    }
    const { frames } = await recent(client)
    expect(frames).toEqual(
      ['hosted', 'short', 'long'].map((frame, i) => ({
        id: frame,
        url: [hosted, short, null][i],
        scoredAt: expect.any(String),
        profileId: id,
        scores: { brightness: brightness[i] },
        thumbnail: isThumbnail,
      })),
    )
    const first = await recent(client, '?limit=2')
    expect(first.frames).toEqual(frames.slice(0, 2))
    const rest = await recent(client, `?limit=2&cursor=${encodeURIComponent(first.nextCursor)}`)
    expect(rest).toEqual({ frames: frames.slice(2) })
    expect((await recent(service, `?projectId=${projectId}`)).frames).toEqual(frames)
    expect(await recent(service, '?projectId=nobody')).toEqual({ frames: [] })
    await client.call('DELETE', `/v1/profiles/${id}`)
    expect(await recent(client)).toEqual({ frames: [] })
  })

  it('a large thumbnail: created once from the URL or the library if the bytes still exist, otherwise the small one', async () => {
    const projectId = 'large'
    const id = await createProfile(service, { projectId })
    const paintLarge = async (seed: number) =>
      sharp(await paint({ mood: 'warm', seed, width: 220, height: 110 }))
        .resize(1100, 550)
        .jpeg()
        .toBuffer()
    const [kept, replaced, sent] = [await paintLarge(31), await paintLarge(32), await paintLarge(33)]
    stage.host.show('kept.jpg', { bytes: kept })
    stage.host.show('replaced.jpg', { bytes: replaced })
    const frames = [
      { id: 'kept', url: stage.host.url('kept.jpg') },
      { id: 'replaced', url: stage.host.url('replaced.jpg') },
      { id: 'sent', url: dataUrl(sent) },
    ]
    await scoresOf(service, id, frames, { dimensions: ['brightness'] })
    const paths = async () => {
      const { frames: found } = await recent(service, `?projectId=${projectId}`)
      return new Map<string, string | null>(found.map(({ id, thumbnail }: Shown) => [id, thumbnail]))
    }
    await expect.poll(async () => [...(await paths()).values()]).toEqual([isThumbnail, isThumbnail, isThumbnail])
    const found = await paths()
    const look = async (frame: string) => {
      const { headers, bytes } = await getBytes(service, `${found.get(frame)}?size=large`)
      const { width, height } = await sharp(bytes).metadata()
      return [width, height, headers.get('cache-control'), headers.get('etag')]
    }
    stage.host.show('replaced.jpg', { bytes: kept })
    const forGood = 'private, max-age=31536000, immutable'
    const fetches = stage.host.answersTo('kept.jpg').length
    const large = await look('kept')
    expect(large).toEqual([1024, 512, forGood, expect.stringMatching(/-1024"$/)])
    expect(await look('kept')).toEqual(large)
    expect(stage.host.answersTo('kept.jpg').length).toBe(fetches + 1)
    const small = [192, 96, 'private, max-age=600', expect.stringMatching(/-192"$/)]
    expect([await look('replaced'), await look('sent')]).toEqual([small, small])
    await frameOf(service, sent, projectId)
    expect((await look('sent')).slice(0, 3)).toEqual([1024, 512, forGood])
    const tag = { 'if-none-match': String(large[3]) }
    expect((await getBytes(service, `${found.get('kept')}?size=large`, tag)).status).toBe(304)
    expectProblem(await service.call('GET', `${found.get('kept')}?size=huge`), 400, 'invalid_request')
  })

  it('a medium thumbnail is made of a larger one or of the library, without contacting the host of the picture', async () => {
    const id = await createProfile(service, { projectId: 'medium' })
    const paintLarge = async (seed: number) =>
      sharp(await paint({ mood: 'warm', seed, width: 220, height: 110 }))
        .resize(1100, 550)
        .jpeg()
        .toBuffer()
    const [hosted, sent] = [await paintLarge(41), await paintLarge(42)]
    stage.host.show('medium.jpg', { bytes: hosted })
    const frames = [
      { id: 'hosted', url: stage.host.url('medium.jpg') },
      { id: 'sent', url: dataUrl(sent) },
    ]
    await scoresOf(service, id, frames, { dimensions: ['brightness'] })
    const paths = async () => {
      const { frames: found } = await recent(service, '?projectId=medium')
      return new Map<string, string | null>(found.map((shown: Shown) => [shown.id, shown.thumbnail]))
    }
    await expect.poll(async () => [...(await paths()).values()]).toEqual([isThumbnail, isThumbnail])
    const found = await paths()
    const look = async (frame: string, size: string) => {
      const { headers, bytes } = await getBytes(service, `${found.get(frame)}?size=${size}`)
      return [(await sharp(bytes).metadata()).width, headers.get('cache-control')]
    }
    const [small, forGood] = [[192, 'private, max-age=600'], 'private, max-age=31536000, immutable']
    const fetches = stage.host.answersTo('medium.jpg').length
    for (const frame of ['hosted', 'sent']) {
      expect(await look(frame, 'medium')).toEqual(small)
      expect(await look(frame, 'chat')).toEqual(small)
    }
    expect(stage.host.answersTo('medium.jpg').length).toBe(fetches)
    expect(await look('hosted', 'large')).toEqual([1024, forGood])
    await frameOf(service, sent, 'medium')
    for (const frame of ['hosted', 'sent']) {
      expect(await look(frame, 'medium')).toEqual([512, forGood])
      expect(await look(frame, 'chat')).toEqual([384, forGood])
    }
    expect(stage.host.answersTo('medium.jpg').length).toBe(fetches + 1)
  })

  it("a thumbnail exists only for its account, and for a project's key only if the project has the picture", async () => {
    const picture = await paint({ mood: 'grey', seed: 11 })
    await frameOf(service, picture, 'owner')
    const id = await createProfile(service, { projectId: 'owner' })
    const [red, blue] = [await scopedKey('owner'), await scopedKey('other')]
    await scoresOf(service, id, [{ id: 'f', url: dataUrl(picture) }], { dimensions: ['brightness'] })
    await expect.poll(async () => (await recent(red)).frames.length).toBe(1)
    const [{ thumbnail }] = (await recent(red)).frames
    expect((await getBytes(red, thumbnail)).status).toBe(200)
    expect((await getBytes(service, thumbnail)).status).toBe(200)
    const stranger = service.as(await service.newAccount())
    for (const client of [blue, stranger]) {
      expectProblem(await client.call('GET', thumbnail), 404, 'thumbnail_not_found')
      expect(await recent(client)).toEqual({ frames: [] })
    }
    expectProblem(await service.call('GET', '/v1/thumbnails/nonsense'), 404, 'thumbnail_not_found')
  })
})

interface Shown {
  readonly id: string
  readonly elementId?: string
  readonly thumbnail?: string
}

function hasThumbnail({ thumbnail }: Shown): boolean {
  return thumbnail !== undefined
}
