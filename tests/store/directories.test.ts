import { readConfig } from '@palate/server/config/config.ts'
import { createAccount } from '@palate/server/keys/accounts.ts'
import { hashKey, newKey } from '@palate/server/keys/secret.ts'
import { createKeyFinder } from '@palate/server/keys/store.ts'
import { createIdSource } from '@palate/server/platform/ids.ts'
import { forgetDue, listDueAccounts, noteDue } from '@palate/server/store/due-accounts.ts'
import { openStore } from '@palate/server/store/open.ts'
import type { Store } from '@palate/server/store/store.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createHome, engines, type Home } from '../harness/service.ts'

const now = '2026-01-02T03:04:05.000Z'
const later = (seconds: number) => new Date(Date.parse(now) + seconds * 1000).toISOString()

describe.each(engines)('the directories on %s', (engine) => {
  let home: Home
  let store: Store
  let other: Store
  beforeAll(async () => {
    home = await createHome(engine)
    store = await openStore(readConfig(home.env))
    other = await openStore(readConfig(home.env))
  })
  afterAll(async () => {
    await store.close()
    await other.close()
    await home.remove()
  })

  describe('of accounts with work', () => {
    let accountId: string
    let accounts = 0
    beforeEach(() => {
      accounts += 1
      accountId = `acct_${accounts}`
    })

    const note = (at: string, by = store) => by.write((db) => noteDue(by, db, 'batches', accountId, at))
    const find = async () =>
      (await listDueAccounts(store.read, ['batches'])).find((account) => account.accountId === accountId)
    const forget = async (at: string) => {
      const found = await find()
      if (found) await forgetDue(store, found, at)
    }

    test('an account is kept for two minutes after its last work, and then removed if it has none left', async () => {
      await note(now)
      expect(await find()).toEqual({ kind: 'batches', accountId, until: later(120) })
      await forget(later(120))
      expect(await find()).toBeDefined()
      await forget(later(121))
      expect(await find()).toBeUndefined()
    })

    test('a transaction that relies on the row has a minute to commit: later ones renew it', async () => {
      await note(now)
      await note(later(59))
      await note(later(59), other)
      expect((await find())?.until).toBe(later(120))
      await note(later(61), other)
      expect((await find())?.until).toBe(later(181))
      await note(later(70))
      expect((await find())?.until).toBe(later(181))
    })

    test('a row that was renewed meanwhile is not removed', async () => {
      await note(now)
      const seen = await find()
      await note(later(200), other)
      if (seen) await forgetDue(store, seen, later(201))
      expect(await find()).toBeDefined()
    })

    test('a transaction that fails notes nothing', async () => {
      const failing = store.write(async (db) => {
        await noteDue(store, db, 'batches', accountId, now)
        throw new Error('rolled back')
      })
      await expect(failing).rejects.toThrow('rolled back')
      await note(now)
      expect(await find()).toBeDefined()
    })
  })

  describe('of keys', () => {
    const clock = () => new Date()

    test('a key that a process of an older version creates is found', async () => {
      const hash = hashKey(newKey())
      const row = { account_id: 'acct_old', id: 'key_old', name: 'k', prefix: 'p', created_at: now, usage_count: 0 }
      await store.write((db) =>
        db
          .insertInto('api_keys')
          .values({ ...row, hash })
          .execute(),
      )
      expect(await createKeyFinder(store)(hash)).toMatchObject({ accountId: 'acct_old', keyId: 'key_old' })
    })

    test('no two accounts have the same key', async () => {
      const key = (await createAccount(store, { clock, newId: createIdSource(clock) }, 'one')) ?? ''
      const entry = { hash: hashKey(key), account_id: 'acct_two' }
      const second = store.write((db) => db.insertInto('key_accounts').values(entry).execute())
      await expect(second).rejects.toSatisfy((error) => store.isUniqueViolation(error))
    })
  })
})
