import { FailingBatches, ResultBuffer } from '@palate/server/batches/running/result-buffer.ts'
import type { BatchKey } from '@palate/server/batches/storing/batch-store.ts'
import { readConfig } from '@palate/server/config/config.ts'
import { createMetrics } from '@palate/server/platform/metrics.ts'
import type { Services } from '@palate/server/services.ts'
import { openStore } from '@palate/server/store/open.ts'
import { pino } from 'pino'
import { describe, expect, test } from 'vitest'
import { createHome, engines } from '../harness/service.ts'

describe.each(engines)('results waiting to be stored, on %s', (engine) => {
  test('a stop waits for results being stored, and then stores those that arrived meanwhile', async () => {
    const home = await createHome(engine)
    const store = await openStore(readConfig(home.env))
    const { promise: held, resolve: release } = Promise.withResolvers<void>()
    let writes = 0
    const slow: Services['store'] = {
      ...store,
      async write(work, options) {
        writes += 1
        await held
        return store.write(work, options)
      },
    }
    const clock = () => new Date()
    const services = { store: slow, clock, metrics: createMetrics(), log: pino({ level: 'silent' }) } as Services
    const saved: number[] = []
    const buffer = new ResultBuffer({
      services,
      owner: 'me',
      leaseMs: 10_000,
      recordEnd: async () => {},
      failing: new FailingBatches(services),
      onSaved: () => saved.push(writes),
    })
    const key: BatchKey = { accountId: 'acct_1', batchId: 'bat_1' }
    const result = { kind: 'returned', index: 0, attempts: 0, workersLost: 0, dueMs: 0 } as never
    buffer.add(key, result)
    buffer.flushIfDue(true)
    expect(writes).toBe(1)
    buffer.add(key, result)
    const flushed = buffer.flush()
    release()
    await flushed
    expect(saved).toEqual([1, 2])
    expect(buffer.batches).toEqual([])
    await store.close()
    await home.remove()
  })
})
