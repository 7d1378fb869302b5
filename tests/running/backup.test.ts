import {
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { Webhook } from 'standardwebhooks'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { moveIntoPlace } from '../../packages/cli/src/service/restore.ts'
import { frameOf, getBytes } from '../frames/frame-requests.ts'
import { runOperatorCommand } from '../harness/command.ts'
import { openDirectConnection } from '../harness/direct-connection.ts'
import { createEmptyHome, engines, startService, type TestService } from '../harness/service.ts'
import { createFolder } from '../harness/temporary-folder.ts'
import { paint } from '../scoring/pictures.ts'
import { startReceiver } from '../webhooks/receiver.ts'
import { createWebhook, loopback, sendTest } from '../webhooks/webhook-requests.ts'
import { damageTable } from './damage-store.ts'

describe('palate backup of the embedded store', () => {
  let service: TestService
  let dataDir: string
  beforeAll(async () => {
    service = await startService('sqlite', loopback)
    dataDir = service.home.env.PALATE_DATA_DIR ?? ''
  })
  afterAll(async () => {
    await service.stop()
  })

  const backUp = (target: string, env = service.home.env) => runOperatorCommand(['backup', target], env)

  async function createProfile(i: number): Promise<void> {
    const body = { projectId: 'p', name: String(i), seed: 'x'.repeat(2000) }
    expect((await service.call('POST', '/v1/profiles', { body })).status).toBe(201)
  }

  /** The names of the profiles in a copy, read through a service that runs on it. */
  async function readCopy(copy: string): Promise<readonly number[]> {
    const home = await createEmptyHome('sqlite')
    const place = home.env.PALATE_DATA_DIR ?? ''
    copyFileSync(copy, join(place, 'palate.db'))
    copyFileSync(join(dataDir, 'bootstrap-key'), join(place, 'bootstrap-key'))
    const restored = await startService('sqlite', {}, home)
    const { profiles } = (await restored.call('GET', '/v1/profiles')).body
    await restored.stop()
    await home.remove()
    return profiles.map(({ name }: { name: string }) => Number(name)).sort((a: number, b: number) => a - b)
  }

  test('a copy made while the service writes is one consistent state with all acknowledged writes', async () => {
    for (let i = 0; i < 50; i++) await createProfile(i)
    const target = join(dataDir, 'copy.db')
    let made = 50
    let finished = false
    const ended = backUp(target).finally(() => {
      finished = true
    })
    for (; !finished; made++) await createProfile(made)
    const { code, stdout, stderr } = await ended
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    expect(stdout.split('\n')).toHaveLength(2)
    expect(stdout).toContain(`palate: backed up to ${target}`)
    const names = await readCopy(target)
    expect(names.length).toBeGreaterThanOrEqual(50)
    expect(names.length).toBeLessThanOrEqual(made)
    expect(names).toEqual(names.map((_, i) => i))
    expect(readdirSync(dataDir).filter((file) => file.includes('partial'))).toEqual([])
  })

  test('the pictures of the frame library are next to the copy', async () => {
    const picture = await paint({ mood: 'warm', seed: 1 })
    await frameOf(service, picture)
    const target = join(dataDir, 'with-frames.db')
    const { code, stdout } = await backUp(target)
    expect(code).toBe(0)
    expect(stdout).toContain(
      `${target} and ${target}.frames and ${target}.key and ${target}.sha256; to restore it: palate restore ${target}`,
    )
    const again = await backUp(`${target}-2`)
    expect(again.code).toBe(0)
    rmSync(`${target}-2`)
    expect((await backUp(`${target}-2`)).stderr).toBe(`palate: ${target}-2.frames already exists\n`)
  })

  test.each(engines)('restore puts a backup into an empty %s store, and never over another', async (engine) => {
    const picture = await paint({ mood: 'cold', seed: 2 })
    const { id } = await frameOf(service, picture)
    const target = join(dataDir, `for-${engine}.db`)
    expect((await backUp(target)).code).toBe(0)
    const home = await createEmptyHome(engine)
    const restore = () => runOperatorCommand(['restore', target], home.env)
    const done = await restore()
    expect(done).toMatchObject({ code: 0, stderr: '', stdout: expect.stringContaining('its keys work as before\n') })
    const again = await restore()
    expect(again).toMatchObject({
      code: 1,
      stdout: '',
      stderr: expect.stringMatching(/already (contains a store|has accounts): .*\n$/),
    })
    const place = home.env.PALATE_DATA_DIR ?? ''
    mkdirSync(place, { recursive: true })
    expect(readdirSync(place).filter((name) => name.includes('restore'))).toEqual([])
    copyFileSync(join(dataDir, 'bootstrap-key'), join(place, 'bootstrap-key'))
    const restored = await startService(engine, {}, home)
    const namesOf = async (one: TestService) => (await one.call('GET', '/v1/profiles?limit=5')).body
    expect(await namesOf(restored)).toEqual(await namesOf(service))
    expect((await getBytes(restored, `/api/frames/${id}`)).bytes.equals(picture)).toBe(true)
    const events = async (one: TestService) => (await one.call('GET', '/v1/events?limit=5')).body
    expect(await events(restored)).toEqual(await events(service))
    // The store continues where it was: new events are numbered after the old ones.
    const made = await restored.call('POST', '/v1/profiles', { body: { projectId: 'p', name: 'After' } })
    expect(made.status).toBe(201)
    const [latest, before] = (await restored.call('GET', '/v1/events?limit=2')).body.events
    expect([latest.data.name, before]).toEqual(['After', (await events(service)).events[0]])
    await restored.stop()
    await home.remove()
  })

  test.each(['-wal', '-shm', '-journal'])(
    'restore refuses a folder with palate.db%s of another store',
    async (ending) => {
      const target = join(dataDir, `beside${ending}.db`)
      expect((await backUp(target)).code).toBe(0)
      const home = await createEmptyHome('sqlite')
      const place = home.env.PALATE_DATA_DIR ?? ''
      // The log of a store whose palate.db was moved away.
      const log = join(place, `palate.db${ending}`)
      copyFileSync(join(dataDir, 'palate.db-wal'), log)
      const before = readFileSync(log)
      const refused = await runOperatorCommand(['restore', target], home.env)
      expect(refused).toMatchObject({
        code: 1,
        stdout: '',
        stderr: `palate: ${place} already contains palate.db${ending}, a part of another store: set PALATE_DATA_DIR to another directory\n`,
      })
      expect(readdirSync(place)).toEqual([`palate.db${ending}`])
      expect(readFileSync(log).equals(before)).toBe(true)
      await home.remove()
    },
  )

  test('a restore that was interrupted between its pictures and its store can be repeated', async () => {
    const { id } = await frameOf(service, await paint({ mood: 'cold', seed: 3 }))
    const target = join(dataDir, 'interrupted.db')
    expect((await backUp(target)).code).toBe(0)
    const home = await createEmptyHome('sqlite')
    const place = home.env.PALATE_DATA_DIR ?? ''
    cpSync(`${target}.frames`, join(place, 'frames'), { recursive: true })
    const other = join(place, 'frames', '00', 'other')
    mkdirSync(dirname(other), { recursive: true })
    writeFileSync(other, 'not in the backup')
    const refused = await runOperatorCommand(['restore', target], home.env)
    expect(refused).toMatchObject({ code: 1, stderr: expect.stringContaining('already contains pictures') })
    expect(readFileSync(other, 'utf8')).toBe('not in the backup')
    rmSync(other)
    mkdirSync(join(place, 'palate-restore-old'))
    const done = await runOperatorCommand(['restore', target], home.env)
    expect(done).toMatchObject({
      code: 0,
      stderr: `palate: ${join(place, 'palate-restore-old')} is left from an interrupted restore: delete it\n`,
    })
    copyFileSync(join(dataDir, 'bootstrap-key'), join(place, 'bootstrap-key'))
    const restored = await startService('sqlite', {}, home)
    expect((await getBytes(restored, `/api/frames/${id}`)).status).toBe(200)
    await restored.stop()
    await home.remove()
  })

  test('a store that is damaged once it is in its place is taken away again', async () => {
    const target = join(dataDir, 'damaged-later.db')
    expect((await backUp(target)).code).toBe(0)
    const [stage, place] = [createFolder('stage'), createFolder('place')]
    copyFileSync(target, join(stage, 'palate.db'))
    damageTable(join(stage, 'palate.db'), 'profiles')
    expect(() => moveIntoPlace(stage, place)).toThrow('damaged')
    expect(readdirSync(place)).toEqual([])
  })

  test.each(engines)('the key of webhook secrets comes with the backup, and signs on %s', async (engine) => {
    const receiver = await startReceiver()
    const { id, secret } = await createWebhook(service, receiver.url, { events: ['webhook.test'] })
    const target = join(dataDir, `key-for-${engine}.db`)
    expect((await backUp(target)).code).toBe(0)
    expect(statSync(`${target}.key`).mode & 0o777).toBe(0o600)
    const home = await createEmptyHome(engine)
    const { stdout } = await runOperatorCommand(['restore', target], home.env)
    const place = home.env.PALATE_DATA_DIR ?? ''
    mkdirSync(place, { recursive: true })
    copyFileSync(join(dataDir, 'bootstrap-key'), join(place, 'bootstrap-key'))
    const isPostgres = engine === 'postgres'
    expect(stdout.includes(`PALATE_SECRET_KEY_FILE=${target}.key`)).toBe(isPostgres)
    const env = { ...loopback, ...(isPostgres && { PALATE_SECRET_KEY: '', PALATE_SECRET_KEY_FILE: `${target}.key` }) }
    const restored = await startService(engine, env, home)
    await sendTest(restored, id)
    const [got] = await receiver.waitFor(1)
    expect(() => new Webhook(secret).verify(got?.text ?? '', { ...got?.headers })).not.toThrow()
    await restored.stop()
    await home.remove()
    await receiver.stop()
  })

  test('a key that is none, or belongs to another store, is not restored', async () => {
    const target = join(dataDir, 'wrong-key.db')
    expect((await backUp(target)).code).toBe(0)
    const home = await createEmptyHome('sqlite')
    const restore = () => runOperatorCommand(['restore', target], home.env)
    const place = home.env.PALATE_DATA_DIR ?? ''
    mkdirSync(place, { recursive: true })
    writeFileSync(join(place, 'secret-key'), Buffer.alloc(32).toString('base64'))
    expect((await restore()).stderr).toMatch(/secret-key is the key of another store: /)
    rmSync(join(place, 'secret-key'))
    writeFileSync(`${target}.key`, 'text')
    expect((await restore()).stderr).toMatch(/wrong-key\.db\.key is not a key of webhook secrets\n$/)
    expect(readdirSync(place)).toEqual([])
    await home.remove()
  })

  test('a file that is not a backup, or lacks its pictures, is not restored', async () => {
    const home = await createEmptyHome('sqlite')
    const restore = (file: string) => runOperatorCommand(['restore', file], home.env)
    const text = join(dataDir, 'text.db')
    writeFileSync(text, 'no store at all, but long enough to be looked at')
    expect((await restore(text)).stderr).toMatch(
      /^palate: there is no \S+\.sha256: .*\npalate: cannot restore \S+: it is not a backup of a Palate store: .*\n$/,
    )
    const bare = join(dataDir, 'bare.db')
    expect((await backUp(bare)).code).toBe(0)
    rmSync(`${bare}.frames`, { recursive: true })
    expect((await restore(bare)).stderr).toMatch(
      /the picture \S+ is missing: copy \S+bare\.db\.frames along with the backup\n$/,
    )
    expect((await restore(join(dataDir, 'none.db'))).stderr).toMatch(/^palate: there is no file /)
    expect(existsSync(join(home.env.PALATE_DATA_DIR ?? '', 'palate.db'))).toBe(false)
    await home.remove()
  })

  test('an existing target is refused and not changed', async () => {
    const target = join(dataDir, 'precious')
    writeFileSync(target, 'precious')
    expect(await backUp(target)).toEqual({ code: 1, stdout: '', stderr: `palate: ${target} already exists\n` })
    expect(readFileSync(target, 'utf8')).toBe('precious')
  })

  test('a target in a directory that does not exist is refused in one line', async () => {
    const ended = await backUp(join(dataDir, 'nowhere', 'copy.db'))
    const stderr = `palate: there is no directory ${join(dataDir, 'nowhere')}\n`
    expect(ended).toEqual({ code: 1, stdout: '', stderr })
  })

  test('a data directory without a store is refused, and no store is created', async () => {
    const empty = join(dataDir, 'empty')
    mkdirSync(empty)
    const ended = await backUp(join(dataDir, 'none.db'), { ...service.home.env, PALATE_DATA_DIR: empty })
    expect(ended).toEqual({ code: 1, stdout: '', stderr: `palate: there is no store in ${empty} (PALATE_DATA_DIR)\n` })
    expect(existsSync(join(dataDir, 'none.db'))).toBe(false)
    expect(readdirSync(empty)).toEqual([])
  })
})

test.runIf(engines.includes('postgres'))('a backup of PostgreSQL needs little space beside the copy', async () => {
  const service = await startService('postgres')
  const direct = await openDirectConnection(service.home)
  await direct.execute(`insert into seen_frames (account_id, project_id, frame_id, content_hash, seen_at)
    select 'acct', 'p', n || repeat('x', 800), 'h', '2026-01-01T00:00:00.000Z' from generate_series(1, 10000) n`)
  await direct.close()
  const place = createFolder('wide-backup')
  let besideMax = 0
  const watching = setInterval(() => {
    const sizes = readdirSync(place).filter((name) => /-(wal|journal)$/.test(name))
    for (const name of sizes)
      besideMax = Math.max(besideMax, statSync(join(place, name), { throwIfNoEntry: false })?.size ?? 0)
  }, 2)
  const target = join(place, 'copy.db')
  const { code } = await runOperatorCommand(['backup', target], service.home.env)
  clearInterval(watching)
  await service.stop()
  expect(code).toBe(0)
  expect(statSync(target).size).toBeGreaterThan(16 * 1024 * 1024)
  expect(besideMax).toBeLessThan(1024 * 1024)
})
