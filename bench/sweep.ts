/**
 * Measures the sweep: how many expired rows it deletes in a second, of frames that were not scored for a long time, of
 * features and thumbnails that nothing needs, of frames of batches, deliveries and events, and what a light load beside it
 * notices.
 *
 *   npm run bench:sweep -- --engine sqlite|postgres|both [--only rows|accounts|partitions] [--rows 500000] [--kinds batch_frames,deliveries]
 *     [--accounts 10000]
 *
 * The target is five million rows of each kind in an hour. On PostgreSQL, two workers share the sweep. `accounts` measures
 * what accounts without requests cost at a start and in a sweep, which has to be nothing. `partitions` compares the
 * deletion of frames of batches with partitions that are dropped.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { readConfig } from '@palate/server/config/config.ts'
import { openStore } from '@palate/server/store/open.ts'
import type { Store } from '@palate/server/store/store.ts'
import { sql } from 'kysely'
import { type Client, createClient } from '../tests/harness/client.ts'
import { createHomeOn, type Engine, type Env, engines } from '../tests/harness/home.ts'
import { startPostgres } from '../tests/harness/postgres.ts'
import { pixel } from '../tests/properties/operation-requests.ts'
import { createProfile } from './harness/profile.ts'
import { percentile, printTable } from './harness/report.ts'
import { unlimited } from './harness/serve.ts'
import { expiredRows, fillStore, kinds } from './sweep/fill-store.ts'
import { measureAccounts } from './sweep/idle-accounts.ts'
import { measurePartitions } from './sweep/partitions.ts'
import { run, stop } from './sweep/processes.ts'

const idleMs = 20_000
const lookEveryMs = 200
/** Light: a list and a score of a known picture, ten times a second each. */
const requestEveryMs = 100
const targetRows = 5_000_000
const targetMs = 3_600_000

const { values } = parseArgs({
  options: {
    engine: { type: 'string', default: 'both' },
    only: { type: 'string' },
    rows: { type: 'string', default: '500000' },
    accounts: { type: 'string', default: '10000' },
    kinds: { type: 'string', default: '' },
  },
})
const rows = Number(values.rows)
const chosenKinds = kinds.filter((kind) => values.kinds === '' || values.kinds.split(',').includes(kind))
const chosen = engines.filter((engine) => values.engine === 'both' || values.engine === engine)
if (chosen.length === 0) throw new Error('--engine takes sqlite, postgres or both')
if (!(rows > 0)) throw new Error('--rows takes a number')

for (const engine of chosen) {
  if (values.only === undefined || values.only === 'rows') await measureOn(engine)
  if (values.only === undefined || values.only === 'accounts') await measureAccounts(engine, Number(values.accounts))
}
if (values.only === 'partitions') await measurePartitions(rows)

async function measureOn(engine: Engine): Promise<void> {
  const postgres = engine === 'postgres' ? await startPostgres() : undefined
  const home = await createHomeOn(postgres?.url)
  const env = { ...process.env, ...unlimited, ...home.env } as Env
  // Creates the first account.
  await stop(await run('api', env))
  await fillStore(home.env, rows, chosenKinds)
  const api = await run(postgres ? 'api' : 'both', env)
  const workers = postgres ? [await run('worker', env), await run('worker', env)] : [api]
  const store = await openStore(readConfig(home.env), { isSecondary: true })
  const client = createClient(
    api.address,
    readFileSync(join(home.env.PALATE_DATA_DIR ?? '', 'bootstrap-key'), 'utf8').trim(),
  )
  const load = await startLoad(client)
  await pause(idleMs)
  const idle = load.take()
  const started = performance.now()
  for (const { child } of workers) child.send('sweep')
  const ends = await untilEmpty(store, started)
  const beside = load.take()
  await load.stop()
  const totalMs = Math.max(...ends.values())
  const secondsForTarget = (totalMs / 1000) * (targetRows / rows)
  const latencies = ({ list, score }: Latencies) =>
    [list, score].map((times) => `${ms(percentile(times, 0.5))} / ${ms(percentile(times, 0.99))}`)
  const [idleList = '', idleScore = ''] = latencies(idle)
  const [besideList = '', besideScore = ''] = latencies(beside)
  printTable(`the sweep on ${engine}: ${rows} expired rows of each kind`, [
    ...chosenKinds.map((kind, i) => {
      const end = ends.get(kind) ?? 0
      const start = ends.get(chosenKinds[i - 1] ?? kind) ?? 0
      return {
        what: `${kind} gone after`,
        figure: `${(end / 1000).toFixed(1)} s (${rate(i === 0 ? end : end - start)} rows/s)`,
      }
    }),
    {
      what: 'five million of each kind would take',
      figure: `${(secondsForTarget / 60).toFixed(1)} min`,
      target: `≤ ${targetMs / 60_000} min`,
      met: secondsForTarget * 1000 <= targetMs,
    },
    { what: 'a list, p50 / p99, idle', figure: idleList },
    { what: 'a list, p50 / p99, beside the sweep', figure: besideList },
    { what: 'a score of a known picture, p50 / p99, idle', figure: idleScore },
    { what: 'a score of a known picture, p50 / p99, beside the sweep', figure: besideScore },
  ])
  await store.close()
  for (const one of new Set([...workers, api])) await stop(one)
  await home.remove()
  await postgres?.stop()
}

function rate(tookMs: number): string {
  return Math.round(rows / (tookMs / 1000)).toString()
}

function ms(value: number): string {
  return `${value.toFixed(1)} ms`
}

/** When each kind was gone. */
async function untilEmpty(store: Store, started: number): Promise<ReadonlyMap<string, number>> {
  const ends = new Map<string, number>()
  while (ends.size < chosenKinds.length) {
    for (const kind of chosenKinds) {
      if (ends.has(kind)) continue
      const [table, column, before] = expiredRows[kind]
      const left = await sql`select 1 from ${sql.table(table)} where account_id = (select id from accounts)
        and ${sql.ref(column)} < ${before} order by ${sql.ref(column)} desc limit 1`.execute(store.read)
      if (left.rows.length === 0) ends.set(kind, performance.now() - started)
    }
    await pause(lookEveryMs)
  }
  return ends
}

interface Latencies {
  readonly list: readonly number[]
  readonly score: readonly number[]
}

async function startLoad(client: Client) {
  const profileId = await createProfile(client)
  const body = { profile_id: profileId, frames: [{ id: 'f', url: pixel }], dimensions: ['brightness'] }
  const requests = {
    list: () => client.call('GET', '/v1/profiles'),
    score: () => client.call('POST', '/v1/score', { body }),
  }
  for (let i = 0; i < 50; i++) for (const send of Object.values(requests)) await send()
  const times = { list: [] as number[], score: [] as number[] }
  let isOver = false
  const loops = Object.entries(requests).map(async ([name, send]) => {
    while (!isOver) {
      const began = performance.now()
      const { status, text } = await send()
      if (status !== 200) throw new Error(text)
      times[name as keyof typeof times].push(performance.now() - began)
      await pause(Math.max(0, requestEveryMs - (performance.now() - began)))
    }
  })
  return {
    /** The times since the last call, sorted. */
    take(): Latencies {
      const [list, score] = [times.list.splice(0), times.score.splice(0)]
      return { list: list.toSorted((a, b) => a - b), score: score.toSorted((a, b) => a - b) }
    },
    async stop() {
      isOver = true
      await Promise.all(loops)
    },
  }
}
