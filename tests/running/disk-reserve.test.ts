import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, rmSync, statfsSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readConfig } from '@palate/server/config/config.ts'
import { createDiskReserve, freeBytesIn, reserveBytes } from '@palate/server/store/disk/disk-reserve.ts'
import { openStore } from '@palate/server/store/open.ts'
import type { Db } from '@palate/server/store/schema.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { frameOf, upload } from '../frames/frame-requests.ts'
import { expectProblem } from '../harness/problem.ts'
import { createEmptyHome, type Home, startService, type TestService } from '../harness/service.ts'
import { paint } from '../scoring/pictures.ts'

const diskBytes = 96 * 1024 * 1024

/** A small file system in memory; undefined if this user may not mount one. */
function mountSmallDisk(): string | undefined {
  const place = mkdtempSync(join(tmpdir(), 'palate-disk-'))
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${diskBytes}`, 'tmpfs', place], { stdio: 'ignore' })
    return place
  } catch {
    rmSync(place, { recursive: true })
    return undefined
  }
}

/** Another program fills the disk until this much is left. */
function fillDisk(place: string, leaveBytes: number): void {
  const bytes = freeBytesIn(place) - leaveBytes
  const piece = Buffer.alloc(4096, 1)
  if (bytes > 0) writeFileSync(join(place, 'other'), Buffer.alloc(bytes, 1))
  if (leaveBytes > 0) return
  for (let i = 0; ; i++) {
    try {
      writeFileSync(join(place, `other-${i}`), piece)
    } catch {
      return
    }
  }
}

const disk = mountSmallDisk()

/** Only if a disk can be mounted. The tests below check the same decisions everywhere. */
const onDisk = (place: string) => () => {
  const dataDir = join(place, 'data')
  let home: Home
  let service: TestService
  let frames: { readonly id: string }[]
  beforeAll(async () => {
    mkdirSync(dataDir)
    home = { env: { PALATE_DATA_DIR: dataDir, PALATE_PORT: '0', PALATE_SCORING_THREADS: '1' }, remove: async () => {} }
    service = await startService('sqlite', {}, home)
    frames = []
    for (const seed of [1, 2, 3]) frames.push(await frameOf(service, await paint({ mood: 'warm', seed })))
  })
  afterAll(async () => {
    await service.stop()
    execFileSync('umount', [place])
    rmSync(place, { recursive: true })
  })

  const create = (name: string) => service.call('POST', '/v1/profiles', { body: { projectId: 'p', name } })

  test('has a reserve from the start', () => {
    expect(statSync(join(dataDir, 'reserve')).size).toBe(reserveBytes)
    expect(statSync(join(dataDir, 'reserve')).mode & 0o777).toBe(0o600)
  })

  test('refuses growing writes while only the reserve is left; sign-ins, key lists, revocations and deletions work', async () => {
    const { id: profileId } = (await create('Before')).body
    const spare = (await service.call('POST', '/api/api-keys', { body: { name: 'Spare' } })).body
    fillDisk(place, reserveBytes - 4096)
    const refused = expectProblem(await create('Refused'), 503, 'unavailable')
    expect(refused.detail).toBe('the store has no disk space left; try again later')
    expectProblem(await upload(service, await paint({ mood: 'cold', seed: 9 })), 503, 'unavailable')
    expect((await service.call('POST', '/api/session', { key: null, body: { key: service.key } })).status).toBe(200)
    expect((await service.call('GET', '/api/api-keys')).status).toBe(200)
    expect((await service.call('DELETE', `/api/api-keys?id=${spare.id}`)).status).toBe(200)
    expect((await service.call('DELETE', `/api/frames?id=${frames[0]?.id}`)).status).toBe(200)
    expect((await service.call('DELETE', `/v1/profiles/${profileId}`)).status).toBe(200)
    expect(existsSync(join(dataDir, 'reserve'))).toBe(true)
    const unready = expectProblem(await service.call('GET', '/readyz', { key: null }), 503, 'unavailable')
    expect(unready.checks).toEqual({ room: 'the store has no disk space left' })
  })

  test('releases the reserve when no byte is left, and recreates it when there is space', async () => {
    rmSync(join(place, 'other'), { force: true })
    await expect.poll(async () => (await service.call('GET', '/readyz', { key: null })).status).toBe(200)
    const { id: profileId } = (await create('Large')).body
    const spare = (await service.call('POST', '/api/api-keys', { body: { name: 'Spare' } })).body
    fillDisk(place, 0)
    expect(statfsSync(place).bavail).toBe(0)
    expectProblem(await create('Refused'), 503, 'unavailable')
    for (let i = 0; i < 200; i++) {
      const signedIn = await service.call('POST', '/api/session', { key: null, body: { key: service.key } })
      expect(signedIn.status).toBe(200)
    }
    expect((await service.call('GET', '/api/api-keys')).status).toBe(200)
    expect((await service.call('DELETE', `/api/api-keys?id=${spare.id}`)).status).toBe(200)
    expectProblem(await service.call('GET', '/v1/profiles', { key: spare.key }), 401, 'revoked_api_key')
    for (const { id } of frames.slice(1)) {
      expect((await service.call('DELETE', `/api/frames?id=${id}`)).status).toBe(200)
    }
    expect((await service.call('DELETE', `/v1/profiles/${profileId}`)).status).toBe(200)
    expect(existsSync(join(dataDir, 'reserve'))).toBe(false)
    // The released space is not for other writes.
    expectProblem(await create('Refused'), 503, 'unavailable')
    execFileSync('sh', ['-c', `rm -f ${place}/other*`])
    await expect.poll(async () => (await service.call('GET', '/readyz', { key: null })).status).toBe(200)
    expect((await create('After')).status).toBe(201)
    expect(statSync(join(dataDir, 'reserve')).size).toBe(reserveBytes)
  })
}

if (disk !== undefined) describe('a disk filled by another program', onDisk(disk))

/** The same decisions with the free space as an argument, for machines that cannot mount a disk. */
describe('the reserve', () => {
  test('is not created if it would use the last space, and accounts for space that the store can reuse', async () => {
    const home = await createEmptyHome('sqlite')
    const dataDir = home.env.PALATE_DATA_DIR ?? ''
    const scarce = createDiskReserve(
      dataDir,
      () => 0,
      () => 2 * reserveBytes - 1,
    )
    await scarce.keep()
    expect(existsSync(join(dataDir, 'reserve'))).toBe(false)
    expect(
      createDiskReserve(
        dataDir,
        () => 0,
        () => reserveBytes,
      ).hasRoom(),
    ).toBe(true)
    expect(
      createDiskReserve(
        dataDir,
        () => 0,
        () => reserveBytes - 1,
      ).hasRoom(),
    ).toBe(false)
    expect(
      createDiskReserve(
        dataDir,
        () => reserveBytes,
        () => 0,
      ).hasRoom(),
    ).toBe(true)
    const ample = createDiskReserve(
      dataDir,
      () => 0,
      () => 2 * reserveBytes,
    )
    await Promise.all([ample.keep(), ample.keep()])
    expect(statSync(join(dataDir, 'reserve')).size).toBe(reserveBytes)
    ample.release()
    ample.release()
    expect(existsSync(join(dataDir, 'reserve'))).toBe(false)
    await home.remove()
  })

  test('is used only by the permitted writes', async () => {
    const home = await createEmptyHome('sqlite')
    let free = reserveBytes
    const store = await openStore(readConfig(home.env), { freeBytes: () => free })
    const insert = (id: string) => async (db: Db) =>
      void (await db.insertInto('projects').values({ account_id: 'a', id, created_at: '' }).execute())
    await store.write(insert('room'))
    free = reserveBytes - 1
    await expect(store.write(insert('low'))).rejects.toThrow('the store has no disk space left')
    await store.write(insert('reserve'), { usesReserve: true })
    const [room] = store.checks.filter(({ name }) => name === 'room')
    expect(await room?.check()).toBe('the store has no disk space left')
    free = reserveBytes
    await expect.poll(() => room?.check(), { interval: 300 }).toBeUndefined()
    const rows = await store.read.selectFrom('projects').select('id').orderBy('id').execute()
    expect(rows.map(({ id }) => id)).toEqual(['reserve', 'room'])
    await store.close()
    await home.remove()
  })
})
