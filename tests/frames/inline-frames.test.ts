import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { readConfig } from '@palate/server/config/config.ts'
import { isTextOfFrame } from '@palate/server/frames/blobs/blob-store.ts'
import {
  releasedTextsKeptMs,
  sweepUncommittedBlobs,
} from '@palate/server/profiles/snapshots/sweep-uncommitted-blobs.ts'
import { openStore } from '@palate/server/store/open.ts'
import type { Store } from '@palate/server/store/store.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { eachAccount } from '../harness/each-account.ts'
import { engines } from '../harness/service.ts'
import { useService } from '../harness/use-service.ts'
import { change, createProfile, read } from '../profiles/profile-requests.ts'
import { dataUrl, paint } from '../scoring/pictures.ts'
import { diagnose, profileWith } from '../scoring/scoring-service.ts'
import { frameOf, getBytes, upload } from './frame-requests.ts'

describe.each(engines)('inline pictures as frames on %s', (engine) => {
  const service = useService(engine)
  let store: Store
  beforeAll(async () => {
    store = await openStore(readConfig(service.home.env))
  })
  afterAll(() => store.close())

  const large = (seed: number) => paint({ mood: 'warm', seed, width: 160, height: 120 })
  const framesOf = async (projectId: string) =>
    (await service.call('GET', `/api/frames?projectId=${projectId}`)).body.frames
  const readFrame = async (id: string) => (await getBytes(service, `/api/frames/${id}`)).bytes
  const textsOf = async (profileId: string) => {
    const rows = await store.read.selectFrom('objects').select('hash').where('profile_id', '=', profileId).execute()
    return rows.filter(({ hash }) => hash.includes(':')).length
  }
  const ownContents = async () => {
    const folder = join(service.home.env.PALATE_DATA_DIR ?? '', 'frames')
    if (engine === 'postgres') return (await store.read.selectFrom('frame_pieces').select('piece').execute()).length
    if (!existsSync(folder)) return 0
    const entries = readdirSync(folder, { recursive: true, withFileTypes: true })
    return entries.filter((entry) => entry.isFile()).length
  }
  const liking = (imageData: string) => ({ exemplars: [{ id: 'e', label: 'good', imageData }] })

  it('become frames of the project when they are read, and are returned as sent', async () => {
    const projectId = 'inline'
    const pictures = [await large(1), await large(2), await large(3), await paint({ mood: 'cold', seed: 4, width: 9 })]
    const [url, bare, side, short] = pictures as [Buffer, Buffer, Buffer, Buffer]
    expect([dataUrl(url).length > 8192, dataUrl(short).length < 8192]).toEqual([true, true])
    const elements = {
      exemplars: [
        { id: 'url', label: 'good', imageData: dataUrl(url) },
        { id: 'bare', label: 'bad', imageData: bare.toString('base64') },
        { id: 'short', label: 'bad', url: dataUrl(short) },
      ],
      comparisons: [{ id: 'pair', frameA: { id: 'a', url: dataUrl(side) }, frameB: 'url', winner: 'a' }],
    }
    const before = await ownContents()
    const id = await profileWith(service, elements, { projectId })
    expect((await diagnose(service, id)).unusable).toEqual([])
    const frames = await framesOf(projectId)
    expect(frames).toHaveLength(4)
    const known = await Promise.all(frames.map(async (one: { id: string }) => readFrame(one.id)))
    for (const picture of pictures) expect(known.some((bytes) => bytes.equals(picture))).toBe(true)
    const first = frames.find((one: { bytes: number }) => one.bytes === url.length)
    expect(first).toMatchObject({ width: 160, height: 120, contentType: 'image/png', projectId })
    const { profileData } = await read(service, id)
    expect(profileData.versions[0].snapshot.exemplars).toEqual(elements.exemplars)
    // The long ones are stored only in the blobs of the elements.
    expect(await ownContents()).toBe(before + 1)
    const again = await upload(service, url, { project: projectId })
    expect([again.status, again.body.id]).toEqual([200, first.id])
    expect(await ownContents()).toBe(before + 1)
  })

  it('a frame stays when the profile is deleted, and its blob is deleted with the frame', async () => {
    const [first, second] = [await large(11), await large(12)]
    const id = await profileWith(service, liking(dataUrl(first)), { projectId: 'gone' })
    await diagnose(service, id)
    await change(service, id, {
      workingChanges: { exemplars: [{ id: 'w', label: 'bad', imageData: dataUrl(second) }] },
    })
    expect(await textsOf(id)).toBe(2)
    expect((await service.call('DELETE', `/v1/profiles/${id}`)).status).toBe(200)
    const [frame] = await framesOf('gone')
    expect((await readFrame(frame.id)).equals(first)).toBe(true)
    // The second was never read, so it did not become a frame.
    expect(await textsOf(id)).toBe(1)
    expect((await service.call('DELETE', `/api/frames?id=${frame.id}`)).status).toBe(200)
    expect([await textsOf(id), await framesOf('gone')]).toEqual([0, []])
  })

  it('deleting the frame does not change the element', async () => {
    const picture = await large(21)
    const id = await profileWith(service, liking(dataUrl(picture)), { projectId: 'kept' })
    await diagnose(service, id)
    const [frame] = await framesOf('kept')
    expect((await service.call('DELETE', `/api/frames?id=${frame.id}`)).status).toBe(200)
    const { profileData } = await read(service, id)
    expect(profileData.versions[0].snapshot.exemplars[0].imageData).toBe(dataUrl(picture))
    expect(await framesOf('kept')).toEqual([])
  })

  it('a picture dropped from the working changes stays as a frame, even after a sweep of their blobs', async () => {
    const [read, unread] = [await large(31), await large(32)]
    const id = await createProfile(service, { projectId: 'dropped' })
    await change(service, id, { workingChanges: liking(dataUrl(read)) })
    await diagnose(service, id, '?includeWorking=true')
    await change(service, id, { workingChanges: liking(dataUrl(unread)) })
    await change(service, id, { workingChanges: { exemplars: [] } })
    const sweep = (afterMs: number) => {
      const services = { store, clock: () => new Date(Date.now() + afterMs) }
      return eachAccount(store, (accountId) =>
        sweepUncommittedBlobs(services, accountId, async () => [], isTextOfFrame),
      )
    }
    await sweep(releasedTextsKeptMs + 60_000)
    expect(await textsOf(id)).toBe(1)
    const [frame] = await framesOf('dropped')
    expect((await readFrame(frame.id)).equals(read)).toBe(true)
    await service.call('DELETE', `/api/frames?id=${frame.id}`)
    await sweep(releasedTextsKeptMs + 60_000)
    expect(await textsOf(id)).toBe(0)
  })

  it('pictures uploaded before are not stored again', async () => {
    const picture = await large(41)
    const { id: frame } = await frameOf(service, picture, 'before')
    const before = await ownContents()
    const id = await profileWith(service, liking(dataUrl(picture)), { projectId: 'before' })
    await diagnose(service, id)
    expect((await framesOf('before')).map((one: { id: string }) => one.id)).toEqual([frame])
    await service.call('DELETE', `/v1/profiles/${id}`)
    expect([await textsOf(id), await ownContents()]).toEqual([0, before])
    expect((await readFrame(frame)).equals(picture)).toBe(true)
  })
})
