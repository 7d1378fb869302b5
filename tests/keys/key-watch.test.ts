import { setTimeout as pause } from 'node:timers/promises'
import type { Fault } from '@palate/core/fault.ts'
import { readConfig } from '@palate/server/config/config.ts'
import { createAccount } from '@palate/server/keys/accounts.ts'
import { KeyWatch, keyCheckEveryMs, keysPerReadMax } from '@palate/server/keys/key-watch.ts'
import { insertKey, revokeKey } from '@palate/server/keys/store.ts'
import { createIdSource } from '@palate/server/platform/ids.ts'
import { openStore } from '@palate/server/store/open.ts'
import { pino } from 'pino'
import { describe, expect, test } from 'vitest'
import { createHome, engines } from '../harness/service.ts'

describe.each(engines)('keys of responses in progress, on %s', (engine) => {
  test('are looked up in one query, however many there are, and only ended ones are notified', async () => {
    const home = await createHome(engine)
    const store = await openStore(readConfig(home.env))
    const clock = () => new Date()
    const newId = createIdSource(clock)
    await createAccount(store, { clock, newId }, 'watched')
    const { account_id: accountId } = await store.read
      .selectFrom('api_keys')
      .select('account_id')
      .executeTakeFirstOrThrow()
    const now = clock().toISOString()
    const unlimited = { keyName: 'Key', projects: null, scopes: null, expiresAt: null }
    const callers = Array.from({ length: keysPerReadMax + 2 }, () => ({ ...unlimited, accountId, keyId: newId('key') }))
    await store.write(async (db) => {
      for (const { keyId, ...rest } of callers) {
        await insertKey(db, {
          ...rest,
          projectId: null,
          id: keyId,
          name: keyId,
          prefix: keyId,
          hash: keyId,
          createdAt: now,
        })
      }
    })
    const ended: [string, string][] = []
    const watch = new KeyWatch({ store, clock, log: pino({ level: 'silent' }) })
    const stops = callers.map((caller) => watch.watch(caller, ({ code }: Fault) => ended.push([caller.keyId, code])))
    const last = callers.at(-1)?.keyId ?? ''
    const first = callers[0]?.keyId ?? ''
    // The first response ends before its key does.
    stops[0]?.()
    const revoker = { ...unlimited, accountId, keyId: 'key' }
    for (const id of [first, last]) await store.write((db) => revokeKey(db, revoker, id, now, now))
    await expect.poll(() => ended).toEqual([[last, 'revoked_api_key']])
    await pause(2 * keyCheckEveryMs)
    expect(ended).toHaveLength(1)
    for (const stop of stops) stop()
    await store.close()
    await home.remove()
  })
})
