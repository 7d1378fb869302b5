import { daysKept } from '@palate/core/days-kept.ts'
import { rowsPerPieceMax } from '@palate/server/store/chunked-writes.ts'
import type { Store } from '@palate/server/store/store.ts'
import { orphanedQuery, sweepWebhooks } from '@palate/server/webhooks/sweep.ts'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { engines, startService, type TestService } from '../harness/service.ts'
import { openOtherProcess } from './other-process.ts'
import { createWebhook, loopback } from './webhook-requests.ts'

describe.each(engines)('the sweep of deliveries on %s', (engine) => {
  let service: TestService
  let otherProcess: Awaited<ReturnType<typeof openOtherProcess>>
  let gone: string
  let kept: string
  beforeEach(async () => {
    service = await startService(engine, loopback)
    // Nothing listens there, and only test events are sent.
    const make = () => createWebhook(service, 'http://127.0.0.1:1/', { events: ['webhook.test'] })
    const [one, other] = await Promise.all([make(), make()])
    ;[gone, kept] = [one.id, other.id]
    otherProcess = await openOtherProcess(service, gone)
  })
  afterEach(async () => {
    await otherProcess.close()
    await service.stop()
  })

  const count = async (webhookId: string, status: 'pending' | 'delivered' | 'dead') => {
    const query = otherProcess.store.read.selectFrom('deliveries').select((eb) => eb.fn.countAll<number>().as('n'))
    return (await query.where('webhook_id', '=', webhookId).where('status', '=', status).executeTakeFirstOrThrow()).n
  }

  /** Inserts deliveries of a webhook, pending (and due far in the future) or delivered. */
  async function fill(webhookId: string, deliveries: number, status: 'pending' | 'delivered'): Promise<void> {
    const now = otherProcess.clock().toISOString()
    const times = status === 'pending' ? { due_at: '2999-01-01T00:00:00.000Z' } : { finished_at: now }
    const rows = Array.from({ length: deliveries }, (_, i) => ({
      account_id: otherProcess.accountId,
      id: `${webhookId}-${i}`,
      webhook_id: webhookId,
      event_id: `evt_${i}`,
      event_type: 'profile.created',
      stream: '',
      place: i,
      status,
      tries: 0,
      created_at: now,
      ...times,
    }))
    await otherProcess.store.write((db) => db.insertInto('deliveries').values(rows).execute())
  }

  /** Sweeps, and returns how many rows were left after each of its writes. */
  async function sweep(left: () => Promise<number>): Promise<readonly number[]> {
    const seen = [await left()]
    const write: Store['write'] = async (work) => {
      const result = await otherProcess.store.write(work)
      seen.push(await left())
      return result
    }
    await sweepWebhooks(
      { store: { ...otherProcess.store, write }, clock: otherProcess.clock },
      otherProcess.accountId,
      daysKept.events,
    )
    return seen
  }

  function expectInPieces(seen: readonly number[]): void {
    expect(seen.at(-1)).toBe(0)
    const pieces = seen.slice(1).map((left, i) => (seen[i] ?? 0) - left)
    expect(Math.max(...pieces)).toBe(rowsPerPieceMax)
  }

  test('the deliveries of a deleted webhook are deleted in chunks, and those of others stay', async () => {
    await fill(gone, 2 * rowsPerPieceMax + 100, 'delivered')
    await fill(kept, 10, 'delivered')
    await service.call('DELETE', `/v1/webhooks/${gone}`)
    expectInPieces(await sweep(() => count(gone, 'delivered')))
    expect(await count(kept, 'delivered')).toBe(10)
  })

  test('pending deliveries of a disabled webhook become dead letters in chunks', async () => {
    await service.call('PATCH', `/v1/webhooks/${gone}`, { body: { status: 'disabled' } })
    await fill(gone, 2 * rowsPerPieceMax + 100, 'pending')
    await fill(kept, 10, 'pending')
    expectInPieces(await sweep(() => count(gone, 'pending')))
    expect(await count(gone, 'dead')).toBe(2 * rowsPerPieceMax + 100)
    expect(await count(kept, 'pending')).toBe(10)
  })

  test.runIf(engine === 'sqlite')('the search for deleted webhooks does not read every delivery', async () => {
    const query = orphanedQuery(otherProcess.accountId).compile(otherProcess.store.read)
    type Step = readonly [id: number, parent: number, unused: number, detail: string]
    const explain = otherProcess.store.prepare<Step>({ ...query, sql: `explain query plan ${query.sql}` })
    const steps = (await explain(...(query.parameters as string[])))
      .map(([, , , detail]) => detail)
      .filter((detail) => /^(SCAN|SEARCH) (d|deliveries)\b/.test(detail))
    expect(steps).toHaveLength(2)
    for (const step of steps) expect(step).toMatch(/^SEARCH (d|deliveries) USING COVERING INDEX deliveries_by_webhook/)
  })
})
