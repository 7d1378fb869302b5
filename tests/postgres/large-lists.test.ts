import { readConfig } from '@palate/server/config/config.ts'
import { listFrames } from '@palate/server/frames/frame-store.ts'
import { openStore } from '@palate/server/store/open.ts'
import type { Db } from '@palate/server/store/schema.ts'
import type { Store } from '@palate/server/store/store.ts'
import { listDeliveries } from '@palate/server/webhooks/deliveries/delivery-store.ts'
import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createHome, engines, type Home } from '../harness/service.ts'
import { recordStatements } from '../store/record-statements.ts'

const rows = 20_000
/** A page, and some. */
const rowsReadMax = 200

describe.runIf(engines.includes('postgres'))('of many rows, few are read by', () => {
  let home: Home
  let store: Store
  let client: pg.Client
  beforeAll(async () => {
    home = await createHome('postgres')
    store = await openStore(readConfig(home.env))
    client = new pg.Client({ connectionString: home.env.DATABASE_URL })
    await client.connect()
    for (const statement of fills) await sql.raw(statement).execute(store.read)
  })
  afterAll(async () => {
    await client.end()
    await store.close()
    await home.remove()
  })

  const deliveries = { projects: null, webhookId: 'hook' }
  const lists: Readonly<Record<string, SentBy>> = {
    'a list of frames with a tag': (db) => listFrames(db, 'acct', { projects: ['p'], tag: 'rare' }, undefined, 50),
    'a list of frames with a tag that none has': (db) =>
      listFrames(db, 'acct', { projects: null, tag: 'no' }, undefined, 50),
    'a list of pending deliveries': (db) => listDeliveries(db, 'acct', { ...deliveries, status: 'pending' }, 50),
    'a list of dead deliveries': (db) => listDeliveries(db, 'acct', { ...deliveries, status: 'dead' }, 50),
  }

  test.each(Object.entries(lists))('%s', async (_, list) => {
    const recording = recordStatements()
    const found = await list(store.read)
    recording.stop()
    const read: number[] = []
    for (const statement of recording.statements()) read.push(await rowsReadBy(statement))
    expect(found.length).toBeLessThan(3)
    expect(Math.max(...read)).toBeLessThan(rowsReadMax)
  })

  /** How many rows each step of a statement reads, with those that it leaves out, planned for any values. */
  async function rowsReadBy({ text, values }: { readonly text: string; readonly values: readonly unknown[] }) {
    if (!/^\s*(select|with) /i.test(text) || text.includes('set_config')) return 0
    await client.query('begin')
    await client.query('set local plan_cache_mode = force_generic_plan')
    await client.query(`prepare statement as ${text}`)
    const literals = values.map((value) => pg.escapeLiteral(String(value)))
    const call = literals.length === 0 ? 'statement' : `statement (${literals.join(', ')})`
    const explained = await client.query(`explain (analyze, format json) execute ${call}`)
    await client.query('rollback')
    await client.query('deallocate statement')
    return rowsIn(explained.rows[0]['QUERY PLAN'][0].Plan)
  }
})

type SentBy = (db: Db) => Promise<readonly unknown[]>

interface Plan {
  readonly 'Actual Rows': number
  readonly 'Actual Loops': number
  readonly 'Rows Removed by Filter'?: number
  readonly Plans?: readonly Plan[]
}

function rowsIn({ 'Actual Rows': rows, 'Actual Loops': loops, Plans = [], ...plan }: Plan): number {
  const own = (rows + (plan['Rows Removed by Filter'] ?? 0)) * loops
  return Plans.reduce((sum, inner) => sum + rowsIn(inner), own)
}

const time = '2026-01-01T00:00:00.000Z'
const fills = [
  `insert into frames (account_id, id, project_id, content_hash, content_type, width, height, bytes, created_at, tags)
    select 'acct', 'frm_' || lpad(n::text, 8, '0'), 'p', 'h' || n, 'image/png', 1, 1, 1, '${time}',
      case when n = 7 then E'\\nrare\\n' when n < 20 then E'\\nother\\n' else '' end from generate_series(1, ${rows}) n`,
  `insert into webhooks (account_id, id, url, events, status, created_at, updated_at, secret, failures_in_row)
    values ('acct', 'hook', 'https://receiver.test', '[]', 'enabled', '${time}', '${time}', '', 0)`,
  `insert into deliveries (account_id, id, webhook_id, event_id, event_type, stream, place, status, tries, due_at, created_at)
    select 'acct', 'dlv_' || lpad(n::text, 8, '0'), 'hook', 'evt_' || lpad(n::text, 8, '0'), 'profile.updated', '', n,
      case n when 3 then 'pending' when 4 then 'dead' else 'delivered' end, 1,
      case n when 3 then '${time}' end, '${time}' from generate_series(1, ${rows}) n`,
  'analyze',
]
