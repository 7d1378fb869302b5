import { migrations } from '@palate/server/store/migrations/migrations.ts'
import { describe, expect, test } from 'vitest'
import { runOperatorCommand } from '../harness/command.ts'
import { dumpStore } from '../harness/dump-store.ts'
import { createEmptyHome, engines, startService } from '../harness/service.ts'

const latest = migrations.at(-1)?.name ?? ''

describe.each(engines)('palate migrate on %s', (engine) => {
  test('applies all migrations to an empty store, changes nothing the second time, and creates no account', async () => {
    const home = await createEmptyHome(engine)
    const migrate = () => runOperatorCommand(['migrate'], home.env)
    const done = { code: 0, stderr: '', stdout: `palate: the store has every migration up to ${latest}\n` }
    expect(await migrate()).toEqual(done)
    const before = await dumpStore(home)
    expect(before).toContain(latest)
    expect(before).not.toContain('acct_')
    expect(await migrate()).toEqual(done)
    expect(await dumpStore(home)).toBe(before)
    await home.remove()
  })

  test('works beside a running service', async () => {
    const service = await startService(engine)
    expect((await runOperatorCommand(['migrate'], service.home.env)).code).toBe(0)
    expect((await service.call('GET', '/v1/profiles')).status).toBe(200)
    await service.stop()
  })
})
