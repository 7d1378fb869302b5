import { setTimeout as pause } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type DirectConnection, openDirectConnection } from '../harness/direct-connection.ts'
import { readSample } from '../harness/metrics.ts'
import { type Engine, engines } from '../harness/service.ts'
import { createProfile } from '../profiles/profile-requests.ts'
import {
  batchOf,
  expectEachOnce,
  many,
  requestOf,
  resultsOf,
  submitAsync,
  untilStatus,
  useStage,
} from './batch-service.ts'

describe.each(engines)('a batch that cannot be stored, on %s', (engine) => {
  const stage = useStage(engine, { PALATE_METRICS_PORT: '0' })
  let database: DirectConnection
  beforeEach(async () => {
    database = await openDirectConnection(stage.service.home)
  })
  afterEach(() => database.close())

  const sample = (name: string) => readSample(stage.service.metricsUrl, name)

  /** Starts a batch of held frames, and lets the host answer once results cannot be stored. */
  async function submitNotStorable(name: string): Promise<string> {
    const { service, request, host } = stage
    const { batch_id } = await submitAsync(service, request(many(5, `held/${name}`)))
    await expect.poll(() => host.waiting).toBe(5)
    await database.execute(refuseResults[engine](batch_id))
    host.open()
    host.shut()
    return batch_id
  }

  test('does not block other batches, is retried with back-off, and ends when it can be stored', async () => {
    const { service, request } = stage
    const failuresBefore = await sample('palate_batch_failures_total')
    const batchId = await submitNotStorable('often')
    const failures = async () => (await sample('palate_batch_failures_total')) - failuresBefore
    await expect.poll(failures).toBeGreaterThan(0)
    // In the same account and in another.
    const other = service.as(await service.newAccount())
    const others = [
      { client: service, body: request(many(20, 'now')) },
      { client: other, body: requestOf(await createProfile(other), stage.host, many(20, 'now')) },
    ]
    for (const { client, body } of others) {
      const { batch_id } = await submitAsync(client, body)
      expect((await untilStatus(client, batch_id, 'completed')).counts.succeeded).toBe(20)
    }
    expect(await batchOf(service, batchId)).toMatchObject({ status: 'in_progress', counts: { succeeded: 0 } })
    await pause(500)
    // With a jitter of -50 %, the seventh try is 15 s after the first.
    expect(await failures()).toBeLessThan(8)
    await database.execute(acceptResults[engine])
    await untilStatus(service, batchId, 'completed')
    expectEachOnce(await resultsOf(service, batchId), 5)
  })

  test('its results are dropped when the leases expire, and any process scores the frames again', async () => {
    const { service, host } = stage
    const failuresBefore = await sample('palate_batch_failures_total')
    const lostBefore = await sample('palate_batch_leases_lost_total')
    const batchId = await submitNotStorable('again')
    await expect.poll(() => sample('palate_batch_failures_total')).toBeGreaterThan(failuresBefore)
    host.open()
    // Past the leases and the pause.
    service.clock.skipMs += 120_000
    const lost = async () => (await sample('palate_batch_leases_lost_total')) - lostBefore
    await expect.poll(lost).toBe(5)
    await database.execute(acceptResults[engine])
    await untilStatus(service, batchId, 'completed')
    host.shut()
    expectEachOnce(await resultsOf(service, batchId), 5)
  })

  test.runIf(engine === 'postgres')('a batch whose row is locked does not delay the others', async () => {
    const { service, request, host } = stage
    const { batch_id } = await submitAsync(service, request(many(300, 'held/locked')))
    await expect.poll(() => host.waiting).toBeGreaterThan(0)
    await database.execute(`begin; select id from batches where id = '${batch_id}' for update`)
    host.open()
    const other = service.as(await service.newAccount())
    const { batch_id: free } = await submitAsync(other, requestOf(await createProfile(other), host, many(20, 'now')))
    await untilStatus(other, free, 'completed')
    await database.execute('rollback')
    await untilStatus(service, batch_id, 'completed')
    host.shut()
    expectEachOnce(await resultsOf(service, batch_id), 300)
  })
})

/** Makes the database refuse the results of one batch. */
const refuseResults: Readonly<Record<Engine, (batchId: string) => string>> = {
  sqlite: (batchId) => `
    create trigger refuse before update on batch_frames when new.batch_id = '${batchId}' and new.state = 'done'
    begin select raise(abort, 'not storable'); end`,
  postgres: (batchId) => `
    create function refuse() returns trigger language plpgsql as 'begin raise exception ''not storable''; end';
    create trigger refuse before update on batch_frames for each row
      when (new.batch_id = '${batchId}' and new.state = 'done') execute function refuse()`,
}

const acceptResults: Readonly<Record<Engine, string>> = {
  sqlite: 'drop trigger refuse',
  postgres: 'drop trigger refuse on batch_frames; drop function refuse',
}
