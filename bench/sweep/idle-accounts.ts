import { setTimeout as pause } from 'node:timers/promises'
import { slicesOf } from '@palate/core/generic/slices.ts'
import { readConfig } from '@palate/server/config/config.ts'
import { openStore } from '@palate/server/store/open.ts'
import { createHomeOn, type Engine, type Env } from '../../tests/harness/home.ts'
import { startPostgres } from '../../tests/harness/postgres.ts'
import { printTable } from '../harness/report.ts'
import { unlimited } from '../harness/serve.ts'
import { idlePrefix } from './idle-prefix.ts'
import { run, stop } from './processes.ts'

/** A sweep is over when no statement has named one of the accounts for this long. */
const quietMs = 5_000

/** Prints the time to a ready service, and the statements for accounts without requests, with and without such accounts. */
export async function measureAccounts(engine: Engine, accounts: number): Promise<void> {
  const [none, many] = [await measure(engine, 0), await measure(engine, accounts)]
  const both = (what: 'readyMs' | 'atStart' | 'perSweep', unit: string) =>
    `${none[what].toFixed(0)}${unit}, ${many[what].toFixed(0)}${unit}`
  printTable(`${accounts} accounts without requests on ${engine}: without them, with them`, [
    { what: 'ready after', figure: both('readyMs', ' ms') },
    { what: 'statements that name one, at the start', figure: both('atStart', '') },
    { what: 'statements that name one, in a sweep', figure: both('perSweep', '') },
  ])
}

async function measure(engine: Engine, accounts: number) {
  const postgres = engine === 'postgres' ? await startPostgres() : undefined
  const home = await createHomeOn(postgres?.url)
  const env = { ...process.env, ...unlimited, ...home.env } as Env
  await stop(await run('both', env))
  await insertAccounts(home.env, accounts)
  const started = performance.now()
  const service = await run('both', env)
  const readyMs = performance.now() - started
  let statements = 0
  service.child.on('message', (message) => {
    statements = (message as { readonly statements: number }).statements
  })
  const untilQuiet = async () => {
    for (let before = -1; before !== statements; ) {
      before = statements
      await pause(quietMs)
    }
    return statements
  }
  const atStart = await untilQuiet()
  service.child.send('sweep')
  const perSweep = (await untilQuiet()) - atStart
  await stop(service)
  await home.remove()
  await postgres?.stop()
  return { readyMs, atStart, perSweep }
}

async function insertAccounts(env: Env, accounts: number): Promise<void> {
  const store = await openStore(readConfig(env))
  const created_at = new Date().toISOString()
  const rows = Array.from({ length: accounts }, (_, i) => ({ id: `${idlePrefix}${i}`, name: `Idle ${i}`, created_at }))
  await store.write(async (db) => {
    for (const slice of slicesOf(rows, 1000))
      await db
        .insertInto('accounts')
        .values([...slice])
        .execute()
  })
  await store.close()
}
