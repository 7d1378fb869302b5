import { createHash } from 'node:crypto'
import { truncateSync } from 'node:fs'
import { join } from 'node:path'
import { readConfig } from '@palate/server/config/config.ts'
import { fileNameOf } from '@palate/server/frames/blobs/file-blobs.ts'
import { openStore } from '@palate/server/store/open.ts'
import type { Store } from '@palate/server/store/store.ts'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { frameOf, getBytes } from '../frames/frame-requests.ts'
import { runOperatorCommand } from '../harness/command.ts'
import { engines, startService, type TestService } from '../harness/service.ts'
import { paint } from '../scoring/pictures.ts'
import { type S3Server, s3Env, startS3 } from './s3-server.ts'

describe.each(engines)('palate frames move on %s', (engine) => {
  let s3: S3Server
  let other: S3Server
  let elsewhere: string
  let service: TestService
  let store: Store
  let pictures: readonly { readonly id: string; readonly bytes: Buffer }[]
  beforeAll(async () => {
    s3 = await startS3()
    other = await startS3()
    elsewhere = other.url.replace('/palate', '/elsewhere')
    service = await startService(engine, { ...s3Env, PALATE_FRAMES_URL_OLD: `${s3.url}, ${elsewhere}` })
    store = await openStore(readConfig(service.home.env))
    const large = Buffer.concat([await paint({ mood: 'warm', seed: 20 }), Buffer.alloc(600_000, 7)])
    const drawn = [large, await paint({ mood: 'cold', seed: 21 }), await paint({ mood: 'grey', seed: 22 })]
    pictures = await Promise.all(drawn.map(async (bytes) => ({ bytes, id: (await frameOf(service, bytes)).id })))
    await vi.waitFor(async () => expect(await thumbnails()).toHaveLength(3), { timeout: 60_000 })
  })
  afterAll(async () => {
    await store.close()
    await service.stop()
    await s3.stop()
    await other.stop()
  })

  const thumbnails = () => store.read.selectFrom('thumbnails').select(['data', 'home', 'content_hash']).execute()
  const move = (to: string, ...options: readonly string[]) =>
    runOperatorCommand(['frames', 'move', '--to', to, ...options], { ...service.home.env, ...s3Env })
  const homes = async () => {
    const rows = await store.read.selectFrom('frame_contents').select('home').execute()
    return [...rows, ...(await thumbnails())].map(({ home }) => home)
  }
  async function expectAll(): Promise<void> {
    for (const { id, bytes } of pictures) {
      const answer = await getBytes(service, `/api/frames/${id}`)
      expect([answer.status, answer.bytes.equals(bytes)]).toEqual([200, true])
    }
  }

  test('moves pictures and thumbnails to a bucket while the service is used, and leaves nothing in the store', async () => {
    let isMoving = true
    const reading = (async () => {
      while (isMoving) await expectAll()
    })()
    const moved = await move(s3.url).finally(() => {
      isMoving = false
    })
    await reading
    expect(moved).toMatchObject({ code: 0 })
    expect(moved.stdout).toContain(`Moved 6 pictures and thumbnails`)
    expect(await homes()).toEqual(Array.from({ length: 6 }, () => s3.url))
    expect(await s3.list()).toHaveLength(6)
    expect(await store.read.selectFrom('frame_pieces').select('piece').execute()).toEqual([])
    await expectAll()
  })

  test('a second run has nothing to do', async () => {
    expect((await move(s3.url)).stdout).toContain('Moved 0 pictures and thumbnails')
  })

  test('moves between buckets that the command names, and from no other', async () => {
    const refused = await move(elsewhere)
    expect(refused).toMatchObject({
      code: 1,
      stderr: expect.stringContaining(`stays: there are pictures in ${s3.url}`),
    })
    expect(await other.list('elsewhere/acct_')).toEqual([])
    expect(await move(elsewhere, '--from', s3.url)).toMatchObject({ code: 0 })
    expect(await other.list('elsewhere/acct_')).toHaveLength(6)
    expect(await s3.list('palate/')).toEqual([])
    await expectAll()
    expect(await move(s3.url, '--from', elsewhere)).toMatchObject({ code: 0 })
  })

  test('objects of a bucket with the name of the target stay, as it may be the same one', async () => {
    expect(await move(other.url, '--from', s3.url)).toMatchObject({
      code: 0,
      stderr: expect.stringContaining(`objects stay in ${s3.url}: a bucket of this name is also the target`),
    })
    expect(await move(s3.url, '--from', other.url)).toMatchObject({ code: 0 })
    expect(await move(elsewhere, '--from', s3.url, '--from', other.url)).toMatchObject({ code: 0 })
    expect([...(await s3.list('palate/')), ...(await other.list('palate/'))]).toEqual([])
    expect(await move(s3.url, '--from', elsewhere)).toMatchObject({ code: 0 })
    await expectAll()
  })

  test('what a bucket keeps is reported, and removed by the next run', async () => {
    expect(await move(elsewhere, '--from', s3.url)).toMatchObject({ code: 0 })
    other.disturb = (request, response) => {
      if (request.method !== 'DELETE') return false
      response.writeHead(403).end('<Error><Code>AccessDenied</Code></Error>')
      return true
    }
    const kept = await move(s3.url, '--from', elsewhere)
    expect(kept).toMatchObject({ code: 1, stderr: expect.stringContaining('not all could be removed where they were') })
    expect(await other.list('elsewhere/')).toHaveLength(7)
    other.disturb = undefined
    expect(await move(s3.url, '--from', elsewhere)).toMatchObject({ code: 0 })
    expect(await other.list('elsewhere/')).toEqual([])
    await expectAll()
  })

  test('moves back to the store', async () => {
    expect(await move('store:', '--from', s3.url)).toMatchObject({ code: 0 })
    expect(await homes()).toEqual(Array.from({ length: 6 }, () => null))
    expect([...(await s3.list('palate/')), ...(await other.list('elsewhere/'))]).toEqual([])
    expect(await store.read.selectFrom('stored_objects').select('home').execute()).toEqual([])
    s3.disturb = (request) => {
      request.socket.destroy()
      return true
    }
    await expectAll()
    s3.disturb = undefined
    expect((await thumbnails()).every(({ data }) => data.length > 0)).toBe(true)
  })

  test('a damaged picture is reported and stays, the others are moved', async () => {
    const [first] = pictures
    const contentHash = createHash('sha256')
      .update(first?.bytes ?? '')
      .digest('hex')
    const { id: accountId } = await store.read.selectFrom('accounts').select('id').executeTakeFirstOrThrow()
    const folder = join(service.home.env.PALATE_DATA_DIR ?? '', 'frames')
    if (engine === 'sqlite') truncateSync(join(folder, fileNameOf({ accountId, contentHash })), 100)
    await store.write((db) =>
      db.deleteFrom('frame_pieces').where('content_hash', '=', contentHash).where('piece', '=', 1).execute(),
    )
    const moved = await move(s3.url)
    expect(moved.code).toBe(1)
    expect(moved.stdout).toContain('Moved 5 pictures and thumbnails')
    expect(moved.stderr).toContain(`picture ${contentHash} of ${accountId} stays: its bytes are missing or damaged`)
  })

  test.each([
    ['ftp://somewhere', 2, '--to must be s3://bucket'],
    ['s3://missing-bucket', 1, 'cannot be used: the bucket does not exist'],
  ])('%s is refused', async (to, code, message) => {
    const target = to === 's3://missing-bucket' ? s3.url.replace('pictures', 'missing-bucket') : to
    const refused = await move(target)
    expect([refused.code, refused.stderr]).toEqual([code, expect.stringContaining(message)])
  })
})
