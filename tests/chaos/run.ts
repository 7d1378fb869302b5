import { parseArgs } from 'node:util'
import { createHomeOn, type Engine, engines } from '../harness/home.ts'
import { startPostgres } from '../harness/postgres.ts'
import { createProcesses } from '../harness/processes.ts'
import { failures } from './failures.ts'
import { killFirstStart } from './first-start.ts'
import type { Ledger } from './ledger.ts'
import { runRound } from './round.ts'
import { type Server, startServer } from './server.ts'
import { findViolations } from './violations.ts'

/**
 * Kills servers and PostgreSQL with `kill -9` and disturbs the networks between at random moments, and checks that
 * nothing acknowledged is lost.
 *
 *   npm run chaos -- [--rounds 20] [--engine sqlite|postgres|both] [--seed 1]
 */
const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '20' },
    engine: { type: 'string', default: 'both' },
    seed: { type: 'string', default: '1' },
  },
})
const rounds = Number(values.rounds)
const firstSeed = Number(values.seed)
const chosen = engines.filter((engine) => values.engine === 'both' || values.engine === engine)
if (chosen.length === 0 || !(rounds > 0) || Number.isNaN(firstSeed)) {
  throw new Error('takes --rounds N, --seed N and --engine sqlite|postgres|both')
}

const violationsShownMax = 20
const firstStartEvery = 5
let violations = 0
for (const engine of chosen) violations += await runRounds(engine)
process.exitCode = violations > 0 ? 1 : 0

async function runRounds(engine: Engine): Promise<number> {
  const postgres = engine === 'postgres' ? await startPostgres() : undefined
  const home = await createHomeOn(postgres?.url)
  const processes = createProcesses()
  const ledgers: Ledger[] = []
  let found = 0
  let server: Server | undefined
  for (let round = 1; round <= rounds; round++) {
    const seed = firstSeed + round
    const failure = failures[engine][round % failures[engine].length] ?? failures[engine][0]
    const result = await runRound({ env: home.env, processes, postgres, failure, seed, server })
    server = result.server
    ledgers.push(result.ledger)
    found += result.violations.length
    report(`${engine} round ${round} (seed ${seed}): ${failure.name}; ${countsOf([result.ledger])}`, result.violations)
    if (round % firstStartEvery !== 0) continue
    const empty = await createHomeOn(postgres?.url)
    const start = await killFirstStart(empty, processes, seed)
    // All processes are stopped.
    await server.kill()
    server = undefined
    await empty.remove()
    found += start.violations.length
    report(`${engine} first start killed after ${start.killedAfterMs} ms`, start.violations)
  }
  // Each round was checked at its end. Check all of them again: a later failure must not have damaged an earlier round.
  const last = server ?? (await startServer(processes, home.env))
  for (const ledger of ledgers) {
    const later = await findViolations(last.client, ledger)
    found += later.length
    if (later.length > 0) report(`${engine} at the end, ${ledger.project}`, later)
  }
  print(`${engine}: ${rounds} rounds, ${countsOf(ledgers)}, ${found} violations`)
  await processes.stopAll()
  await last.kill()
  await home.remove()
  await postgres?.stop()
  return found
}

function countsOf(ledgers: readonly Ledger[]): string {
  const sum = (name: keyof Ledger['counts']) => ledgers.reduce((total, { counts }) => total + counts[name], 0)
  return `${sum('acknowledged')} writes acknowledged, ${sum('refused')} refused, ${sum('unknown')} without an answer`
}

function report(what: string, wrong: readonly string[]): void {
  print(`${what}: ${wrong.length === 0 ? 'no violations' : 'VIOLATED'}`)
  for (const violation of new Set(wrong.slice(0, violationsShownMax))) print(`  ${violation}`)
}

function print(line: string): void {
  process.stdout.write(`${line}\n`)
}
