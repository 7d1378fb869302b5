import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, truncateSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { readConfig } from '@palate/server/config/config.ts'
import { fileNameOf, filesPerSweepMax } from '@palate/server/frames/blobs/file-blobs.ts'
import { type FrameLibrary, openFrameLibrary } from '@palate/server/frames/library.ts'
import {
  createUploadSpool,
  leftFilesKeptMs,
  temporaryBytesMax,
  waitingUploadsMax,
} from '@palate/server/frames/upload-spool.ts'
import { createIdSource } from '@palate/server/platform/ids.ts'
import { profilesPort } from '@palate/server/profiles/port.ts'
import { ensureProject } from '@palate/server/projects/projects.ts'
import { openStore } from '@palate/server/store/open.ts'
import type { Store } from '@palate/server/store/store.ts'
import { afterAll, beforeAll, describe, expect, it, test } from 'vitest'
import { createProcesses } from '../harness/processes.ts'
import { createHome, engines, startService } from '../harness/service.ts'
import { useService } from '../harness/use-service.ts'
import { openOnWire, unchecked } from '../harness/wire.ts'
import { paint } from '../scoring/pictures.ts'
import { frameOf, getBytes } from './frame-requests.ts'

describe.each(engines)('how frames are stored on %s', (engine) => {
  const service = useService(engine)
  let store: Store
  let library: FrameLibrary
  let accountId: string
  beforeAll(async () => {
    const config = readConfig(service.home.env)
    store = await openStore(config)
    library = openFrameLibrary({ store, config, newId: createIdSource(() => new Date()) }, profilesPort, ensureProject)
    accountId = (await store.read.selectFrom('accounts').select('id').executeTakeFirstOrThrow()).id
  })
  afterAll(() => store.close())

  const dataDir = () => service.home.env.PALATE_DATA_DIR ?? ''
  const files = () => filesIn(join(dataDir(), 'frames'))
  const countOf = async (table: 'frames' | 'frame_contents' | 'frame_pieces') =>
    (await store.read.selectFrom(table).select('content_hash').execute()).length
  const contents = async () => (engine === 'sqlite' ? files().length : countOf('frame_pieces'))
  const isReadable = async ({ id }: { id: string }, bytes: Buffer) =>
    expect((await getBytes(service, `/api/frames/${id}`)).bytes.equals(bytes)).toBe(true)

  it('the same bytes are stored once for all projects of an account, until their last frame is deleted', async () => {
    const bytes = await paint({ mood: 'warm', seed: 1 })
    const [first, second] = [await frameOf(service, bytes, 'a'), await frameOf(service, bytes, 'b')]
    expect([await countOf('frames'), await countOf('frame_contents'), await contents()]).toEqual([2, 1, 1])
    await service.call('DELETE', `/api/frames?id=${first.id}`)
    await isReadable(second, bytes)
    await service.call('DELETE', `/api/frames?id=${second.id}`)
    expect([await countOf('frames'), await countOf('frame_contents'), await contents()]).toEqual([0, 0, 0])
  })

  it('a response breaks off if stored bytes are missing, so that the reader does not wait', async () => {
    const bytes = await paint({ mood: 'warm', seed: 40 })
    const { id } = await frameOf(service, bytes, 'damaged')
    const contentHash = createHash('sha256').update(bytes).digest('hex')
    if (engine === 'sqlite') truncateSync(join(dataDir(), 'frames', fileNameOf({ accountId, contentHash })), 100)
    const data = bytes.subarray(0, 100)
    await store.write((db) =>
      db.updateTable('frame_pieces').set({ data }).where('content_hash', '=', contentHash).execute(),
    )
    await expect(getBytes(service, `/api/frames/${id}`)).rejects.toThrow('terminated')
    await service.call('DELETE', `/api/frames?id=${id}`)
  })

  it('a picture of several chunks is returned whole', async () => {
    const bytes = Buffer.concat([await paint({ mood: 'warm', seed: 2 }), Buffer.alloc(600_000, 7)])
    const frame = await frameOf(service, bytes)
    await isReadable(frame, bytes)
    expect(await contents()).toBe(engine === 'sqlite' ? 1 : 3)
    await service.call('DELETE', `/api/frames?id=${frame.id}`)
    expect(await contents()).toBe(0)
  })

  it('a sweep during uploads and deletions of the same bytes never deletes the bytes of a frame', async () => {
    const bytes = await paint({ mood: 'cold', seed: 3 })
    for (let round = 0; round < 4; round++) {
      const [, , first, second] = await Promise.all([
        library.sweep(),
        library.sweep(),
        frameOf(service, bytes, 'x'),
        frameOf(service, bytes, 'y'),
      ])
      const [third] = await Promise.all([
        frameOf(service, bytes, 'z'),
        library.sweep(),
        service.call('DELETE', `/api/frames?id=${first.id}`),
        service.call('DELETE', `/api/frames?id=${second.id}`),
      ])
      await library.sweep()
      await isReadable(third, bytes)
      await service.call('DELETE', `/api/frames?id=${third.id}`)
    }
    expect([await countOf('frame_contents'), await contents()]).toEqual([0, 0])
  })

  it('copies of frames in another project have new ids and the same bytes', async () => {
    const [bytes, other] = [await paint({ mood: 'cold', seed: 4 }), await paint({ mood: 'cold', seed: 5 })]
    const [one, two] = [await frameOf(service, bytes, 'from'), await frameOf(service, other, 'from')]
    const there = await frameOf(service, other, 'to')
    const from = { accountId, projectId: 'from' }
    const copy = (ids: readonly string[]) =>
      store.write((db) => library.copyFrames(db, from, ids, 'to', new Date().toISOString()))
    const copies = await copy([one.id, two.id, there.id, `frm_${'0'.repeat(32)}`, 'nonsense'])
    expect([...copies.keys()].toSorted()).toEqual([one.id, two.id].toSorted())
    expect(copies.get(two.id)).toBe(there.id)
    const copied = copies.get(one.id) ?? ''
    expect(copied).not.toBe(one.id)
    await service.call('DELETE', `/api/frames?id=${one.id}`)
    await isReadable({ id: copied }, bytes)
    expect(await copy([two.id])).toEqual(new Map([[two.id, there.id]]))
  })

  it('a sweep removes leftovers of old uploads, but not those of running ones', async () => {
    const folder = join(dataDir(), 'incoming')
    mkdirSync(folder, { recursive: true })
    const [old, young] = [join(folder, 'old'), join(folder, 'young')]
    for (const file of [old, young]) writeFileSync(file, 'half a picture')
    const longAgo = (Date.now() - leftFilesKeptMs - 1000) / 1000
    utimesSync(old, longAgo, longAgo)
    await createUploadSpool(dataDir()).sweep(Date.now())
    expect([existsSync(old), existsSync(young)]).toEqual([false, true])
    await createUploadSpool(dataDir()).sweep(Date.now() + leftFilesKeptMs + 1000)
    expect(readdirSync(folder)).toEqual([])
  })
})

describe('files next to SQLite', () => {
  it('a sweep removes unreferenced files and keeps the others', async () => {
    const service = await startService('sqlite')
    const config = readConfig(service.home.env)
    const store = await openStore(config)
    const library = openFrameLibrary(
      { store, config, newId: createIdSource(() => new Date()) },
      profilesPort,
      ensureProject,
    )
    const bytes = await paint({ mood: 'grey', seed: 6 })
    const { id } = await frameOf(service, bytes)
    const stray = `acct_${'a'.repeat(32)}.ab${'0'.repeat(62)}`
    mkdirSync(join(config.dataDir, 'frames', 'ab'), { recursive: true })
    for (const name of [stray, 'notes.txt']) writeFileSync(join(config.dataDir, 'frames', 'ab', name), 'x')
    await library.sweep()
    const left = filesIn(join(config.dataDir, 'frames'))
    expect(left).toHaveLength(2)
    expect(left).toContain('notes.txt')
    expect((await getBytes(service, `/api/frames/${id}`)).bytes.equals(bytes)).toBe(true)
    await store.close()
    await service.stop()
  })

  it('one sweep checks a limited number of files, and the next one continues from there', async () => {
    const home = await createHome('sqlite')
    const config = readConfig(home.env)
    const store = await openStore(config)
    const library = openFrameLibrary(
      { store, config, newId: createIdSource(() => new Date()) },
      profilesPort,
      ensureProject,
    )
    const [first, second] = ['00', '01'].map((name) => join(config.dataDir, 'frames', name)) as [string, string]
    for (const folder of [first, second]) mkdirSync(folder, { recursive: true })
    for (let i = 0; i < filesPerSweepMax; i++) writeFileSync(join(first, `${i}`), '')
    const stray = join(second, `acct_${'a'.repeat(32)}.01${'0'.repeat(62)}`)
    writeFileSync(stray, 'x')
    await library.sweep()
    expect(existsSync(stray)).toBe(true)
    await library.sweep()
    expect(existsSync(stray)).toBe(false)
    expect(readdirSync(first)).toHaveLength(filesPerSweepMax)
    await store.close()
    await home.remove()
  })

  it('kill -9 in the middle of an upload leaves neither a frame nor, after a sweep, a file', async () => {
    const home = await createHome('sqlite')
    const processes = createProcesses()
    const serving = await processes.serve(home.env)
    const dataDir = home.env.PALATE_DATA_DIR ?? ''
    const picture = await paint({ mood: 'grey', seed: 7 })
    const kept = await frameOf({ ...serving, url: serving.address }, picture)
    const headers = { authorization: `Bearer ${serving.key}`, 'content-type': 'image/png', 'content-length': '90000' }
    const url = `${serving.address}/api/frames/upload?projectId=studio`
    const { sent } = openOnWire(url, 'POST', headers, unchecked)
    sent.on('error', () => {}).write(Buffer.alloc(50_000, 1))
    await expect.poll(() => filesIn(join(dataDir, 'incoming')).length).toBe(1)
    serving.child.kill('SIGKILL')
    await serving.ended
    const service = await startService('sqlite', {}, home)
    expect((await service.call('GET', '/api/frames')).body.frames).toHaveLength(1)
    await createUploadSpool(dataDir).sweep(Date.now() + leftFilesKeptMs + 60_000)
    expect(filesIn(join(dataDir, 'incoming'))).toEqual([])
    expect((await getBytes(service, `/api/frames/${kept.id}`)).bytes.equals(picture)).toBe(true)
    await service.stop()
    await processes.stopAll()
    await home.remove()
  })
})

test('uploads wait for disk space, an account gets half of it, and past a limit they are 503', async () => {
  const incoming = createUploadSpool('/nowhere')
  const work = { priority: 'realtime', accountId: 'a' } as const
  const mebibyte = 1024 * 1024
  const held = temporaryBytesMax / 2 / (8 * mebibyte)
  const releases = await Promise.all(Array.from({ length: held }, () => incoming.reserve(8 * mebibyte, work)))
  let waiting = 0
  const rest = Array.from({ length: waitingUploadsMax }, () => {
    waiting += 1
    return incoming.reserve(undefined, work).then((release) => {
      waiting -= 1
      release()
    })
  })
  await expect(incoming.reserve(1, work)).rejects.toMatchObject({
    code: 'unavailable',
    extras: { headers: { 'retry-after': '10' } },
  })
  expect(waiting).toBe(waitingUploadsMax)
  const another = await incoming.reserve(8 * mebibyte, { ...work, accountId: 'b' })
  for (const release of [...releases, another]) release()
  await Promise.all(rest)
  expect(waiting).toBe(0)
})

function filesIn(folder: string): readonly string[] {
  if (!existsSync(folder)) return []
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true })
  return entries.filter((entry) => entry.isFile()).map(({ name }) => name)
}
