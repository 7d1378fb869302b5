import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openDirectConnection } from '../harness/direct-connection.ts'
import type { Engine } from '../harness/home.ts'
import { expectProblem } from '../harness/problem.ts'
import { createProcesses, type Serving } from '../harness/processes.ts'
import { createEmptyHome, type Home } from '../harness/service.ts'

/** Limits the size of the files that a running process may write; Linux only. */
const prlimit = '/usr/bin/prlimit'

/** How a store runs out of space, and how it recovers. */
const disks: Readonly<Record<Engine, (serving: Serving, home: Home) => Promise<{ free: () => Promise<void> }>>> = {
  async sqlite({ child }) {
    const limit = (bytes: string) => execFileSync(prlimit, [`--pid=${child.pid}`, `--fsize=${bytes}:unlimited`])
    limit('4096')
    return { free: async () => void limit('unlimited') }
  },
  /** PostgreSQL's own error, raised by a trigger for every write to these tables. */
  async postgres(_serving, home) {
    const direct = await openDirectConnection(home)
    const tables = ['profiles', 'schema_migrations']
    await direct.execute(`create function no_room() returns trigger language plpgsql as $$
      begin raise exception 'could not extend file: No space left on device' using errcode = '53100'; end $$`)
    for (const table of tables) {
      await direct.execute(`create trigger no_room before insert or update on ${table} execute function no_room()`)
    }
    return {
      async free() {
        await direct.execute('drop function no_room cascade')
        await direct.close()
      },
    }
  },
}

const engines = (['sqlite', 'postgres'] as const).filter((engine) => engine === 'postgres' || existsSync(prlimit))

describe.each(engines)('a full disk under %s', (engine) => {
  const processes = createProcesses()
  let home: Home
  let serving: Serving
  beforeAll(async () => {
    home = await createEmptyHome(engine)
    serving = await processes.serve({ ...home.env, PALATE_LOG_LEVEL: 'warn' })
  })
  afterAll(async () => {
    await processes.stopAll()
    await home.remove()
  })

  const create = (name: string) => serving.call('POST', '/v1/profiles', { body: { projectId: 'p', name } })
  const isReady = () => serving.call('GET', '/readyz', { key: null })

  test('refuses writes with 503 while reads work, /readyz and one log line say why, and it recovers automatically', async () => {
    expect((await create('before')).status).toBe(201)
    expect((await isReady()).status).toBe(200)
    const disk = await disks[engine](serving, home)
    for (let i = 0; i < 10; i++) {
      const refused = await create(`refused ${i}`)
      expect(expectProblem(refused, 503, 'unavailable').detail).toBe(
        'the store has no disk space left; try again later',
      )
      expect(refused.headers.get('retry-after')).toBe('30')
    }
    expect((await serving.call('GET', '/v1/profiles')).body.profiles).toHaveLength(1)
    const unready = expectProblem(await isReady(), 503, 'unavailable')
    expect(unready.checks).toEqual({ room: 'the store has no disk space left' })

    await disk.free()
    await expect.poll(async () => (await isReady()).status).toBe(200)
    expect((await create('after')).status).toBe(201)
    const { profiles } = (await serving.call('GET', '/v1/profiles')).body
    expect(profiles.map(({ name }: { name: string }) => name)).toEqual(['after', 'before'])

    serving.child.kill('SIGTERM')
    expect(await serving.ended).toBe(0)
    const lines = serving
      .output()
      .stderr.split('\n')
      .filter((line) => line.includes('"level":50'))
    expect(lines).toHaveLength(1)
    const where = { sqlite: `in ${home.env.PALATE_DATA_DIR} (PALATE_DATA_DIR)`, postgres: 'on the PostgreSQL server' }
    expect(JSON.parse(lines[0] ?? '').msg).toBe(
      `no disk space left ${where[engine]}: writes are refused until space is freed`,
    )
  })
})
