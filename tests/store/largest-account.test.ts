import { readConfig } from '@palate/server/config/config.ts'
import { findLargestAccount } from '@palate/server/store/disk/account-bytes.ts'
import { openStore } from '@palate/server/store/open.ts'
import { expect, test } from 'vitest'
import { createHome, engines } from '../harness/service.ts'
import { noteStatements } from './note-statements.ts'

test.each(engines)('the largest account is found with one statement, however many there are, on %s', async (engine) => {
  const home = await createHome(engine)
  const store = await openStore(readConfig(home.env))
  expect(await findLargestAccount(store.read)).toBeUndefined()
  const ids = Array.from({ length: 50 }, (_, i) => `acct_${i}`)
  const created_at = new Date().toISOString()
  await store.write(async (db) => {
    await db
      .insertInto('accounts')
      .values(ids.map((id) => ({ id, name: `Name of ${id}`, created_at })))
      .execute()
    // Each counter of the largest is smaller than that of another one.
    const counters = ids.flatMap((account_id) => [0, 1, 2].map((slot) => ({ account_id, slot, bytes: 10 + slot })))
    const others = [
      { account_id: 'acct_7', slot: 3, bytes: 30 },
      { account_id: 'acct_7', slot: 4, bytes: 30 },
      { account_id: 'acct_8', slot: 3, bytes: 50 },
    ]
    await db
      .insertInto('account_bytes')
      .values([...counters, ...others])
      .execute()
  })
  let statements = 0
  const stopNoting = noteStatements(() => {
    statements += 1
  })
  const largest = await findLargestAccount(store.read)
  stopNoting()
  expect(largest).toEqual({ accountId: 'acct_7', name: 'Name of acct_7', bytes: 93 })
  expect(statements).toBe(1)
  await store.close()
  await home.remove()
})
