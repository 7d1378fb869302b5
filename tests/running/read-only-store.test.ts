import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { administer } from '../harness/home.ts'
import { expectProblem } from '../harness/problem.ts'
import { createHome, engines, type Home, startService, type TestService } from '../harness/service.ts'

describe.runIf(engines.includes('postgres'))('PostgreSQL that has become read-only, as after a fail-over', () => {
  let home: Home
  let service: TestService
  beforeAll(async () => {
    home = await createHome('postgres')
    service = await startService('postgres', {}, home)
  })
  afterAll(async () => {
    await service.stop()
    await home.remove()
  })

  /** For new connections; the existing ones are closed. */
  async function setReadOnly(value: 'on' | 'off'): Promise<void> {
    const database = new URL(home.env.DATABASE_URL ?? '').pathname.slice(1)
    const server = inject('postgresUrl')
    await administer(server, `alter database ${database} set default_transaction_read_only = ${value}`)
    await administer(server, `select pg_terminate_backend(pid) from pg_stat_activity where datname = '${database}'`)
  }

  test('a write is 503 with Retry-After, and succeeds once the database accepts writes again', async () => {
    const create = (name: string) => service.call('POST', '/v1/profiles', { body: { projectId: 'p', name } })
    expect((await create('before')).status).toBe(201)
    await setReadOnly('on')
    await expect.poll(async () => (await service.call('GET', '/v1/profiles')).status).toBe(200)
    const refused = await create('meanwhile')
    expectProblem(refused, 503, 'unavailable')
    expect(refused.headers.get('retry-after')).toMatch(/^\d+$/)
    await setReadOnly('off')
    await expect.poll(async () => (await create('after')).status).toBe(201)
  })
})
