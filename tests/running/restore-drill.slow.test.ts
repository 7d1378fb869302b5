import { copyFileSync, existsSync, mkdirSync, readdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { writeBackup } from '@palate/server/store/backup/backup.ts'
import { copyPostgres } from '@palate/server/store/backup/copy-postgres.ts'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { frameOf, getBytes } from '../frames/frame-requests.ts'
import { runOperatorCommand } from '../harness/command.ts'
import {
  createEmptyHome,
  createHome,
  type Engine,
  engines,
  type Home,
  startService,
  type TestService,
} from '../harness/service.ts'
import { createFolder } from '../harness/temporary-folder.ts'
import { commit, createProfile } from '../profiles/profile-requests.ts'
import { type Mood, paint } from '../scoring/pictures.ts'
import { readRows } from './store-rows.ts'

describe.each(engines)('a backup of a service on %s', (engine) => {
  let home: Home
  let service: TestService
  let folder: string
  beforeAll(async () => {
    home = await createHome(engine)
    service = await startService(engine, {}, home)
    folder = createFolder('backups')
  })
  afterAll(async () => {
    await service.stop()
    await home.remove()
  })

  async function backUp(name: string): Promise<string> {
    const target = join(folder, name)
    const { code, stdout, stderr } = await runOperatorCommand(['backup', target], home.env)
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    expect(stdout).toContain(`palate: backed up to ${target}`)
    return target
  }

  async function restoreOn(target: Engine, backup: string): Promise<Home> {
    const other = await createEmptyHome(target)
    const done = await runOperatorCommand(['restore', backup], other.env)
    expect(done).toMatchObject({ code: 0, stderr: '' })
    const place = other.env.PALATE_DATA_DIR ?? ''
    mkdirSync(place, { recursive: true })
    copyFileSync(join(home.env.PALATE_DATA_DIR ?? '', 'bootstrap-key'), join(place, 'bootstrap-key'))
    return other
  }

  /** Creates, commits and uploads one after the other until stopped. What is acknowledged is counted. */
  function startLoad(name: string, mood: Mood) {
    const done = { profiles: 0, frames: 0 }
    let isRunning = true
    async function load() {
      for (let i = 0; isRunning || i < 5; i++) {
        const id = await createProfile(service, { projectId: 'drill', name: `${name} ${i}` })
        await commit(service, id, { id: 'first' })
        done.profiles += 1
        await frameOf(service, await paint({ mood, seed: i }), 'drill')
        done.frames += 1
      }
    }
    const running = load()
    return {
      done,
      async stop() {
        isRunning = false
        await running
      },
    }
  }

  test.each(engines)('made under load is one state that runs on %s', async (target) => {
    const load = startLoad(target, target === 'sqlite' ? 'warm' : 'cold')
    await expect.poll(() => load.done.frames).toBeGreaterThanOrEqual(2)
    const before = { ...load.done }
    const backup = await backUp(`under-load-${target}.db`)
    await load.stop()
    const other = await restoreOn(target, backup)
    const restored = await startService(target, {}, other)
    const { profiles } = (await restored.call('GET', '/v1/profiles?projectId=drill')).body
    expect(profiles.length).toBeGreaterThanOrEqual(before.profiles)
    // The backup may have been made between the creation of the newest profile and its commit.
    for (const { id } of profiles.slice(1)) {
      const read = await restored.call('GET', `/v1/profiles/${id}`)
      expect(read.body).toEqual((await service.call('GET', `/v1/profiles/${id}`)).body)
    }
    const { frames } = (await restored.call('GET', '/api/frames?projectId=drill')).body
    expect(frames.length).toBeGreaterThanOrEqual(before.frames)
    for (const { id } of frames) {
      const [copy, original] = await Promise.all([restored, service].map((one) => getBytes(one, `/api/frames/${id}`)))
      expect([copy?.status, copy?.bytes]).toEqual([200, original?.bytes])
    }
    await restored.stop()
    await other.remove()
  })

  test('of a stopped service has every row and every picture, on each store', async () => {
    await service.stop()
    const backup = await backUp('stopped.db')
    for (const target of engines) {
      const other = await restoreOn(target, backup)
      expect(await readRows(other)).toEqual(await readRows(home))
      await other.remove()
    }
    const names = readdirSync(`${backup}.frames`, { recursive: true, encoding: 'utf8' })
    expect(names.filter((name) => name.includes('.')).length).toBe((await readRows(home)).frame_contents?.length)
    service = await startService(engine, {}, home)
  })
})

describe.runIf(engines.includes('postgres'))('palate backup of PostgreSQL', () => {
  let home: Home
  let target: string
  beforeAll(async () => {
    home = await createHome('postgres')
    target = join(createFolder('backups'), 'copy.db')
  })
  afterAll(() => home.remove())

  const backUp = (env = home.env) => runOperatorCommand(['backup', target], env)

  async function expectRefusal(said: RegExp, env = home.env): Promise<void> {
    const { code, stdout, stderr } = await backUp(env)
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' })
    expect(stderr).toMatch(said)
    expect(readdirSync(dirname(target))).toEqual([])
  }

  test('reports a database that does not respond, in one line', async () => {
    const env = { ...home.env, DATABASE_URL: 'postgres://127.0.0.1:1/none' }
    await expectRefusal(/^palate: cannot back up the database in DATABASE_URL: [^\n]*ECONNREFUSED[^\n]*\n$/, env)
  })

  test('reports a database without a store', async () => {
    const empty = await createEmptyHome('postgres')
    await expectRefusal(/^palate: cannot back up the database in DATABASE_URL: it contains no store\n$/, empty.env)
    await empty.remove()
  })

  test('refuses a store of a newer version, whose columns it does not know', async () => {
    const newer = await createHome('postgres')
    await query(newer, "insert into schema_migrations values ('9001-more', '', 1)")
    await expectRefusal(
      /it was written by a newer version of Palate \(it has "9001-more"\): upgrade Palate\n$/,
      newer.env,
    )
    await newer.remove()
  })

  test('leaves nothing if the connection breaks', async () => {
    const url = home.env.DATABASE_URL ?? ''
    const broken = writeBackup(target, copyPostgres(url), async (_copy, snapshot) => {
      await query(
        home,
        'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
      )
      await snapshot?.selectFrom('accounts').select('id').execute()
    })
    await expect(broken).rejects.toThrow(/terminat|connection/)
    expect(readdirSync(dirname(target))).toEqual([])
  })

  test('tells the operator to keep the key of webhook secrets', async () => {
    const { stdout } = await backUp()
    expect(stdout).toContain('it does not contain PALATE_SECRET_KEY')
    expect(existsSync(`${target}.key`)).toBe(false)
  })
})

async function query({ env }: Home, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: env.DATABASE_URL })
  await client.connect()
  await client.query(statement).finally(() => client.end())
}
