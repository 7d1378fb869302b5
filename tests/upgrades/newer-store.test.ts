import { readConfig } from '@palate/server/config/config.ts'
import { migrations } from '@palate/server/store/migrations/migrations.ts'
import { openStore, StoreError } from '@palate/server/store/open.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { expectProblem } from '../harness/problem.ts'
import { engines, startService, type TestService } from '../harness/service.ts'
import { additive, breaking } from './newer-migrations.ts'

const advice = 'a newer version of Palate has upgraded the store: restart this process with the new version'

describe.each(engines)('a process whose store on %s is upgraded by a newer Palate', (engine) => {
  let service: TestService
  let path: string
  beforeAll(async () => {
    service = await startService(engine)
    path = `/v1/profiles/${(await create('first')).body.id}`
  })
  afterAll(() => service.stop())

  const create = (name: string) => service.call('POST', '/v1/profiles', { body: { projectId: 'p', name } })
  const open = (newer: typeof migrations) => openStore(readConfig(service.home.env), { migrations: newer })

  test('keeps running after additive migrations, and the older version can start on them', async () => {
    await (await open(additive)).close()
    expect((await service.call('GET', '/readyz')).body).toEqual({ status: 'ready' })
    expect((await create('second')).status).toBe(201)
    expect((await service.call('GET', path)).status).toBe(200)
    await (await open(migrations)).close()
  })

  test('stops writing after any other migration, says what to do, and the older version refuses to start', async () => {
    await (await open([...additive, ...breaking.slice(-1)])).close()
    // The statement fails, and the process checks for the reason.
    const first = await create('third')
    expect(expectProblem(first, 503, 'unavailable').detail).toBe(advice)
    expect(expectProblem(await service.call('PATCH', path, { body: { seed: 's' } }), 503, 'unavailable').detail).toBe(
      advice,
    )
    expect(expectProblem(await service.call('GET', path), 503, 'unavailable').detail).toBe(advice)
    const unready = expectProblem(await service.call('GET', '/readyz'), 503, 'unavailable')
    expect(unready.checks).toEqual({ version: advice })

    const refused = await open(migrations).catch((error: unknown) => error)
    expect(refused).toBeInstanceOf(StoreError)
    expect((refused as { cause: Error }).cause.message).toBe(
      'the store was written by a newer version of Palate (it has 9002-titles): upgrade Palate',
    )
  })
})
