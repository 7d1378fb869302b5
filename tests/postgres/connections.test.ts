import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readSample } from '../harness/metrics.ts'
import { createHome, engines, type Home, startService, type TestService } from '../harness/service.ts'
import { createProfile } from '../profiles/profile-requests.ts'

describe.skipIf(!engines.includes('postgres'))('a service with PALATE_PG_CONNECTIONS=2', () => {
  let home: Home
  let service: TestService
  let other: pg.Client
  beforeAll(async () => {
    home = await createHome('postgres')
    service = await startService('postgres', { PALATE_PG_CONNECTIONS: '2', PALATE_METRICS_PORT: '0' }, home)
    other = new pg.Client({ connectionString: home.env.DATABASE_URL })
    await other.connect()
  })
  afterAll(async () => {
    await other.end()
    await service.stop()
    await home.remove()
  })

  const sample = (name: string) => readSample(service.metricsUrl, name)

  async function countConnections(): Promise<number> {
    const { rows } = await other.query(
      'select count(*)::int as count from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
    )
    return rows[0].count
  }

  test('handles many requests at once, and opens no more', async () => {
    const ids = await Promise.all(Array.from({ length: 8 }, () => createProfile(service)))
    const requests = Array.from({ length: 60 }, (_, i) => {
      const path = `/v1/profiles/${ids[i % ids.length]}`
      return i % 3 === 0 ? service.call('PATCH', path, { body: { name: `name ${i}` } }) : service.call('GET', path)
    })
    const counting = Array.from({ length: 5 }, countConnections)
    expect((await Promise.all(requests)).filter(({ status }) => status !== 200)).toEqual([])
    expect(Math.max(...(await Promise.all(counting)))).toBeLessThanOrEqual(2)
    expect(await sample('palate_store_connections_max')).toBe(2)
  })

  test('shows the connections in use and who waits for them, also while the database does not answer', async () => {
    const id = await createProfile(service)
    await other.query('begin')
    await other.query('lock table profiles in access exclusive mode')
    const requests = Array.from({ length: 6 }, () => service.call('GET', `/v1/profiles/${id}`))
    await expect.poll(() => sample('palate_store_connections{state="used"}')).toBe(2)
    await expect.poll(() => sample('palate_store_waiting')).toBeGreaterThan(0)
    await other.query('rollback')
    expect((await Promise.all(requests)).map(({ status }) => status)).toEqual(Array(6).fill(200))
    await expect.poll(() => sample('palate_store_waiting')).toBe(0)
    await expect.poll(() => sample('palate_store_connections{state="idle"}')).toBe(2)
  })
})
