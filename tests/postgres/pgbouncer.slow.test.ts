import pg from 'pg'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { frameOf, getBytes } from '../frames/frame-requests.ts'
import { eventually } from '../harness/eventually.ts'
import { expectProblem } from '../harness/problem.ts'
import { createEmptyHome, engines, type Home, startService, type TestService } from '../harness/service.ts'
import { paint } from '../scoring/pictures.ts'
import { pgbouncerVersion, startPgbouncer } from './pgbouncer.ts'

const isPossible = pgbouncerVersion !== undefined && engines.includes('postgres')
if (!isPossible) console.info('PgBouncer is not tried: it needs PostgreSQL and `pgbouncer` on the path')

// Versions before 1.21 lose prepared statements in transaction mode: the service notices, and uses none.
describe.skipIf(!isPossible).each(['on', 'off'])(
  'behind PgBouncer in transaction mode, with PALATE_PG_PREPARED=%s',
  (prepared) => {
    let home: Home
    let bouncer: Awaited<ReturnType<typeof startPgbouncer>>
    let service: TestService
    let other: TestService
    beforeAll(async () => {
      home = await createEmptyHome('postgres')
      bouncer = await startPgbouncer(new URL(inject('postgresUrl')))
      const url = new URL(home.env.DATABASE_URL ?? '')
      url.port = String(bouncer.port)
      const env = { DATABASE_URL: url.href, PALATE_PG_PREPARED: prepared }
      service = await startService('postgres', env, home)
      other = await startService('postgres', env, home)
    })
    afterAll(async () => {
      await service?.stop()
      await other?.stop()
      await bouncer?.stop()
      await home?.remove()
    })

    const createProfile = async (name: string, on = service) =>
      (await on.call('POST', '/v1/profiles', { body: { projectId: 'p', name } })).body.id as string

    test('two processes create, change, commit and read profiles at the same time', async () => {
      const names = Array.from({ length: 40 }, (_, i) => `profile ${i}`)
      const ids = await Promise.all(names.map((name, i) => createProfile(name, i % 2 ? service : other)))
      const changed = await Promise.all(
        ids.map((id, i) =>
          (i % 2 ? other : service).call('PATCH', `/v1/profiles/${id}`, {
            body: { seed: `seed ${i}`, commit: 'first' },
          }),
        ),
      )
      expect(new Set(changed.map(({ status }) => status))).toEqual(new Set([200]))
      const listed = await Promise.all(ids.map(() => other.call('GET', '/v1/profiles?limit=100')))
      expect(new Set(listed.map(({ body }) => body.profiles.length))).toEqual(new Set([40]))
    })

    test('frames are stored and scored, also in a batch', async () => {
      const bytes = await paint({ mood: 'warm', seed: 1 })
      const frame = await frameOf(service, bytes, 'p')
      expect((await getBytes(other, `/api/frames/${frame.id}`)).bytes.equals(bytes)).toBe(true)
      const body = {
        profile_id: await createProfile('scorer'),
        frames: [{ id: 'one', url: frame.url }],
        dimensions: ['aesthetics'],
      }
      expect((await other.call('POST', '/v1/score', { body })).status).toBe(200)
      const headers = { prefer: 'respond-async' }
      const { body: batch } = await service.call('POST', '/v1/score/batch', { body, headers })
      await eventually(async () =>
        expect((await other.call('GET', `/v1/score/batch/${batch.batch_id}`)).body.counts?.succeeded).toBe(1),
      )
    })

    test('a write to a row that another client has locked is refused instead of waiting for ever', async () => {
      const id = await createProfile('locked')
      const client = new pg.Client({ connectionString: home.env.DATABASE_URL })
      await client.connect()
      try {
        await client.query('begin')
        await client.query('select id from profiles where id = $1 for update', [id])
        const answer = await service.call('PATCH', `/v1/profiles/${id}`, { body: { seed: 'other' } })
        expectProblem(answer, 503, 'unavailable')
      } finally {
        await client.end()
      }
    })

    test('other clients of the pooler see the settings of the server', async () => {
      const url = new URL(home.env.DATABASE_URL ?? '')
      url.port = String(bouncer.port)
      const clients = Array.from({ length: 3 }, () => new pg.Client({ connectionString: url.href }))
      await Promise.all(clients.map((client) => client.connect()))
      // Open transactions, so that each has another backend.
      await Promise.all(clients.map((client) => client.query('begin')))
      const found = await Promise.all(
        clients.map(async (client) => (await client.query("select current_setting('statement_timeout') as t")).rows),
      )
      await Promise.all(clients.map((client) => client.end()))
      expect(found.flat()).toEqual([{ t: '0' }, { t: '0' }, { t: '0' }])
    })
  },
)
