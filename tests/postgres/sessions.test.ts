import { readConfig } from '@palate/server/config/config.ts'
import { openPostgres } from '@palate/server/store/engines/postgres.ts'
import { openStore } from '@palate/server/store/open.ts'
import type { Db } from '@palate/server/store/schema.ts'
import type { Engine } from '@palate/server/store/store.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { createHome, engines, type Home } from '../harness/service.ts'
import { type PoolerProxy, startPoolerProxy } from './pooler-proxy.ts'

describe.skipIf(!engines.includes('postgres'))('behind a pooler', () => {
  let home: Home
  let proxy: PoolerProxy
  let engine: Engine
  beforeAll(async () => {
    home = await createHome('postgres')
    proxy = await startPoolerProxy(new URL(inject('postgresUrl')))
    engine = openPostgres(throughProxy())
  })
  afterAll(async () => {
    await engine.close()
    proxy.close()
    await home.remove()
  })

  function throughProxy(): string {
    const url = new URL(home.env.DATABASE_URL ?? '')
    url.port = String(proxy.port)
    return url.href
  }

  test('a session has no settings, because its backend serves other clients as well', async () => {
    expect(await timeoutsOf(engine.read)).toEqual({ lock: '0', idle: '0', statement: '0' })
  })

  test('a transaction has timeouts, which end with it', async () => {
    expect(await engine.write(timeoutsOf)).toEqual({ lock: '4s', idle: '8s', statement: '1min' })
    expect(await timeoutsOf(engine.read)).toEqual({ lock: '0', idle: '0', statement: '0' })
  })

  test('they are set in the round trip that begins the transaction', async () => {
    proxy.queries.length = 0
    await engine.write(async () => {})
    expect(proxy.queries).toEqual([
      "begin; set local lock_timeout = '4000ms'; set local idle_in_transaction_session_timeout = '8000ms'; set local statement_timeout = '60000ms'",
      'commit',
    ])
  })

  test('a failed transaction leaves nothing behind either', async () => {
    await expect(engine.write((db) => sql`select 1 / 0`.execute(db))).rejects.toThrow('division by zero')
    expect(await timeoutsOf(engine.read)).toEqual({ lock: '0', idle: '0', statement: '0' })
  })
})

describe.skipIf(!engines.includes('postgres'))('prepared statements', () => {
  let home: Home
  beforeAll(async () => {
    home = await createHome('postgres')
  })
  afterAll(() => home.remove())

  test('are named after their text, whatever was prepared before', async () => {
    const one = await namesAfter(['select 1 as one', 'select 2 as two'])
    const other = await namesAfter(['select 3 as three', 'select 2 as two'])
    expect(one.filter((name) => other.includes(name))).toHaveLength(1)
    expect(one.concat(other)).toSatisfy((names: string[]) => names.every((name) => /^palate_[0-9a-f]{32}$/.test(name)))
  })

  test('do not exist with PALATE_PG_PREPARED=off', async () => {
    expect(await namesAfter(['select 1 as one', 'select 2 as two'], { PALATE_PG_PREPARED: 'off' })).toEqual([])
  })

  /** Queries one after the other use the same connection. */
  async function namesAfter(texts: readonly string[], env = {}): Promise<readonly string[]> {
    const store = await openStore(readConfig({ ...home.env, ...env }), { isSecondary: true })
    try {
      for (const text of texts) await store.prepare(sql.raw(text).compile(store.read))()
      const { rows } = await sql<{ name: string }>`select name from pg_prepared_statements`.execute(store.read)
      return rows.map(({ name }) => name)
    } finally {
      await store.close()
    }
  }
})

async function timeoutsOf(db: Db): Promise<unknown> {
  const { rows } = await sql`select current_setting('lock_timeout') as lock,
    current_setting('idle_in_transaction_session_timeout') as idle,
    current_setting('statement_timeout') as statement`.execute(db)
  return rows[0]
}
