import { UnfinishedBatches } from '@palate/server/batches/running/sweep.ts'
import { insertBatch } from '@palate/server/batches/storing/batch-store.ts'
import { readConfig } from '@palate/server/config/config.ts'
import { listDueAccounts } from '@palate/server/store/due-accounts.ts'
import { openStore } from '@palate/server/store/open.ts'
import type { Store } from '@palate/server/store/store.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createHome, engines, type Home } from '../harness/service.ts'

describe.each(engines)('the unfinished batches on %s', (engine) => {
  let home: Home
  let store: Store
  beforeAll(async () => {
    home = await createHome(engine)
    store = await openStore(readConfig(home.env))
    for (const [i, accountId] of ['acct_c', 'acct_a', 'acct_b'].entries()) {
      const names = { accountId, batchId: `batch_${i}`, projectId: 'p', profileId: 'prof', versionId: null, seed: null }
      const request = { dimensions: [], explain: false, metadata: {} }
      const createdAt = `2026-01-01T00:00:0${i}.000Z`
      await store.write((db) =>
        insertBatch(store, db, { ...names, total: 1, request, model: 'm', resultBytes: 100, createdAt }),
      )
    }
  })
  afterAll(async () => {
    await store.close()
    await home.remove()
  })

  const clock = () => new Date()
  const failed: string[] = []
  const listWith = (store: Store) =>
    new UnfinishedBatches({ store: store, clock }, (_, accountId) => failed.push(accountId))

  /** A store that cannot read the rows of an account. */
  function withoutAccount(accountId: string): Store {
    const read = store.read.withPlugin({
      transformQuery({ node }) {
        if (JSON.stringify(node).includes(accountId)) throw new Error('this account is broken')
        return node
      },
      transformResult: async ({ result }) => result,
    })
    return { ...store, read }
  }

  test('are those of all accounts, oldest first', async () => {
    const batches = await listWith(store).list()
    expect(batches.map(({ accountId }) => accountId)).toEqual(['acct_c', 'acct_a', 'acct_b'])
  })

  test('of an account that cannot be read are left out, and the failure is reported once', async () => {
    const unfinished = listWith(withoutAccount('acct_a'))
    for (let i = 0; i < 2; i++) {
      expect((await unfinished.list()).map(({ accountId }) => accountId)).toEqual(['acct_c', 'acct_b'])
    }
    expect(failed).toEqual(['acct_a'])
  })

  test('an account without batches is skipped', async () => {
    await store.write((db) => db.deleteFrom('batches').where('account_id', '=', 'acct_b').execute())
    await listWith(store).list()
    const due = await listDueAccounts(store.read, ['batches'])
    expect(due.map(({ accountId }) => accountId)).toEqual(['acct_a', 'acct_c'])
  })
})
