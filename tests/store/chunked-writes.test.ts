import { daysKept } from '@palate/core/days-kept.ts'
import { sweepRequests } from '@palate/server/composition/background.ts'
import { readConfig } from '@palate/server/config/config.ts'
import { isTextOfFrame } from '@palate/server/frames/blobs/blob-store.ts'
import { hasPicture } from '@palate/server/frames/frame-store.ts'
import { deleteFaultyPins, deletePins } from '@palate/server/pictures/pin-store.ts'
import { PictureSweep } from '@palate/server/pictures/sweep/picture-sweep.ts'
import { deleteProfileRows } from '@palate/server/profiles/storing/profile-store.ts'
import { rowsPerPieceMax } from '@palate/server/store/chunked-writes.ts'
import { openStore } from '@palate/server/store/open.ts'
import type { Schema } from '@palate/server/store/schema.ts'
import type { Store } from '@palate/server/store/store.ts'
import { claimable } from '@palate/server/webhooks/deliveries/claims.ts'
import { type RequeueFilter, requeueDeliveries } from '@palate/server/webhooks/deliveries/delivery-handlers.ts'
import { deadLetterPending } from '@palate/server/webhooks/deliveries/outcomes.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { turnsDuring } from '../harness/event-loop.ts'
import { createEmptyHome, engines, type Home } from '../harness/service.ts'

const now = '2026-01-02T03:04:05.000Z'
const clock = () => new Date(now)
const accountId = 'acct'
const pieces = 3
const many = pieces * rowsPerPieceMax

/** SQLite runs statements on the event loop: each statement must be short, and other work must run in between. */
describe.each(engines)('any number of rows on %s', (engine) => {
  let home: Home
  let store: Store
  beforeAll(async () => {
    home = await createEmptyHome(engine)
    store = await openStore(readConfig(home.env))
  })
  afterAll(async () => {
    await store.close()
    await home.remove()
  })

  async function insert(table: keyof Schema, count: number, rowOf: (i: number) => object): Promise<void> {
    const rows = Array.from({ length: count }, (_, i) => rowOf(i))
    for (let i = 0; i < count; i += rowsPerPieceMax) {
      const piece = rows.slice(i, i + rowsPerPieceMax)
      await store.write((db) =>
        db
          .insertInto(table)
          .values(piece as never)
          .execute(),
      )
    }
  }

  async function count(table: keyof Schema): Promise<number> {
    const query = store.read.selectFrom(table).select((eb) => eb.fn.countAll<number>().as('count'))
    return (await query.executeTakeFirstOrThrow()).count
  }

  /** Does the work, and expects it to yield to the event loop between chunks. */
  async function expectInPieces(work: () => Promise<unknown>): Promise<void> {
    expect(await turnsDuring(work)).toBeGreaterThanOrEqual(engine === 'sqlite' ? pieces - 1 : 1)
  }

  const deliveriesWith = (webhookId: string, from: number, columns: object) => (i: number) => ({
    account_id: accountId,
    id: `dlv_${String(from + i).padStart(6, '0')}`,
    webhook_id: webhookId,
    event_id: `evt_${from + i}`,
    event_type: i % 2 === 0 ? 'profile.created' : 'profile.deleted',
    stream: '',
    place: i,
    tries: 0,
    created_at: now,
    status: 'pending',
    ...columns,
  })

  async function countDeliveries(webhookId: string, status: 'pending' | 'dead'): Promise<number> {
    const query = store.read.selectFrom('deliveries').select((eb) => eb.fn.countAll<number>().as('count'))
    return (await query.where('webhook_id', '=', webhookId).where('status', '=', status).executeTakeFirstOrThrow())
      .count
  }

  test.each(['versions', 'objects', 'pins'] as const)('of %s are deleted with their profile', async (table) => {
    const rowOf = (profileId: string) => (i: number) => ({
      account_id: accountId,
      profile_id: profileId,
      ...{
        versions: { id: `v${i}`, position: i, branch_id: 'main', message: '', created_at: now, snapshot_hash: '' },
        objects: { hash: `h${i}`, content: '{}' },
        pins: { source: `url:${i}`, pinned_at: now },
      }[table],
    })
    await insert(table, many, rowOf('gone'))
    await insert(table, 2, rowOf('kept'))
    const profile = { accountId, profileId: 'gone' }
    await expectInPieces(() =>
      store.write((db) =>
        table === 'pins' ? deletePins(db, profile, now) : deleteProfileRows(db, profile, isTextOfFrame),
      ),
    )
    expect(await count(table)).toBe(2)
  })

  test('of unreadable pictures are deleted', async () => {
    const pin = { account_id: accountId, profile_id: 'prof', pinned_at: now }
    await insert('pins', many, (i) => ({ ...pin, source: `url:${i}`, fault: '{}' }))
    await insert('pins', 2, (i) => ({ ...pin, source: `read:${i}`, content_hash: 'hash' }))
    await expectInPieces(() => store.write((db) => deleteFaultyPins(db, { accountId, profileId: 'prof' })))
    const left = await store.read.selectFrom('pins').select('content_hash').where('profile_id', '=', 'prof').execute()
    expect(left).toEqual([{ content_hash: 'hash' }, { content_hash: 'hash' }])
  })

  test('of pending deliveries become dead letters with their webhook', async () => {
    await insert('deliveries', many, deliveriesWith('hook_a', 0, { due_at: now }))
    await insert('deliveries', 2, deliveriesWith('hook_b', many, { due_at: now }))
    await expectInPieces(() => store.write((db) => deadLetterPending(db, accountId, 'hook_a', now)))
    expect(await countDeliveries('hook_a', 'dead')).toBe(many)
    expect(await countDeliveries('hook_b', 'pending')).toBe(2)
  })

  test('of dead letters become pending again, and only the requested ones', async () => {
    await insert('webhooks', 1, () => ({
      account_id: accountId,
      id: 'hook_c',
      url: 'http://a.test/',
      events: '[]',
      status: 'enabled',
      secret: '',
      failures_in_row: 0,
      created_at: now,
      updated_at: now,
    }))
    await insert('deliveries', many, deliveriesWith('hook_c', 2 * many, { status: 'dead', finished_at: now }))
    const dead = await countDeliveries('hook_a', 'dead')
    let requeued = 0
    const requeue = async (filter: RequeueFilter) => {
      requeued = await requeueDeliveries(store, accountId, filter, now)
    }
    await expectInPieces(() => requeue({ status: 'dead', eventType: 'profile.created' }))
    expect([requeued, await countDeliveries('hook_c', 'pending')]).toEqual([many / 2, many / 2])
    await expectInPieces(() => requeue({ status: 'dead' }))
    expect([requeued, await countDeliveries('hook_c', 'pending')]).toEqual([many / 2, many])
    await insert('deliveries', many, deliveriesWith('hook_c', 3 * many, { status: 'delivered', finished_at: now }))
    await expectInPieces(() => requeue({ webhookId: 'hook_c' }))
    expect([requeued, await countDeliveries('hook_c', 'pending')]).toEqual([many, 2 * many])
    // Its webhook does not exist.
    expect(await countDeliveries('hook_a', 'dead')).toBe(dead)
  })

  test('of expired idempotency keys, request counts of past minutes and old days of usage are swept', async () => {
    const answer = { account_id: accountId, operation: 'createProfile', request_hash: '' }
    await insert('idempotency', many, (i) => ({ ...answer, key: `old ${i}`, expires_at: now }))
    await insert('idempotency', 2, (i) => ({ ...answer, key: `new ${i}`, expires_at: '2026-01-02T03:04:05.001Z' }))
    const minute = Math.floor(Date.parse(now) / 60_000)
    const usage = { account_id: accountId, requests: 1 }
    await insert('key_minutes', many, (i) => ({ ...usage, key_id: `key_${i}`, minute: minute - 3 }))
    await insert('key_minutes', 2, (i) => ({ ...usage, key_id: `key_${i}`, minute: minute - 1 }))
    await insert('key_usage_days', many, (i) => ({ ...usage, key_id: `key_${i}`, date: '2025-10-03' }))
    await insert('key_usage_days', 2, (i) => ({ ...usage, key_id: `key_${i}`, date: '2025-10-04' }))
    await expectInPieces(() => sweepRequests({ store, clock }, accountId))
    const left = [await count('idempotency'), await count('key_minutes'), await count('key_usage_days')]
    expect(left).toEqual([2, 2, 2])
  })

  test('of frames that were not scored for a long time are swept', async () => {
    const frame = { account_id: accountId, project_id: 'p', content_hash: 'h' }
    await insert('seen_frames', many, (i) => ({ ...frame, frame_id: `old ${i}`, seen_at: '2025-01-01T00:00:00.000Z' }))
    await insert('seen_frames', 2, (i) => ({ ...frame, frame_id: `new ${i}`, seen_at: now }))
    await expectInPieces(() => new PictureSweep({ store, clock }, { hasPicture }, daysKept).run(accountId))
    expect(await count('seen_frames')).toBe(2)
  })

  test.runIf(engine === 'sqlite')('of pending deliveries are claimed from without reading them all', async () => {
    const query = claimable({ accountId, webhookId: 'hook_c', owner: 'wrk', now, limit: 512 }).compile(store.read)
    type Step = readonly [id: number, parent: number, unused: number, detail: string]
    const explain = store.prepare<Step>({ ...query, sql: `explain query plan ${query.sql}` })
    const steps = (await explain(...(query.parameters as string[]))).map(([, , , detail]) => detail).join('\n')
    expect(steps).toContain(
      'SEARCH deliveries USING INDEX deliveries_pending (account_id=? AND webhook_id=? AND due_at<?)',
    )
    expect(steps).toContain(
      'SEARCH e USING INDEX deliveries_claimed (account_id=? AND webhook_id=? AND stream=? AND place<?)',
    )
    expect(steps).not.toContain('TEMP B-TREE')
  })
})
