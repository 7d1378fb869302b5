import { setImmediate as nextTurn } from 'node:timers/promises'
import { readConfig } from '@palate/server/config/config.ts'
import { openStore } from '@palate/server/store/open.ts'
import { yieldAfterMs } from '@palate/server/work/event-loop.ts'
import { expect, test } from 'vitest'
import { createHome } from '../harness/service.ts'

test('a long transaction on SQLite does not block other work of the process', async () => {
  const home = await createHome('sqlite')
  const store = await openStore(readConfig(home.env))
  let isOver = false
  let turns = 0
  const counting = (async () => {
    for (; !isOver; turns += 1) await nextTurn()
  })()
  const startedMs = performance.now()
  await store.write(async (db) => {
    for (let i = 0; performance.now() - startedMs < 20 * yieldAfterMs; i++) {
      await db
        .insertInto('projects')
        .values({ account_id: 'acc', id: `p${i}`, created_at: '' })
        .execute()
    }
  })
  isOver = true
  await counting
  // On a busy machine one statement may take longer than all others together, but not every statement.
  expect(turns).toBeGreaterThan(3)
  await store.close()
  await home.remove()
})
