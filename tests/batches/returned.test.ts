import { workersLostMax } from '@palate/server/batches/running/frame-runner.ts'
import { BatchRunner } from '@palate/server/batches/running/runner.ts'
import { findBatch, insertBatch } from '@palate/server/batches/storing/batch-store.ts'
import { insertRequest } from '@palate/server/batches/storing/request-store.ts'
import { readConfig } from '@palate/server/config/config.ts'
import { createIdSource } from '@palate/server/platform/ids.ts'
import { createLog } from '@palate/server/platform/log.ts'
import { createMetrics } from '@palate/server/platform/metrics.ts'
import { WorkerLost } from '@palate/server/ports/scoring.ts'
import { openStore } from '@palate/server/store/open.ts'
import type { Store } from '@palate/server/store/store.ts'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { eventually } from '../harness/eventually.ts'
import { createHome, engines, type Home } from '../harness/service.ts'

const key = { accountId: 'acct_1', batchId: 'batch_1' }

describe.each(engines)('a frame of a batch that is returned, on %s', (engine) => {
  let home: Home
  let store: Store
  let runner: BatchRunner
  const score = vi.fn()
  const clock = { skipMs: 0 }
  beforeEach(async () => {
    home = await createHome(engine)
    store = await openStore(readConfig(home.env))
    score.mockReset()
    await store.write(async (db) => {
      const request = { dimensions: ['warmth'], explain: false, metadata: {} }
      const names = { ...key, projectId: 'studio', profileId: 'prof_1', versionId: null, seed: null }
      await insertBatch(store, db, {
        ...names,
        total: 1,
        request,
        model: 'm',
        resultBytes: 100,
        createdAt: new Date().toISOString(),
      })
      await insertRequest(db, key, { frames: [{ id: 'a', url: 'data:,' }], working: null })
    })
    const now = () => new Date(Date.now() + clock.skipMs)
    const services = {
      store,
      clock: now,
      config: readConfig(home.env),
      log: createLog('silent'),
      metrics: createMetrics(),
      newId: createIdSource(now),
    }
    const parts = {
      createScorer: async () => ({ score }),
      findPinnedState: async () => ({}),
      recordEnd: async () => {},
      modelId: 'm',
      onNews: () => {},
    }
    runner = new BatchRunner(services, parts as never)
    await runner.start()
  })
  afterEach(async () => {
    await runner.stop()
    await store.close()
    await home.remove()
  })

  async function untilTried(times: number): Promise<void> {
    await eventually(async () => {
      // Not while the frame is leased: the lease would expire.
      if (await isWaiting()) clock.skipMs += 1000
      runner.wake()
      expect(score.mock.calls.length).toBeGreaterThanOrEqual(times)
    })
  }

  async function isWaiting(): Promise<boolean> {
    const query = store.read.selectFrom('batch_frames').select('state').where('batch_id', '=', key.batchId)
    return (await query.executeTakeFirst())?.state === 'waiting'
  }

  const untilOver = () =>
    eventually(async () => {
      const found = await findBatch(store.read, key)
      expect(found?.batch.status).toBe('completed')
      return found?.batch
    })

  const result = async () => {
    const query = store.read.selectFrom('batch_frames').select(['attempts', 'result'])
    const row = await query.where('batch_id', '=', key.batchId).executeTakeFirstOrThrow()
    return { attempts: row.attempts, result: JSON.parse(row.result ?? 'null') }
  }

  test('is retried without counting an attempt if the service caused the failure', async () => {
    score.mockRejectedValue(new Error('the embedder does not answer'))
    await untilTried(workersLostMax + 3)
    score.mockResolvedValue({ frame_id: 'a', warmth: 0.5 })
    await untilTried(workersLostMax + 4)
    expect((await untilOver())?.counts).toEqual({ total: 1, succeeded: 1, failed: 0, canceled: 0 })
    expect(await result()).toEqual({ attempts: 1, result: { frame_id: 'a', warmth: 0.5 } })
  })

  test('fails after it has crashed three workers, and its batch ends', async () => {
    score.mockRejectedValue(new WorkerLost())
    await untilTried(workersLostMax)
    expect((await untilOver())?.counts).toEqual({ total: 1, succeeded: 0, failed: 1, canceled: 0 })
    expect(score).toHaveBeenCalledTimes(workersLostMax)
    const { error } = (await result()).result
    expect(error).toMatchObject({ code: 'not_an_image', retryable: false })
  })
})
