import { setTimeout as pause } from 'node:timers/promises'
import { readConfig } from '@palate/server/config/config.ts'
import { openStore } from '@palate/server/store/open.ts'
import type { Store } from '@palate/server/store/store.ts'
import { workForAccount } from '@palate/server/work/current-work.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createHome, engines, type Home } from '../harness/service.ts'

/** More than the store does at once. */
const many = 40

describe.each(engines)('the turns of accounts in front of the store on %s', (engine) => {
  let home: Home
  let store: Store
  /** Transactions at once. */
  const writesAtOnce = engine === 'sqlite' ? 1 : 7
  beforeAll(async () => {
    home = await createHome(engine)
    store = await openStore(readConfig(home.env))
  })
  afterAll(async () => {
    await store.close()
    await home.remove()
  })

  /** Transactions of different accounts that use every turn until the returned function is called. */
  async function blockWrites() {
    const gate = Promise.withResolvers<void>()
    let begun = 0
    const blocking = Array.from({ length: writesAtOnce }, (_, i) =>
      workForAccount(`blocking ${i}`, () =>
        store.write(async () => {
          begun += 1
          await gate.promise
        }),
      ),
    )
    await expect.poll(() => begun).toBe(writesAtOnce)
    return async () => {
      gate.resolve()
      await Promise.all(blocking)
    }
  }

  it('the next transaction is that of another account, however many one account has waiting', async () => {
    const end = await blockWrites()
    const order: string[] = []
    const note = (accountId: string) =>
      workForAccount(accountId, () =>
        store.write(async (db) => {
          await sql`select 1`.execute(db)
          order.push(accountId)
          await pause(1)
        }),
      )
    const writes = [...Array.from({ length: many }, () => note('many')), note('one')]
    await end()
    await Promise.all(writes)
    expect(order).toHaveLength(many + 1)
    // On PostgreSQL several begin at the same time.
    expect(order.indexOf('one')).toBeLessThanOrEqual(writesAtOnce)
  })

  it('a transaction whose client left before its turn never begins', async () => {
    const end = await blockWrites()
    const client = new AbortController()
    let isRun = false
    const write = store.write(
      async () => {
        isRun = true
      },
      { signal: client.signal },
    )
    client.abort(new Error('the client disconnected'))
    await expect(write).rejects.toThrow('the client disconnected')
    await end()
    expect(isRun).toBe(false)
  })

  it('a transaction may read outside of itself, also if all of them do, and others wait', async () => {
    const readInside = (accountId: string) =>
      workForAccount(accountId, () =>
        store.write(async (db) => {
          await sql`select 1`.execute(db)
          await Promise.all([1, 2].map(() => sql`select 2`.execute(store.read)))
          return accountId
        }),
      )
    const accounts = Array.from({ length: many }, (_, i) => (i % 4 === 0 ? `account ${i}` : 'many'))
    expect(await Promise.all(accounts.map(readInside))).toEqual(accounts)
  })

  it.runIf(engine === 'postgres')(
    'the next connection is for another account, however many statements wait',
    async () => {
      const gate = Promise.withResolvers<void>()
      let isLocked = false
      const locking = store.write(async (db) => {
        await sql`select pg_advisory_xact_lock(1)`.execute(db)
        isLocked = true
        await gate.promise
      })
      await expect.poll(() => isLocked).toBe(true)
      const order: string[] = []
      const note = (accountId: string) =>
        workForAccount(accountId, async () => {
          await sql`select pg_advisory_xact_lock_shared(1)`.execute(store.read)
          order.push(accountId)
        })
      const reads = [...Array.from({ length: many }, () => note('many')), note('one')]
      await pause(50)
      gate.resolve()
      await Promise.all([locking, ...reads])
      // Ten were sent before.
      expect(order.indexOf('one')).toBeLessThan(many / 2)
    },
  )
})
