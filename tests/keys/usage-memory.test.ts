import { readConfig } from '@palate/server/config/config.ts'
import { keysPerWriteMax, UsageMeter } from '@palate/server/keys/usage.ts'
import { openStore } from '@palate/server/store/open.ts'
import type { Store } from '@palate/server/store/store.ts'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { turnsDuring } from '../harness/event-loop.ts'
import { createHome, type Home } from '../harness/service.ts'
import { insertTestKey } from './insert-test-key.ts'

const minuteMs = 60_000

describe('request counts in memory', () => {
  let home: Home
  let store: Store
  let nowMs: number
  let meter: UsageMeter
  let writes: number
  beforeEach(async () => {
    home = await createHome('sqlite')
    store = await openStore(readConfig(home.env))
    nowMs = 1_000_000 * minuteMs
    writes = 0
    const write: Store['write'] = (work) => {
      writes += 1
      return store.write(work)
    }
    meter = new UsageMeter({ store: { ...store, write }, clock: () => new Date(nowMs) }, () => {})
  })
  afterEach(async () => {
    await meter.close()
    await store.close()
    await home.remove()
  })

  /** Counts of keys that the store does not have are not stored. */
  const insertKeys = async (ids: readonly number[]) => {
    for (const id of ids) await insertTestKey(store, 'acct', `key_${id}`)
  }
  const count = (key: number) => meter.count({ accountId: 'acct', keyId: `key_${key}`, projects: null } as never, nowMs)

  test('a key stays in memory only during its minute, even while others are used', async () => {
    for (let minute = 0; minute < 3; minute++) {
      for (let key = 0; key < 50; key++) count(100 * minute + key)
      await meter.flush()
      nowMs += minuteMs
      count(-1)
      await meter.flush()
      expect(meter.keyCount).toBe(1)
    }
  })

  test('within its minute a key keeps its count', async () => {
    expect([count(1), count(1)]).toEqual([1, 2])
    await meter.flush()
    expect(count(1)).toBe(3)
    nowMs += minuteMs
    expect(count(1)).toBe(1)
  })

  test('requests before and after midnight are counted on their own days, even if stored together', async () => {
    nowMs = Date.UTC(2026, 0, 31, 23, 59, 59)
    await insertKeys([1])
    count(1)
    count(1)
    nowMs += 1000
    count(1)
    await meter.flush()
    count(1)
    await meter.flush()
    await meter.flush()
    const days = await store.read.selectFrom('key_usage_days').selectAll().orderBy('date').execute()
    expect(days).toEqual([
      { account_id: 'acct', key_id: 'key_1', date: '2026-01-31', requests: 2 },
      { account_id: 'acct', key_id: 'key_1', date: '2026-02-01', requests: 2 },
    ])
  })

  test('counts of a key that was deleted with its account are not stored', async () => {
    expect([count(1), count(1)]).toEqual([1, 2])
    await meter.flush()
    expect(count(1)).toBe(3)
    await meter.flush()
    expect(count(1)).toBe(4)
    for (const table of ['key_usage_days', 'key_minutes'] as const) {
      expect(await store.read.selectFrom(table).selectAll().execute()).toEqual([])
    }
  })

  test('many keys are stored in several transactions, and the event loop runs in between', async () => {
    const keys = Array.from({ length: 3 * keysPerWriteMax }, (_, key) => key)
    await insertKeys(keys)
    for (const key of keys) count(key)
    const turns = await turnsDuring(() => meter.flush())
    expect(writes).toBe(3)
    expect(turns).toBeGreaterThanOrEqual(2)
    const { sum } = await store.read
      .selectFrom('key_minutes')
      .select((eb) => eb.fn.sum<number>('requests').as('sum'))
      .executeTakeFirstOrThrow()
    expect(Number(sum)).toBe(3 * keysPerWriteMax)
  })
})
