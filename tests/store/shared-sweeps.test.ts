import { slicesOf } from '@palate/core/generic/slices.ts'
import { sweepEnded } from '@palate/server/batches/running/sweep.ts'
import { sweepRequests } from '@palate/server/composition/background.ts'
import { readConfig } from '@palate/server/config/config.ts'
import { rowsPerPieceMax } from '@palate/server/store/chunked-writes.ts'
import { openStore } from '@palate/server/store/open.ts'
import type { Schema } from '@palate/server/store/schema.ts'
import type { Store } from '@palate/server/store/store.ts'
import { sweepWebhooks } from '@palate/server/webhooks/sweep.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createEmptyHome, engines, type Home } from '../harness/service.ts'
import { useService } from '../harness/use-service.ts'

const service = useService('postgres')

test('two workers share a sweep: neither waits for the rows of the other, nor ends because of them', async () => {
  const [one, other] = [await open(), await open()]
  try {
    const { account_id: accountId } = await one.read
      .selectFrom('api_keys')
      .select('account_id')
      .executeTakeFirstOrThrow()
    await one.write((db) =>
      sql`insert into key_minutes (account_id, key_id, minute, requests)
        select ${accountId}, 'key_swept', n, 1 from generate_series(1, ${3 * rowsPerPieceMax}) n`.execute(db),
    )
    const count = async () => {
      const minutes = one.read.selectFrom('key_minutes').select('minute').where('key_id', '=', 'key_swept')
      return (await minutes.execute()).length
    }
    await one.write(async (db) => {
      // What a sweep of this worker would choose first.
      await sql`delete from key_minutes where account_id = ${accountId} and minute in (
        select minute from key_minutes where account_id = ${accountId} and key_id = 'key_swept' limit ${rowsPerPieceMax})`.execute(
        db,
      )
      await sweepRequests({ store: other, clock: () => new Date() }, accountId)
      expect(await count()).toBe(rowsPerPieceMax)
    })
    expect(await count()).toBe(0)
  } finally {
    await Promise.all([one.close(), other.close()])
  }
})

const long = '2020-01-01T00:00:00.000Z'
const clock = () => new Date('2021-01-01T00:00:00.000Z')
const accountId = 'acct'
const many = 4 * rowsPerPieceMax
const idAt = (prefix: string, i: number) => `${prefix}_016f5e66e800${String(i).padStart(20, '0')}`

describe.each(engines)('two sweeps at the same time on %s', (engine) => {
  let home: Home
  let stores: readonly Store[]
  beforeAll(async () => {
    home = await createEmptyHome(engine)
    stores = [await openStore(readConfig(home.env)), await openStore(readConfig(home.env), { isSecondary: true })]
  })
  afterAll(async () => {
    for (const store of stores) await store.close()
    await home.remove()
  })

  async function insert(table: keyof Schema, rows: readonly object[]): Promise<void> {
    for (const slice of slicesOf(rows, rowsPerPieceMax)) {
      const values = slice.map((row) => ({ account_id: accountId, ...row })) as never
      await stores[0]?.write((db) => db.insertInto(table).values(values).execute())
    }
  }

  async function count(tables: readonly (keyof Schema)[]): Promise<readonly number[]> {
    const counts = tables.map(async (table) => {
      const query = stores[0]?.read.selectFrom(table).select((eb) => eb.fn.countAll<number>().as('count'))
      return (await query?.executeTakeFirstOrThrow())?.count ?? 0
    })
    return Promise.all(counts)
  }

  /**
   * Sweeps in two processes, and expects that each deletes something, and that when it ends, at most what the other is
   * deleting at this moment is left.
   */
  async function expectShared(table: keyof Schema, kept: number, sweep: (store: Store) => Promise<void>) {
    const shares = stores.map(async (store) => {
      let written = 0
      const write: Store['write'] = async (work, options) => {
        const result = await store.write(work, options)
        if (typeof result === 'number') written += result
        return result
      }
      await sweep({ ...store, write })
      const [left = 0] = await count([table])
      return { written, left }
    })
    for (const { written, left } of await Promise.all(shares)) {
      expect(written).toBeGreaterThan(0)
      expect(left).toBeLessThanOrEqual(kept + rowsPerPieceMax)
    }
  }

  test('share batches, large and small, and leave those that ended later', async () => {
    const batch = (id: string, total: number, completed_at: string | null) => ({
      ...{ id, project_id: 'p', profile_id: 'prof', status: completed_at ? 'completed' : 'in_progress', asked: '{}' },
      ...{ total, succeeded: total, failed: 0, canceled: 0, taken: total, created_at: long, completed_at },
    })
    const small = Array.from({ length: 50 }, (_, i) => batch(idAt('batch', i + 1), 2, long))
    const batches = [batch(idAt('batch', 0), many, long), ...small]
    const kept = [batch(idAt('batch', 51), 2, null), batch(idAt('batch', 52), 2, clock().toISOString())]
    await insert('batches', [...batches, ...kept])
    for (const { id, total } of [...batches, ...kept]) {
      const frame = { batch_id: id, state: 'done', attempts: 1, workers_lost: 0, due_ms: 0, result: '{}' }
      await insert(
        'batch_frames',
        Array.from({ length: total }, (_, place) => ({ ...frame, place, seq: place + 1 })),
      )
      await insert('batch_requests', [{ batch_id: id, frames: 'in batch_request_parts' }])
      await insert(
        'batch_request_parts',
        [0, 128].map((first_place) => ({ batch_id: id, first_place, frames: '[]' })),
      )
      await insert('batch_pictures', [{ batch_id: id, name: 'a', piece: 0, data: Buffer.from('a') }])
    }
    await expectShared('batch_frames', 4, (store) => sweepEnded({ store, clock }, accountId, 7))
    expect(await count(['batches', 'batch_frames'])).toEqual([2, 4])
    // The unfinished batch needs what was submitted.
    expect(await count(['batch_requests', 'batch_request_parts', 'batch_pictures'])).toEqual([1, 2, 1])
  })

  test('share deliveries and events, and leave those that were finished later', async () => {
    const indexes = Array.from({ length: many }, (_, i) => i)
    const event = { type: 'profile.updated', created_at: long, body: '{}' }
    await insert(
      'events',
      indexes.map((i) => ({ ...event, id: idAt('evt', i) })),
    )
    await insert(
      'event_log',
      indexes.map((i) => ({ event_id: idAt('evt', i), type: event.type, position: i + 1 })),
    )
    await insert('webhooks', [
      {
        id: 'hook',
        url: '',
        events: '[]',
        status: 'enabled',
        created_at: long,
        updated_at: long,
        secret: '',
        failures_in_row: 0,
      },
    ])
    const delivery = { webhook_id: 'hook', event_type: event.type, stream: '', tries: 1, created_at: long }
    const finishedAt = (i: number) => (i === 0 ? clock().toISOString() : long)
    await insert(
      'deliveries',
      indexes.map((i) => ({
        ...delivery,
        ...{ id: idAt('dlv', i), event_id: idAt('evt', i), place: i, status: 'delivered', finished_at: finishedAt(i) },
      })),
    )
    const attempt = { id: 'a', at: long, status: 200, duration_ms: 1 }
    await insert(
      'delivery_attempts',
      indexes.map((i) => ({ ...attempt, delivery_id: idAt('dlv', i) })),
    )
    await expectShared('deliveries', 1, (store) => sweepWebhooks({ store, clock }, accountId, 30))
    expect(await count(['deliveries', 'delivery_attempts', 'events', 'event_log'])).toEqual([1, 1, 1, 1])
  })
})

test('a sweep does not wait for the frames of a batch that another process is deleting, and leaves the batch to it', async () => {
  const store = await open()
  try {
    const { account_id } = await store.read.selectFrom('api_keys').select('account_id').executeTakeFirstOrThrow()
    const batchId = idAt('batch', 0)
    await store.write((db) =>
      sql`insert into batches (account_id, id, project_id, profile_id, status, total, succeeded, failed, canceled, taken,
          asked, created_at, completed_at)
        values (${account_id}, ${batchId}, 'p', 'prof', 'completed', ${many}, ${many}, 0, 0, ${many}, '{}', ${long}, ${long})`.execute(
        db,
      ),
    )
    await store.write((db) =>
      sql`insert into batch_frames (account_id, batch_id, place, state, attempts, due_ms)
        select ${account_id}, ${batchId}, n, 'done', 1, 0 from generate_series(1, ${many}) n`.execute(db),
    )
    const left = async () => {
      const [batches, frames] = [store.read.selectFrom('batches'), store.read.selectFrom('batch_frames')]
      return [(await batches.select('id').execute()).length, (await frames.select('place').execute()).length]
    }
    await store.write(async (db) => {
      await sql`delete from batch_frames where place <= ${rowsPerPieceMax}`.execute(db)
      await sweepEnded({ store, clock }, account_id, 7)
      expect(await left()).toEqual([1, rowsPerPieceMax])
    })
    await sweepEnded({ store, clock }, account_id, 7)
    expect(await left()).toEqual([0, 0])
  } finally {
    await store.close()
  }
})

function open() {
  return openStore(readConfig(service.home.env), { isSecondary: true })
}
