import { loadModule } from 'libpg-query'
import { beforeAll, expect, test } from 'vitest'
import { findUnpinned } from './pinned-accounts.ts'

const tables = new Set(['deliveries', 'webhooks', 'events'])
const unpinnedIn = (text: string, values: readonly unknown[] = ['a']) => findUnpinned({ text, values }, tables)

beforeAll(loadModule)

test.each([
  ['select 1'],
  ['select id from accounts'],
  ['select id from deliveries where account_id = $1'],
  ['select id from deliveries d where $1 = d.account_id and (d.tries > 0 or d.id is null)'],
  ['select id from deliveries where account_id = cast($1 as text)'],
  [
    `select 1 from deliveries join webhooks
      on webhooks.account_id = deliveries.account_id and webhooks.id = deliveries.webhook_id
      where deliveries.account_id = $1`,
  ],
  ['with waiting as (select 1 from events where account_id = $1) select 1 from waiting'],
  ['insert into events (id, account_id) values ($2, $1), ($2, $1)'],
  ['insert into events (account_id, id) select account_id, id from deliveries where account_id = $1'],
  ['delete from events where account_id = $1 and id in (select id from deliveries where account_id = $1)'],
  ['update events set id = $1 from (select 1 from deliveries where account_id = $1) x where events.account_id = $1'],
])('%s names its account', (text) => {
  expect(unpinnedIn(text)).toEqual([])
})

test.each([
  ['select id from deliveries', 'deliveries'],
  ['select id from deliveries where account_id > $1', 'deliveries'],
  ['select id from deliveries where account_id = $1 or id = $1', 'deliveries'],
  ['select id from deliveries where not (account_id = $1)', 'deliveries'],
  ['select id from deliveries where account_id in ($1, $1)', 'deliveries'],
  ['select id from deliveries where (account_id, id) in (values ($1, $1))', 'deliveries'],
  ['select 1 from deliveries d, webhooks w where d.account_id = $1 and w.id = d.webhook_id', 'webhooks'],
  ['select 1 from deliveries d where account_id = $1 and exists (select 1 from events)', 'events'],
  [
    `select 1 from deliveries d where account_id = $1 and exists (
      select 1 from events where events.account_id = d.account_id)`,
    'events',
  ],
  ['select 1 union all select 1 from events', 'events'],
  ['insert into events (account_id, id) select id, account_id from accounts', 'events'],
  ['update events set id = $1', 'events'],
  ['delete from events using webhooks w where events.account_id = $1', 'webhooks'],
])('%s does not pin %s', (text, table) => {
  expect(unpinnedIn(text)).toEqual([table])
})

test('all parameters of a statement must name the same account', () => {
  const text = 'insert into events (account_id) values ($1), ($2)'
  expect(unpinnedIn(text, ['a', 'a'])).toEqual([])
  expect(unpinnedIn(text, ['a', 'b'])).toEqual(['several accounts'])
})
