import { setTimeout as pause } from 'node:timers/promises'
import { BatchScorers } from '@palate/server/batches/running/batch-scorers.ts'
import { BatchRunner } from '@palate/server/batches/running/runner.ts'
import { type BatchKey, insertBatch } from '@palate/server/batches/storing/batch-store.ts'
import { insertRequest } from '@palate/server/batches/storing/request-store.ts'
import { readConfig } from '@palate/server/config/config.ts'
import { openStore } from '@palate/server/store/open.ts'
import type { Store } from '@palate/server/store/store.ts'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createHome, engines, type Home } from '../harness/service.ts'

const frames = [{ id: 'a', url: 'data:,' }]

describe.each(engines)('opening batches on %s', (engine) => {
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

  async function submit(accountId: string, batchId: string, workingBytes: number) {
    await store.write(async (db) => {
      const request = { dimensions: ['warmth'], explain: false, metadata: {} }
      const names = { accountId, batchId, projectId: 'studio', profileId: 'prof_1', versionId: null, seed: null }
      await insertBatch(store, db, {
        ...names,
        total: 1,
        request,
        model: 'm',
        resultBytes: 100,
        createdAt: new Date().toISOString(),
      })
      await insertRequest(db, { accountId, batchId }, { frames, working: 'x'.repeat(workingBytes) })
    })
    return { accountId, batchId }
  }

  /** Requests every batch repeatedly, like the runner, until each has been open. */
  async function openAll(batches: readonly BatchKey[], bytesMax: number) {
    let opening = 0
    let peak = 0
    const opened = new Set<string>()
    const accounts: string[] = []
    const findPinnedState = async (_: unknown, { accountId, working }: { accountId: string; working: string }) => {
      accounts.push(accountId)
      opening += working.length
      peak = Math.max(peak, opening)
      await pause(2)
      opening -= working.length
      return {}
    }
    const parts = { store, createScorer, findPinnedState, onOpened: () => {}, onFailure: expect.fail }
    const scorers = new BatchScorers(parts as never, bytesMax)
    const lookAgain = () => {
      for (const batch of batches) if (scorers.find(batch)) opened.add(batch.batchId)
      return opened.size
    }
    await expect.poll(lookAgain, { interval: 5 }).toBe(batches.length)
    return { peak, accounts }
  }

  const bytesMax = 80_000

  test('concurrently opened batches stay within the byte budget, and one larger than the budget is opened alone', async () => {
    const sizes = [30_000, bytesMax + 1, 100, 50_000]
    const batches: BatchKey[] = []
    for (const account of ['a', 'b', 'c']) {
      for (const [i, size] of sizes.entries()) batches.push(await submit(account, `${account}${i}`, size))
    }
    const { peak } = await openAll(batches, bytesMax)
    expect(peak).toBe(bytesMax + 1)
  })

  test('an account with many large batches does not delay the batch of another', async () => {
    const batches: BatchKey[] = []
    for (let i = 0; i < 10; i++) batches.push(await submit('a', `a${i}`, bytesMax))
    batches.push(await submit('b', 'b0', 100))
    // A new connection to PostgreSQL takes as long as a few openings, so connect beforehand.
    await Promise.all(batches.map(() => store.read.selectFrom('batches').select('id').execute()))
    const { accounts } = await openAll(batches, bytesMax)
    // Not the last to open, although it was submitted last.
    expect(accounts.at(-1)).toBe('a')
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
      { createScorer, findPinnedState, recordEnd: async () => {}, onNews: () => {} } as never,
    )
    await runner.start()
    await pause(1)
    expect(turns).toBeLessThan(turnsMax)
    await runner.stop()
  })
})

const createScorer = async () => ({})
const findPinnedState = async () => ({})
