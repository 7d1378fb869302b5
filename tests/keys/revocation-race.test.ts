import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openDirectConnection } from '../harness/direct-connection.ts'
import { eventually } from '../harness/eventually.ts'
import { createHome, engines, type Home, startService, type TestService } from '../harness/service.ts'

describe.each(engines)('two processes that revoke keys on %s', (engine) => {
  let home: Home
  let services: readonly [TestService, TestService]
  beforeAll(async () => {
    home = await createHome(engine)
    services = [await startService(engine, {}, home), await startService(engine, {}, home)]
  })
  afterAll(async () => {
    for (const service of services) await service.stop()
    await home.remove()
  })

  const create = async (name: string) => {
    const { id } = (await services[0].call('POST', '/api/api-keys', { body: { name } })).body
    return id as string
  }
  const revoke = async ({ call }: TestService, id: string) => (await call('DELETE', `/api/api-keys?id=${id}`)).status

  test('exactly one of two parallel revocations succeeds', async () => {
    for (let i = 0; i < 20; i++) {
      const id = await create(`raced ${i}`)
      const statuses = await Promise.all(services.map((service) => revoke(service, id)))
      expect(statuses.toSorted()).toEqual([200, 404])
    }
  })

  test('the second is refused even if the clock of the first is ahead', async () => {
    const id = await create('skewed')
    const [ahead, behind] = services
    ahead.clock.skipMs = 60_000
    const first = await revoke(ahead, id)
    ahead.clock.skipMs = 0
    expect([first, await revoke(behind, id)]).toEqual([200, 404])
  })

  test('a key in the overlap of a rotation can be revoked, once', async () => {
    const id = await create('rotated')
    const [one, other] = services
    await one.call('POST', `/api/api-keys/rotate?id=${id}`, { body: { overlapSeconds: 3600 } })
    expect([await revoke(one, id), await revoke(other, id)]).toEqual([200, 404])
  })

  test.runIf(engine === 'postgres')('a revocation that waited for another one finds no active key', async () => {
    const id = await create('waiting')
    const [direct, observer] = [await openDirectConnection(home), await openDirectConnection(home)]
    await direct.execute(`begin; update api_keys set name = name where id = '${id}'`)
    const [ahead, behind] = services
    ahead.clock.skipMs = 1_000
    const first = revoke(ahead, id)
    await eventually(() => observer.execute(waits(1)))
    ahead.clock.skipMs = 0
    const second = revoke(behind, id)
    await eventually(() => observer.execute(waits(2)))
    await direct.execute('commit')
    expect((await Promise.all([first, second])).toSorted()).toEqual([200, 404])
    await direct.close()
    await observer.close()
  })
})

/** Fails until this many statements wait for a lock in this database. */
function waits(count: number): string {
  return `do $$ begin if (select count(*) from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock') < ${count} then raise 'too early'; end if; end $$`
}
