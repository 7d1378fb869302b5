import { listLeaseOwners } from '@palate/server/batches/storing/frame-store.ts'
import { stopGraceMs } from '@palate/server/composition/api.ts'
import { readConfig } from '@palate/server/config/config.ts'
import { openStore } from '@palate/server/store/open.ts'
import type { Store } from '@palate/server/store/store.ts'
import { afterAll, afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createProcesses, type Serving } from '../harness/processes.ts'
import { createHome, engines, type Home, startService } from '../harness/service.ts'
import { createProfile } from '../profiles/profile-requests.ts'
import { loopbackAllowed } from '../scoring/scoring-service.ts'
import { type BatchHost, startBatchHost } from './batch-host.ts'
import {
  cancel,
  expectEachOnce,
  many,
  openLines,
  requestOf,
  resultsOf,
  submitAsync,
  untilCompleted,
  untilStatus,
} from './batch-service.ts'

const processes = createProcesses()
afterAll(() => processes.stopAll())

const held = 40
/** More than the 256 that one process leases at a time. */
const heldByTwo = 270
const now = 20

describe.each(engines)('a batch that several processes work on, on %s', (engine) => {
  let home: Home
  let store: Store
  let host: BatchHost
  beforeEach(async () => {
    home = await createHome(engine)
    store = await openStore(readConfig(home.env), { isSecondary: true })
    host = await startBatchHost()
  })
  afterEach(async () => {
    await processes.stopAll()
    await store.close()
    await host.close()
    await home.remove()
  })

  const serve = () => processes.serve({ ...home.env, ...loopbackAllowed, PALATE_LOG_LEVEL: 'error' })

  async function begin(serving: Serving, count = held): Promise<string> {
    const client = clientOf(serving)
    const paths = [...many(now, 'now'), ...many(count, 'held')]
    const { batch_id } = await submitAsync(client, requestOf(await createProfile(client), host, paths))
    await untilCompleted(client, batch_id, now)
    return batch_id
  }

  async function expectWhole(serving: Serving, batchId: string, count = held): Promise<void> {
    const client = clientOf(serving)
    const total = now + count
    const { counts } = await untilStatus(client, batchId, 'completed')
    expect(counts).toEqual({ total, succeeded: total, failed: 0, canceled: 0 })
    expectEachOnce(await resultsOf(client, batchId), total)
  }

  /** The number of processes with leases. */
  const countOwners = async () => {
    const batches = await store.read.selectFrom('batches').select(['account_id as accountId', 'id']).execute()
    const owners = batches.map(({ accountId, id }) => listLeaseOwners(store.read, { accountId, batchIds: [id] }))
    return new Set((await Promise.all(owners)).flat()).size
  }

  // In sequence on one store, so that a process left by one case starts the next.
  test('a batch outlives its processes: no result is lost, and no frame is scored twice', async () => {
    const [victim, survivor] = await Promise.all([serve(), serve()])
    await expectReclaimed(victim, survivor)
    const next = await expectReleased(survivor)
    await expectContinued(next)
  })

  /** kill -9 of one of two processes: the other reclaims its share. */
  async function expectReclaimed(victim: Serving, survivor: Serving): Promise<void> {
    host.shut()
    const batchId = await begin(victim, heldByTwo)
    await expect.poll(countOwners, { interval: 200 }).toBe(2)
    victim.child.kill('SIGKILL')
    await victim.ended
    host.open()
    await expectWhole(survivor, batchId, heldByTwo)
  }

  /**
   * SIGTERM: leases are released, the stream ends without `done`, and the exit code is 0. Returns the next process.
   */
  async function expectReleased(first: Serving): Promise<Serving> {
    host.shut()
    const batchId = await begin(first)
    const stream = await openLines(clientOf(first), 'GET', `/v1/score/batch/${batchId}/results`)
    expect((await stream.next()).type).toBe('batch')
    const reading = stream.rest()
    await expect.poll(() => host.waiting).toBeGreaterThan(0)
    const started = performance.now()
    first.child.kill('SIGTERM')
    expect(await first.ended).toBe(0)
    // The stop does not wait for the stream's keep-alive connection.
    expect(performance.now() - started).toBeLessThan(stopGraceMs)
    expect((await reading).map(({ type }) => type)).not.toContain('done')
    expect(await countOwners()).toBe(0)
    host.open()
    const next = await serve()
    await expectWhole(next, batchId)
    return next
  }

  /** kill -9 of the only process: the next start continues. */
  async function expectContinued(victim: Serving): Promise<void> {
    host.shut()
    const batchId = await begin(victim)
    const before = await resultsUpTo(victim, batchId, now)
    victim.child.kill('SIGKILL')
    await victim.ended
    host.open()
    const next = await serve()
    await expectWhole(next, batchId)
    expect(await resultsUpTo(next, batchId, now)).toEqual(before)
  }

  test('serve --no-worker leaves batches to palate worker and streams its results', async () => {
    const env = { ...home.env, ...loopbackAllowed, PALATE_LOG_LEVEL: 'error' }
    const serving = await processes.serve(env, ['--no-worker'])
    const client = clientOf(serving)
    const request = requestOf(await createProfile(client), host, many(20, 'now'))
    const { batch_id } = await submitAsync(client, request)
    const stream = await openLines(client, 'GET', `/v1/score/batch/${batch_id}/results`)
    expect((await stream.next()).type).toBe('batch')
    await expect(untilCompleted(client, batch_id, 1, 1000)).rejects.toThrow()
    expect(host.requestsFor('now/0')).toBe(0)
    const worker = processes.run(['worker'], env)
    const lines = await stream.rest()
    expect(lines.at(-1)).toMatchObject({ type: 'done', counts: { total: 20, succeeded: 20 } })
    expect(worker.output().stdout).toBe('palate: working\n')
    worker.child.kill('SIGTERM')
    expect(await worker.ended).toBe(0)
  })

  test('expired leases are reclaimed, and late results of their first owner are refused', async () => {
    const env = { ...loopbackAllowed, PALATE_METRICS_PORT: '0' }
    const slow = await startService(engine, env, home)
    const request = requestOf(await createProfile(slow), host, [...many(3, 'held'), 'silent/0'])
    const { batch_id } = await submitAsync(slow, request)
    await expect.poll(() => host.waiting).toBe(3)
    const quick = await startService(engine, env, home)
    quick.clock.skipMs = 16_000
    await expect.poll(() => host.waiting).toBe(6)
    host.open()
    await untilCompleted(quick, batch_id, 3)
    // Its output is complete once it has stopped.
    await slow.stop()
    await cancel(quick, batch_id)
    const { counts } = await untilStatus(quick, batch_id, 'canceled')
    expect(counts).toEqual({ total: 4, succeeded: 3, failed: 0, canceled: 1 })
    expectEachOnce(await resultsOf(quick, batch_id), 3)
    expect(await (await fetch(quick.metricsUrl)).text()).toMatch(/^palate_batch_leases_lost_total 4$/m)
    await quick.stop()
  })
})

function clientOf({ address, ...serving }: Serving) {
  return { ...serving, url: address }
}

async function resultsUpTo(serving: Serving, batchId: string, seq: number) {
  const response = await fetch(`${serving.address}/v1/score/batch/${batchId}/results`, {
    headers: { authorization: `Bearer ${serving.key}` },
  })
  let text = ''
  for await (const piece of response.body?.pipeThrough(new TextDecoderStream()) ?? []) {
    text += piece
    if (text.includes(`"seq":${seq},`) && text.endsWith('\n')) break
  }
  return text.split('\n').slice(1, seq + 1)
}
