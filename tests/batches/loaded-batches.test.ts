import { setTimeout as pause } from 'node:timers/promises'
import { insertBatch } from '@palate/server/batches/batch-store.ts'
import { LoadedBatches } from '@palate/server/batches/loaded-batches.ts'
import { insertRequest } from '@palate/server/batches/request-store.ts'
import { BatchRunner } from '@palate/server/batches/runner.ts'
import { readConfig } from '@palate/server/config.ts'
import { openStore } from '@palate/server/store/open.ts'
import type { Store } from '@palate/server/store/store.ts'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { createHome, engines, type Home } from '../harness/service.ts'

const accountId = 'acct_1'
const framesOf = (batchId: string) => [{ id: batchId, url: `data:image/png;base64,${'A'.repeat(1000)}` }]

describe.each(engines)('batches in memory, on %s', (engine) => {
  let home: Home
  let store: Store
  beforeEach(async () => {
    home = await createHome(engine)
    store = await openStore(readConfig(home.env))
  })
  afterEach(async () => {
    await store.close()
    await home.remove()
  })

  async function submit(batchId: string): Promise<void> {
    await store.write(async (db) => {
      const asked = { dimensions: ['warmth'], explain: false, metadata: {} }
      const names = { accountId, batchId, projectId: 'studio', profileId: 'prof_1', versionId: null, seed: null }
      await insertBatch(db, { ...names, total: 1, asked, createdAt: new Date().toISOString() })
      await insertRequest(db, { accountId, batchId }, { frames: framesOf(batchId), working: null })
    })
  }

  test('a batch larger than the whole cache is loaded, one at a time', async () => {
    const onLoaded = vi.fn()
    const onFailure = async (_: unknown, error: unknown) => expect.fail(String(error))
    const parts = { db: store.read, createScorer, findPinnedState, onLoaded, onFailure }
    const loadedBatches = new LoadedBatches(parts as never, 100)
    const find = (batchId: string) => loadedBatches.find({ accountId, batchId })?.frames
    await submit('large')
    await submit('larger')
    for (const [i, batchId] of ['large', 'larger', 'large'].entries()) {
      expect(find(batchId)).toBeUndefined()
      await expect.poll(() => onLoaded.mock.calls.length).toBe(i + 1)
      expect(find(batchId)).toEqual(framesOf(batchId))
    }
  })

  test('a runner that never pauses does not block the event loop', async () => {
    const turnsMax = 5000
    let turns = 0
    const restless = () => {
      turns += 1
      if (turns < turnsMax) runner.wake()
    }
    const metrics = { batchQueueAge: { set: restless } }
    const services = { store, metrics, clock: () => new Date(), log: { error: expect.fail } }
    const runner = new BatchRunner(
      services as never,
      { createScorer, findPinnedState, recordEnd: async () => {} } as never,
    )
    await runner.start()
    await pause(1)
    expect(turns).toBeLessThan(turnsMax)
    await runner.stop()
  })
})

const createScorer = async () => ({})
const findPinnedState = async () => ({})
