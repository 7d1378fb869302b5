import { createHash } from 'node:crypto'
import { openErasures } from '@palate/server/composition/erase-pictures.ts'
import { readConfig } from '@palate/server/config/config.ts'
import { lateWritesMs } from '@palate/server/erasures/erasures.ts'
import { openStore } from '@palate/server/store/open.ts'
import type { Store } from '@palate/server/store/store.ts'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Client } from '../harness/client.ts'
import { findBytes } from '../harness/find-bytes.ts'
import { expectProblem } from '../harness/problem.ts'
import { engines } from '../harness/service.ts'
import { useService } from '../harness/use-service.ts'
import { createProfile, succeed } from '../profiles/profile-requests.ts'
import { type PictureHost, startPictureHost } from '../scoring/picture-host.ts'
import { dataUrl, paint } from '../scoring/pictures.ts'
import { loopbackAllowed, profileWith, scoresOf } from '../scoring/scoring-service.ts'
import { createShare, visit } from '../shares/share-requests.ts'
import { frameOf, getBytes } from './frame-requests.ts'

describe.each(engines)('erasing the picture of a frame on %s', (engine) => {
  const service = useService(engine, loopbackAllowed)
  let store: Store
  let seed = 900
  beforeAll(async () => {
    store = await openStore(readConfig(service.home.env))
  })
  afterAll(() => store.close())

  const hashOf = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')
  const erase = async (id: string, client: Client = service) =>
    succeed(await client.call('DELETE', `/api/frames?id=${id}&force=true`)).body
  const newPicture = () => paint({ mood: 'warm', seed: seed++ })

  /** Parts of all that is stored of a picture: its bytes, as they are and as base64, thumbnails and embeddings. */
  async function traces(bytes: Buffer): Promise<readonly Uint8Array[]> {
    const ofPicture = (table: 'thumbnails' | 'features') =>
      store.read.selectFrom(table).selectAll().where('content_hash', '=', hashOf(bytes)).execute()
    const thumbnails = (await ofPicture('thumbnails')) as unknown as { readonly data: Uint8Array }[]
    const features = (await ofPicture('features')) as unknown as { readonly embedding: Uint8Array }[]
    const parts = [bytes, ...thumbnails.map(({ data }) => data), ...features.map(({ embedding }) => embedding)]
    const middles = parts.map((part) => part.subarray(part.length >> 1, (part.length >> 1) + 48))
    return [...middles, Buffer.from(bytes.subarray(120, 168).toString('base64'))]
  }

  /** Scores it under its address and as data, shows it in every size, and puts it on a board and in shares. */
  async function useEverywhere(id: string, bytes: Buffer) {
    const profileId = await createProfile(service)
    const frames = [
      { id: 'library', url: `frame:${id}` },
      { id: 'data', url: dataUrl(bytes) },
    ]
    await scoresOf(service, profileId, frames, { dimensions: ['aesthetics'], explain: true })
    const list = { profile_id: profileId, frames, dimensions: ['aesthetics'] }
    const batch = await service.call('POST', '/v1/score/batch', { body: list })
    expect(batch.text).toContain('"status":"completed"')
    for (const size of [256, 512, 1024]) await service.call('GET', `/api/frames/${id}/thumbnail?size=${size}`)
    const pictures = [{ frameId: id, caption: 'The portrait of Ada' }]
    const { body: board } = await service.call('POST', '/v1/boards', { body: { profileId, name: 'Wall', pictures } })
    const shared = await createShare(service, {
      profileId,
      frames: [{ id: 'one', url: `frame:${id}`, name: 'ada.png' }],
      title: 'Result',
    })
    const wall = await createShare(service, { profileId, boardId: board.id, title: 'Wall' })
    expect((await visit(service, `${shared.path}/pictures/0`)).status).toBe(200)
    return { profileId, board, shares: [shared, wall] }
  }

  test('nothing of it is left in the store or the data directory', async () => {
    const bytes = await newPicture()
    const { id } = await frameOf(service, bytes)
    const used = await useEverywhere(id, bytes)
    await expect
      .poll(() =>
        store.read.selectFrom('thumbnails').select('side').where('content_hash', '=', hashOf(bytes)).execute(),
      )
      .toHaveLength(4)
    const needles = await traces(bytes)
    expect(needles.length).toBeGreaterThan(6)
    expect(await findBytes(service.home, needles)).not.toEqual([])
    expect(await erase(id)).toEqual({ success: true, erased: true })

    expect(await findBytes(service.home, needles)).toEqual([])
    expectProblem(await service.call('GET', `/api/frames/${id}`), 404, 'frame_not_found')
    expectProblem(await service.call('GET', `/v1/thumbnails/${hashOf(bytes)}`), 404, 'thumbnail_not_found')
    const { frames } = succeed(await service.call('GET', '/v1/frames/recent')).body
    expect(frames.map((frame: { url: string }) => frame.url)).not.toContain(`frame:${id}`)
    expect(succeed(await service.call('GET', `/v1/boards/${used.board.id}`)).body.pictures).toEqual([])
    for (const { path } of used.shares) {
      expect((await visit(service, `${path}/pictures/0`)).status).toBe(404)
      const page = await visit(service, path)
      expect(page.text).toContain('Deleted picture')
      expect(page.text).not.toMatch(/ada\.png|portrait/)
    }
    const { entries } = succeed(await service.call('GET', '/v1/audit?action=frame.deleted&limit=1')).body
    expect(entries[0]).toMatchObject({ target: { id }, details: { erased: true } })
  })

  test('a frame with the same picture in another project keeps it, and the answer names it', async () => {
    const bytes = await newPicture()
    const [one, other] = [await frameOf(service, bytes), await frameOf(service, bytes, 'other')]
    const needles = await traces(bytes)
    expect(await erase(one.id)).toEqual({
      success: true,
      erased: false,
      keptFor: { frames: [other.id], profiles: [] },
    })
    expect((await getBytes(service, `/api/frames/${other.id}`)).bytes.equals(bytes)).toBe(true)
    expect(await erase(other.id)).toEqual({ success: true, erased: true })
    expect(await findBytes(service.home, needles)).toEqual([])
  })

  test('a profile that was taught with the picture keeps what it learned, and the answer names it', async () => {
    const bytes = await newPicture()
    const { id, url } = await frameOf(service, bytes)
    const profile = await profileWith(service, { exemplars: [{ id: 'e', url, label: 'good' }] })
    const ask = { id: 'x', url: dataUrl(await newPicture()) }
    const before = await scoresOf(service, profile, [ask], { dimensions: ['aesthetics'] })
    expect(await erase(id)).toEqual({ success: true, erased: false, keptFor: { frames: [], profiles: [profile] } })
    expect(await findBytes(service.home, [bytes.subarray(100, 148)])).toEqual([])
    expect(await scoresOf(service, profile, [ask], { dimensions: ['aesthetics'] })).toEqual(before)
  })

  test('a picture that only stands in for the missing side of a profile is erased', async () => {
    const bytes = await newPicture()
    const { id } = await frameOf(service, bytes, 'sparse')
    const profile = await createProfile(service, { projectId: 'sparse' })
    const exemplars = [1, 2, 3].map((n) => ({ id: `e${n}`, label: 'good', url: '' }))
    for (const exemplar of exemplars) exemplar.url = dataUrl(await newPicture())
    await service.call('POST', `/v1/profiles/${profile}/annotations`, { body: { exemplars } })
    const ask = { id: 'x', url: exemplars[0]?.url ?? '' }
    const options = { dimensions: ['aesthetics'], include_working: true }
    await scoresOf(service, profile, [ask], options)
    const standIns = () =>
      store.read.selectFrom('pins').select('source').where('content_hash', '=', hashOf(bytes)).execute()
    expect(await standIns()).toEqual([{ source: `standin:${hashOf(bytes)}` }])
    expect(await erase(id)).toEqual({ success: true, erased: true })
    expect(await standIns()).toEqual([])
    const [scored] = await scoresOf(service, profile, [ask], options)
    expect(scored.aesthetics).toBeGreaterThan(0)
  })

  test('another account with the same picture notices nothing, and is not told of', async () => {
    const bytes = await newPicture()
    const { id } = await frameOf(service, bytes)
    const stranger = service.as(await service.newAccount())
    const theirs = await frameOf(stranger, bytes)
    const profile = await createProfile(stranger)
    await scoresOf(stranger, profile, [{ id: 'x', url: theirs.url }], { dimensions: ['brightness'] })
    expectProblem(await stranger.call('DELETE', `/api/frames?id=${id}&force=true`), 404, 'frame_not_found')
    expect(await erase(id)).toEqual({ success: true, erased: true })
    expect((await getBytes(stranger, `/api/frames/${theirs.id}`)).bytes.equals(bytes)).toBe(true)
    expect((await getBytes(stranger, `/v1/thumbnails/${hashOf(bytes)}`)).status).toBe(200)
    const { frames } = succeed(await stranger.call('GET', '/v1/frames/recent')).body
    expect(frames).toHaveLength(1)
  })

  test('a key of one project erases what that project has, and learns nothing about others', async () => {
    const bytes = await newPicture()
    const mine = await frameOf(service, bytes, 'mine')
    const theirs = await frameOf(service, bytes, 'theirs')
    const made = await service.call('POST', '/api/api-keys', { body: { name: 'k', projectId: 'mine' } })
    const limited = service.as(made.body.key)
    const [profile, other] = [
      await createProfile(service, { projectId: 'mine' }),
      await createProfile(service, { projectId: 'theirs' }),
    ]
    await scoresOf(service, profile, [{ id: 'a', url: mine.url }], { dimensions: ['brightness'] })
    await scoresOf(service, other, [{ id: 'b', url: theirs.url }], { dimensions: ['brightness'] })
    expectProblem(await limited.call('DELETE', `/api/frames?id=${theirs.id}&force=true`), 404, 'frame_not_found')
    expect(await erase(mine.id, limited)).toEqual({ success: true, erased: true })
    const recent = async (project: string) =>
      succeed(await service.call('GET', `/v1/frames/recent?projectId=${project}`)).body.frames
    expect(await recent('mine')).toEqual([])
    expect(await recent('theirs')).toMatchObject([{ id: 'b', thumbnail: expect.any(String) }])
    expect((await getBytes(service, `/api/frames/${theirs.id}`)).bytes.equals(bytes)).toBe(true)
    expect(await erase(theirs.id)).toEqual({ success: true, erased: true })
  })

  test('without force, what was scored stays as before', async () => {
    const { id, url } = await frameOf(service, await newPicture())
    const profile = await createProfile(service)
    await scoresOf(service, profile, [{ id: 'stays', url }], { dimensions: ['brightness'] })
    expect((await service.call('DELETE', `/api/frames?id=${id}`)).body).toEqual({ success: true })
    const { frames } = succeed(await service.call('GET', '/v1/frames/recent')).body
    expect(frames[0]).toMatchObject({ id: 'stays', url })
  })

  test('what is stored late, because the picture was being scored, is erased by the background', async () => {
    const client = service.as(await service.newAccount())
    const bytes = await newPicture()
    const { id, url } = await frameOf(client, bytes)
    const profile = await createProfile(client)
    let isErased = false
    const scoring = (async () => {
      for (let i = 0; !isErased; i++) {
        await scoresOf(client, profile, [{ id: `late-${i}`, url }], { dimensions: ['brightness'] }).catch(() => {})
      }
    })()
    await expect
      .poll(() =>
        store.read.selectFrom('features').select('embedder_id').where('content_hash', '=', hashOf(bytes)).execute(),
      )
      .toHaveLength(1)
    const needles = await traces(bytes)
    await erase(id, client)
    isErased = true
    await scoring
    // What another process has in its memory.
    const { account_id: accountId } = await store.read
      .selectFrom('erasures')
      .select('account_id')
      .where('source', '=', id)
      .executeTakeFirstOrThrow()
    const now = new Date().toISOString()
    const late = { account_id: accountId, content_hash: hashOf(bytes), created_at: now }
    await store.write((db) =>
      db
        .insertInto('thumbnails')
        .values({ ...late, side: 192, data: needles[0] as Uint8Array, home: null, object_bytes: 0 })
        // This process may have stored it late as well.
        .onConflict((conflict) => conflict.doNothing())
        .execute(),
    )
    const sweep = (ms: number) =>
      openErasures({
        ...{ store, config: readConfig(service.home.env), log: pino({ level: 'silent' }) },
        clock: () => new Date(Date.now() + ms),
      }).sweep()
    const left = () => store.read.selectFrom('erasures').select('is_done').where('source', '=', id).execute()
    await sweep(0)
    expect(await left()).toEqual([{ is_done: 1 }])
    await sweep(lateWritesMs + 60_000)
    expect(await findBytes(service.home, needles)).toEqual([])
    expect(await left()).toEqual([])
    const due = () =>
      store.read
        .selectFrom('due_accounts')
        .select('kind')
        .where('kind', '=', 'erasures')
        .where('account_id', '=', accountId)
        .execute()
    await sweep(lateWritesMs + 3_600_000)
    expect(await due()).toEqual([])
  })

  test('a picture that was uploaded again meanwhile stays', async () => {
    const client = service.as(await service.newAccount())
    const bytes = await newPicture()
    await erase((await frameOf(client, bytes)).id, client)
    const again = await frameOf(client, bytes)
    await openErasures({
      ...{ store, config: readConfig(service.home.env), log: pino({ level: 'silent' }) },
      clock: () => new Date(Date.now() + lateWritesMs + 60_000),
    }).sweep()
    expect((await getBytes(client, `/api/frames/${again.id}`)).bytes.equals(bytes)).toBe(true)
    expect((await getBytes(client, `/v1/thumbnails/${hashOf(bytes)}`)).status).toBe(200)
  })

  describe('with a profile', () => {
    const sweep = () =>
      openErasures({
        ...{ store, config: readConfig(service.home.env), log: pino({ level: 'silent' }) },
        clock: () => new Date(),
      }).sweep()
    const rowsOf = async (bytes: Buffer) => {
      const rows = (table: 'features' | 'thumbnails') =>
        store.read.selectFrom(table).select('created_at').where('content_hash', '=', hashOf(bytes)).execute()
      return (await rows('features')).length + (await rows('thumbnails')).length
    }
    const addressOf = (bytes: Buffer) => {
      host.show(`${hashOf(bytes)}.png`, { bytes })
      return host.url(`${hashOf(bytes)}.png`)
    }
    let host: PictureHost
    beforeAll(async () => {
      host = await startPictureHost()
    })
    afterAll(() => host.close())

    test('what it was taught with is erased, unless the library, another profile or a share has it', async () => {
      const client = service.as(await service.newAccount())
      const pictures: Buffer[] = []
      for (let i = 0; i < 5; i++) pictures.push(await newPicture())
      const [gone, library, , scored, shown] = pictures as [Buffer, Buffer, Buffer, Buffer, Buffer]
      const stored = () => Promise.all(pictures.map(rowsOf))
      await frameOf(client, library)
      const exemplars = pictures.map((bytes, i) => ({
        id: `e${i}`,
        url: addressOf(bytes),
        label: i < 3 ? 'good' : 'bad',
      }))
      const leaving = await profileWith(client, { exemplars })
      const staying = await profileWith(client, { exemplars: exemplars.slice(2, 3) })
      const options = { dimensions: ['aesthetics'] }
      await scoresOf(client, leaving, [{ id: 'own', url: addressOf(gone) }], options)
      await createShare(client, {
        ...{ profileId: staying, title: 'Result' },
        frames: [{ id: 'other', url: addressOf(shown) }],
      })
      // Under the same id, so that the list does not have what the share shows.
      await scoresOf(client, staying, [{ id: 'other', url: addressOf(scored) }], options)
      // Stores what was scored.
      expect((await client.call('GET', '/v1/frames/recent')).body.frames).toHaveLength(2)
      await expect.poll(stored).toEqual([2, 2, 2, 2, 3])
      const needles = (await traces(gone)).slice(1)
      expect(await findBytes(service.home, needles)).not.toEqual([])
      succeed(await client.call('DELETE', `/v1/profiles/${leaving}`))
      await sweep()
      expect(await stored()).toEqual([0, 2, 2, 2, 3])
      expect(await findBytes(service.home, needles)).toEqual([])
      const left = store.read.selectFrom('erasures').select('source').where('source', '=', leaving)
      expect(await left.execute()).toEqual([])
    })
  })

  test('of parallel erasures the frame is deleted once, and all end', async () => {
    const { id } = await frameOf(service, await newPicture())
    const answers = await Promise.all(
      Array.from({ length: 6 }, () => service.call('DELETE', `/api/frames?id=${id}&force=true`)),
    )
    for (const { status } of answers) expect([200, 404]).toContain(status)
    expect(answers.some(({ status }) => status === 200)).toBe(true)
    const { entries } = succeed(await service.call('GET', '/v1/audit?action=frame.deleted')).body
    expect(entries.filter(({ target }: { target: { id: string } }) => target.id === id)).toHaveLength(1)
  })
})
