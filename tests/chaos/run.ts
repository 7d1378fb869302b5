import { parseArgs } from 'node:util'
import { createHomeOn, type Engine, engines } from '../harness/home.ts'
import { startPostgres } from '../harness/postgres.ts'
import { createProcesses } from '../harness/processes.ts'
import { killFirstStart } from './first-start.ts'
import { createLedger } from './ledger.ts'
import { runRound } from './round.ts'

/**
 * Kills servers with `kill -9` at random moments and checks that nothing acknowledged is lost.
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
let violations = 0
for (const engine of chosen) violations += await runRounds(engine)
process.exitCode = violations > 0 ? 1 : 0

async function runRounds(engine: Engine): Promise<number> {
  const postgres = engine === 'postgres' ? await startPostgres() : undefined
  const home = await createHomeOn(postgres?.url)
  const processes = createProcesses()
  const ledger = createLedger()
  let found = 0
  for (let round = 1; round <= rounds; round++) {
    const seed = firstSeed + round
    const servers = round % 3 === 0 ? 2 : 1
    const before = { ...ledger.counts }
    const result = await runRound({ env: home.env, processes, ledger, seed, servers })
    const empty = await createHomeOn(postgres?.url)
    const start = await killFirstStart(empty, processes, seed)
    await empty.remove()
    const wrong = [...result.violations, ...start.violations]
    found += wrong.length
    const { acknowledged, refused, unknown } = ledger.counts
    say(
      `${engine} round ${round} (seed ${seed}): ${servers === 2 ? 'one of two servers' : 'the server'} killed after ` +
        `${result.killedAfterMs} ms; ${acknowledged - before.acknowledged} writes acknowledged, ` +
        `${refused - before.refused} refused, ${unknown - before.unknown} without an answer; ` +
        `a first start killed after ${start.killedAfterMs} ms: ${wrong.length === 0 ? 'no violations' : 'VIOLATED'}`,
    )
    for (const violation of new Set(wrong.slice(0, violationsShownMax))) say(`  ${violation}`)
  }
  const { acknowledged, refused, unknown } = ledger.counts
  say(
    `${engine}: ${rounds} rounds, ${acknowledged} writes acknowledged, ${refused} refused, ${unknown} without an answer, ` +
      `${found} violations`,
  )
  await processes.stopAll()
  await home.remove()
  await postgres?.stop()
  return found
}

function say(line: string): void {
  process.stdout.write(`${line}\n`)
}
