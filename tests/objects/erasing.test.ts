import { createHash } from 'node:crypto'
import { announceObject, keepObject } from '@palate/server/bucket/object-rows.ts'
import { strayObjectsKeptMs } from '@palate/server/bucket/sweep-objects.ts'
import { openErasures } from '@palate/server/composition/erase-pictures.ts'
import { openObjectSweep } from '@palate/server/composition/frame-storage.ts'
import { readConfig } from '@palate/server/config/config.ts'
import { lateWritesMs } from '@palate/server/erasures/erasures.ts'
import { openStore } from '@palate/server/store/open.ts'
import { type Store, StoreUnavailableError } from '@palate/server/store/store.ts'
import { pino } from 'pino'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { frameOf, getBytes } from '../frames/frame-requests.ts'
import type { Client } from '../harness/client.ts'
import { findBytes } from '../harness/find-bytes.ts'
import { expectProblem } from '../harness/problem.ts'
import { engines, startService, type TestService } from '../harness/service.ts'
import { paint } from '../scoring/pictures.ts'
import { type S3Server, startS3 } from './s3-server.ts'

describe.each(engines)('erasing pictures in a bucket, on %s', (engine) => {
  let s3: S3Server
  let service: TestService
  let store: Store
  let accountId: string
  beforeAll(async () => {
    s3 = await startS3()
    service = await startService(engine, s3.env)
    store = await openStore(readConfig(service.home.env))
    accountId = (await store.read.selectFrom('accounts').select('id').executeTakeFirstOrThrow()).id
  })
  afterEach(() => {
    s3.disturb = undefined
  })
  afterAll(async () => {
    await store.close()
    await service.stop()
    await s3.stop()
  })

  const hashOf = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')
  const services = (aheadMs = 0) => ({
    store,
    config: readConfig({ ...service.home.env, ...s3.env }),
    log: pino({ level: 'silent' }),
    clock: () => new Date(Date.now() + aheadMs),
  })
  const objectsOf = async (bytes: Uint8Array) => (await s3.list()).filter((name) => name.includes(hashOf(bytes)))
  const erase = (id: string, client: Client = service) => client.call('DELETE', `/api/frames?id=${id}&force=true`)
  const stillToDo = async () => {
    const rows = await store.read.selectFrom('erasures').select('source').where('is_done', '=', 0).execute()
    return rows.map(({ source }) => source)
  }
  async function storedFrame(seed: number, client: Client = service) {
    const bytes = await paint({ mood: 'grey', seed })
    const { id } = await frameOf(client, bytes)
    await getBytes(client, `/api/frames/${id}/thumbnail?size=512`)
    await expect.poll(() => objectsOf(bytes)).toHaveLength(3)
    return { bytes, id }
  }

  test('its objects are gone when the answer comes', async () => {
    const { bytes, id } = await storedFrame(300)
    expect((await erase(id)).body).toEqual({ success: true, erased: true })
    expect(await objectsOf(bytes)).toEqual([])
    expect(await findBytes(service.home, [bytes.subarray(200, 248)])).toEqual([])
  })

  test('while the bucket fails the answer is 503; the same request ends it', async () => {
    const { bytes, id } = await storedFrame(302)
    s3.disturb = (request, response) => {
      if (request.method !== 'DELETE') return false
      response.writeHead(403).end('<Error><Code>AccessDenied</Code></Error>')
      return true
    }
    const refused = await erase(id)
    expectProblem(refused, 503, 'unavailable')
    expect(refused.headers.get('retry-after')).toBe('5')
    expectProblem(await service.call('GET', `/api/frames/${id}`), 404, 'frame_not_found')
    expectProblem(await erase(id), 503, 'unavailable')
    expectProblem(await service.call('DELETE', `/api/frames?id=${id}`), 404, 'frame_not_found')
    const stranger = service.as(await service.newAccount())
    expectProblem(await stranger.call('DELETE', `/api/frames?id=${id}&force=true`), 404, 'frame_not_found')
    s3.disturb = undefined
    expect((await erase(id)).body).toEqual({ success: true, erased: true })
    expect(await objectsOf(bytes)).toEqual([])
    expectProblem(await erase(id), 404, 'frame_not_found')
  })

  test('if nobody repeats the request, the background ends it', async () => {
    const client = service.as(await service.newAccount())
    const { bytes, id } = await storedFrame(303, client)
    const { id: next } = await storedFrame(305, client)
    s3.disturb = (request, response) => {
      if (request.method !== 'DELETE') return false
      response.writeHead(403).end('<Error><Code>AccessDenied</Code></Error>')
      return true
    }
    expect((await erase(id, client)).status).toBe(503)
    expect((await erase(next, client)).status).toBe(503)
    await openErasures(services()).sweep()
    expect(await objectsOf(bytes)).toHaveLength(3)
    s3.disturb = undefined
    await openErasures(services()).sweep()
    expect(await stillToDo()).toEqual([id])
    await openErasures(services(lateWritesMs)).sweep()
    expect(await objectsOf(bytes)).toEqual([])
    expect(await stillToDo()).toEqual([])
  })

  test('an upload that was under way is refused, and what it wrote is removed later', async () => {
    const key = { accountId, contentHash: 'ef'.repeat(32), side: 0 }
    const now = () => new Date().toISOString()
    const announced = await store.write((db) => announceObject(db, s3.url, key, now()))
    await openObjectSweep(services()).removeOfPicture(key)
    const name = `palate/${accountId}/frames/${key.contentHash}`
    await s3.put(name, 'late')
    await expect(store.write((db) => keepObject(db, announced, key, now()))).rejects.toThrow(StoreUnavailableError)
    await openObjectSweep(services(strayObjectsKeptMs + 60_000)).run(accountId, 10_000)
    expect(await s3.list(name)).toEqual([])
  })

  test('the object of another frame with the same picture stays', async () => {
    const { bytes, id } = await storedFrame(304)
    const other = await frameOf(service, bytes, 'other')
    expect((await erase(id)).body).toEqual({
      success: true,
      erased: false,
      keptFor: { frames: [other.id], profiles: [] },
    })
    expect(await objectsOf(bytes)).toHaveLength(3)
    expect((await getBytes(service, `/api/frames/${other.id}`)).bytes.equals(bytes)).toBe(true)
  })

  test('the picture can be uploaded again at once, and stays', async () => {
    const { bytes, id } = await storedFrame(301)
    await erase(id)
    const again = await frameOf(service, bytes)
    await openErasures(services(3_600_000)).sweep()
    await openObjectSweep(services(strayObjectsKeptMs + 60_000)).run(accountId, 10_000)
    expect((await getBytes(service, `/api/frames/${again.id}`)).bytes.equals(bytes)).toBe(true)
  })
})
