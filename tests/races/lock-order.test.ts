import { createFailBatches, insertBatch } from '@palate/server/batches/storing/batch-store.ts'
import { readConfig } from '@palate/server/config/config.ts'
import { UsageMeter } from '@palate/server/keys/usage.ts'
import { SeenFrames } from '@palate/server/pictures/seen-frames/seen-frames.ts'
import { createIdSource } from '@palate/server/platform/ids.ts'
import { openStore } from '@palate/server/store/open.ts'
import type { Store } from '@palate/server/store/store.ts'
import { saveOutcomes } from '@palate/server/webhooks/deliveries/outcomes.ts'
import { createEventRecorder, createRecordBatchEnd } from '@palate/server/webhooks/events/event-recorder.ts'
import pg from 'pg'
import { pino } from 'pino'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createHome, type Home } from '../harness/service.ts'

const accountId = 'acct_1'
const now = '2026-01-01T00:00:00.000Z'

/**
 * PostgreSQL locks row by row, so every transaction that locks several rows must do so in the same order. Each test locks
 * the row that must come first, waits until a transaction blocks on it, and checks that the other row is still free.
 */
describe('rows are locked in a fixed order on postgres', () => {
  let home: Home
  let store: Store
  let holder: pg.Client
  beforeEach(async () => {
    home = await createHome('postgres')
    store = await openStore(readConfig(home.env))
    holder = new pg.Client({ connectionString: home.env.DATABASE_URL ?? '' })
    await holder.connect()
  })
  afterEach(async () => {
    await holder.end()
    await store.close()
    await home.remove()
  })

  type Row = readonly [table: string, id: string, column?: string]

  async function expectInOrder(first: Row, second: Row, work: () => Promise<unknown>): Promise<void> {
    const hold = ([table, id, column = 'id']: Row) =>
      holder.query(`select 1 from ${table} where ${column} = $1 for update nowait`, [id])
    await holder.query('begin')
    expect((await hold(first)).rowCount).toBe(1)
    const working = work()
    await expect.poll(countWaiting).toBe(1)
    expect((await hold(second)).rowCount).toBe(1)
    await holder.query('rollback')
    await working
  }

  async function countWaiting(): Promise<number> {
    const { rows } = await holder.query(
      `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
    )
    return rows.length
  }

  test('when usage is stored: the key with the lower id first', async () => {
    const key = { account_id: accountId, name: 'k', prefix: 'plt_', created_at: now, usage_count: 0 }
    const keys = ['key_1', 'key_2'].map((id) => ({ ...key, id, hash: id }))
    await store.write((db) => db.insertInto('api_keys').values(keys).execute())
    const meter = new UsageMeter({ store, clock: () => new Date() }, (error) => expect.fail(String(error)))
    for (const keyId of ['key_2', 'key_1']) meter.count({ keyId, accountId } as never, Date.now())
    await expectInOrder(['api_keys', 'key_1'], ['api_keys', 'key_2'], () => meter.close())
  })

  test('when scored frames are stored: by id', async () => {
    const frames = new SeenFrames({ store, log: pino({ level: 'silent' }) })
    const remember = (frameId: string, scores: string) =>
      frames.add({
        accountId,
        projectId: 'p',
        frameId,
        contentHash: 'h',
        url: null,
        profileId: 'prof_1',
        scores,
        seenAt: now,
      })
    for (const id of ['f_1', 'f_2']) remember(id, '{}')
    await frames.flush()
    for (const id of ['f_2', 'f_1']) remember(id, '{"likeness":1}')
    await expectInOrder(['recent_frames', 'f_1', 'frame_id'], ['recent_frames', 'f_2', 'frame_id'], () =>
      frames.flush(),
    )
    await frames.close()
  })

  test('when outcomes of attempts are stored: a webhook before its deliveries', async () => {
    await store.write(async (db) => {
      const webhook = {
        url: 'x',
        events: '[]',
        status: 'enabled' as const,
        secret: 's',
        created_at: now,
        updated_at: now,
      }
      await db
        .insertInto('webhooks')
        .values({ ...webhook, account_id: accountId, id: 'hook_1', failures_in_row: 0 })
        .execute()
      const delivery = { event_id: 'evt_1', event_type: 'profile.created', stream: '', place: 1, tries: 0 }
      const leased = { status: 'pending' as const, due_at: now, leased_by: 'me', created_at: now }
      await db
        .insertInto('deliveries')
        .values({ ...delivery, ...leased, account_id: accountId, id: 'dlv_1', webhook_id: 'hook_1' })
        .execute()
    })
    const job = { accountId, webhookId: 'hook_1', id: 'dlv_1', tries: 0 }
    const attempt = { id: 'try_1', at: now, status: 500, durationMs: 1, error: 'no', response: null, retryAfterMs: 0 }
    const outcomes = [{ job, attempt, chance: 0.5 }] as never
    const services = { config: { webhookRetryPausesMs: [1000] } } as never
    const save = () =>
      store.write((db) =>
        saveOutcomes(
          services,
          db,
          'me',
          outcomes,
          () => false,
          async () => {},
        ),
      )
    await expectInOrder(['webhooks', 'hook_1'], ['deliveries', 'dlv_1'], save)
  })

  test('when a profile is deleted: all of its batches before the first event of their end', async () => {
    const names = { accountId, projectId: 'studio', profileId: 'prof_1', versionId: null, seed: null }
    const request = { dimensions: [], explain: false, metadata: {} }
    await store.write(async (db) => {
      for (const batchId of ['bat_1', 'bat_2']) {
        await insertBatch(store, db, {
          ...names,
          batchId,
          total: 1,
          request,
          model: 'm',
          resultBytes: 100,
          createdAt: now,
        })
      }
    })
    const { record } = createEventRecorder(
      { store, newId: createIdSource(() => new Date()), clock: () => new Date() },
      () => {},
    )
    const recordEnd = createRecordBatchEnd(record)
    const fail = createFailBatches(recordEnd)
    await holder.query('begin')
    await holder.query(`select 1 from batches where id = 'bat_2' for update`)
    const failing = store.write((db) => fail(db, { accountId, profileId: 'prof_1' }, now))
    await expect.poll(countWaiting).toBe(1)
    await holder.query(`set local lock_timeout = '200ms'`)
    await holder.query(`insert into event_places values ($1, 'prof_1', 1)`, [accountId])
    await holder.query('rollback')
    await failing
    const { rows } = await holder.query('select status from batches')
    expect(rows).toEqual([{ status: 'failed' }, { status: 'failed' }])
  })
})
