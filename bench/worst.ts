/**
 * Sends the worst valid requests of each operation to a separate service, and measures how long each blocks the
 * event loop: how long every other request waits for it.
 *
 *   npm run bench:worst -- [--engine sqlite|postgres|both] [--only updateProfile,listKeys]
 *
 * With `--only beside-large`, measures instead how long another account waits during six of the largest commits. With
 * `--only attacks`, how long it waits while one key uses 200 connections, or holds more than there are; `--attack`
 * chooses those whose name contains a text.
 */
import { setTimeout as pause } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import type { Route } from '@palate/core/route.ts'
import { type OperationId, routes } from '@palate/core/routes.ts'
import { createHomeOn, type Engine, type Env, engines } from '../tests/harness/home.ts'
import { startPostgres } from '../tests/harness/postgres.ts'
import { type Line, ms, printTable, timed } from './harness/report.ts'
import { measureAttacks } from './worst/beside-attacks.ts'
import { measureBesideLarge } from './worst/beside-large.ts'
import { fillStore } from './worst/fixture.ts'
import { type Prepare, type Worst, worstRequests } from './worst/requests.ts'
import { type Hold, serveWithHolds } from './worst/service.ts'

const holdMsMax = 50
/** For work that continues after the response, such as deliveries. */
const settleMs = 100

const { values } = parseArgs({
  options: {
    engine: { type: 'string', default: 'both' },
    only: { type: 'string', default: '' },
    attack: { type: 'string', default: '' },
  },
})
const chosen = engines.filter((engine) => values.engine === 'both' || values.engine === engine)
const operations = (Object.keys(routes) as OperationId[]).filter(
  (id) => values.only === '' || values.only.split(',').includes(id),
)
if (chosen.length === 0) throw new Error('--engine takes sqlite, postgres or both')

const others: Readonly<Record<string, readonly [what: string, measure: (env: Env) => Promise<readonly Line[]>]>> = {
  'beside-large': ['during six of the largest commits', measureBesideLarge],
  attacks: ['beside one key that attacks', (env) => measureAttacks(env, values.attack)],
}
const [what, measure] = others[values.only] ?? ['the longest hold of the event loop', measureHolds]
for (const engine of chosen) printTable(`${engine}: ${what}`, await withHome(engine, measure))

async function withHome(engine: Engine, measure: (env: Env) => Promise<readonly Line[]>): Promise<readonly Line[]> {
  const postgres = engine === 'postgres' ? await startPostgres() : undefined
  const home = await createHomeOn(postgres?.url)
  try {
    return await measure(home.env)
  } finally {
    await home.remove()
    await postgres?.stop()
  }
}

async function measureHolds(env: Env): Promise<readonly Line[]> {
  const served = await serveWithHolds(env)
  try {
    const fixture = await fillStore(served, env)
    await pause(1000)
    const run = async (id: OperationId, prepare: Prepare) => {
      const request = await prepare(served, fixture)
      await pause(settleMs)
      await served.readHold()
      let status = 0
      const tookMs = await timed(async () => {
        status = (await served.call(routes[id].method, pathOf(routes[id], request), request)).status
      })
      await pause(settleMs)
      return { hold: await served.readHold(), tookMs, status }
    }
    const idle = await run('health', () => ({}))
    const lines: Line[] = [lineOf('GET /healthz, idle', idle, idle.tookMs)]
    for (const id of operations) {
      for (const [name, prepare] of Object.entries(worstRequests[id])) {
        const line = lineOf(`${id}: ${name}`, await run(id, prepare), idle.tookMs)
        if (!line.met) process.stderr.write(`${line.what}: ${line.figure}\n`)
        lines.push(line)
      }
    }
    return lines
  } finally {
    await served.stop()
  }
}

function lineOf(
  what: string,
  { hold, tookMs, status }: { readonly hold: Hold; readonly tookMs: number; readonly status: number },
  idleMs: number,
): Line {
  const answer = `${status} after ${ms(tookMs)} (${(tookMs / idleMs).toFixed(0)}×)`
  return {
    what,
    figure: `held ${ms(hold.wallMs)}, processor ${ms(hold.processorMs)}, ${answer}`,
    target: `${holdMsMax} ms`,
    met: hold.processorMs <= holdMsMax,
  }
}

function pathOf({ path }: Route, { params = {}, query }: Worst): string {
  const filled = path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? ''))
  return query === undefined ? filled : `${filled}?${query}`
}
