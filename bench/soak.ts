/**
 * Runs `palate serve` for a long time at a share of its maximum, under the mixed load of `npm run cluster`, on each
 * store. Prints the times of each operation, memory, handles and database size, and whether they stay flat. Linux only.
 *
 *   npm run soak -- [--minutes 10] [--engine sqlite|postgres|both] [--share 0.7] [--seed 1]
 */
import { setTimeout as pause } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { openReceiver } from '../demo/receiver.ts'
import { createHomeOn, type Engine, engines, type Home } from '../tests/harness/home.ts'
import { startPostgres } from '../tests/harness/postgres.ts'
import { printTable } from './harness/report.ts'
import { type Served, serve } from './harness/serve.ts'
import { createLedger } from './mixed-load/ledger.ts'
import { runAtRate, runUsers } from './mixed-load/run-load.ts'
import { findViolations } from './mixed-load/violations.ts'
import { describeSoak } from './soak/report.ts'
import { type Sample, takeSample } from './soak/sample.ts'

const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '10' },
    engine: { type: 'string', default: 'both' },
    share: { type: 'string', default: '0.7' },
    seed: { type: 'string', default: '1' },
  },
})
const [minutes, share, seed] = [values.minutes, values.share, values.seed].map(Number) as [number, number, number]
const chosen = engines.filter((engine) => values.engine === 'both' || values.engine === engine)
if (chosen.length === 0 || !(minutes > 0 && share > 0) || Number.isNaN(seed)) {
  throw new Error('takes --minutes N, --share N, --seed N and --engine sqlite|postgres|both')
}

/** The first is the warm-up. */
const samplesCount = 10
const users = 12
const warmUpMs = 5_000
const measureMs = 15_000

for (const engine of chosen) await soak(engine)

async function soak(engine: Engine): Promise<void> {
  const postgres = engine === 'postgres' ? await startPostgres() : undefined
  const home = await createHomeOn(postgres?.url)
  const served = await serve({ ...home.env, PALATE_ALLOW_PRIVATE_NETWORK: '127.0.0.0/8' })
  const receiver = await openReceiver()
  try {
    await served.call('POST', '/v1/webhooks', { body: { url: receiver.url, events: ['*'] } })
    const max = await findMaximum(served)
    const { samples, skipped, ledger } = await run(served, home, max * share)
    const found = await findViolations(served, ledger, receiver)
    printTable(`${engine}: ${minutes} minutes at ${share} of ${max.toFixed(0)} operations/s`, [
      ...describeSoak(ledger, samples),
      { what: 'operations that could not start', figure: String(skipped), target: 'none', met: skipped === 0 },
      { what: 'violations', figure: String(found.length), target: 'none', met: found.length === 0 },
    ])
    for (const one of found.slice(0, 20)) process.stdout.write(`  ${one}\n`)
    if (found.length > 0) process.exitCode = 1
  } finally {
    await receiver.close()
    await served.stop()
    await home.remove()
    await postgres?.stop()
  }
}

/** Operations per second if each user starts the next one at once. */
async function findMaximum(served: Served): Promise<number> {
  const measure = async (ms: number, part: number) => {
    const signal = AbortSignal.timeout(ms)
    return runUsers({ client: served, ledger: createLedger(), seed: seed + part, signal }, users)
  }
  await measure(warmUpMs, 1)
  const started = performance.now()
  const count = await measure(measureMs, 2)
  return (1000 * count) / (performance.now() - started)
}

async function run(served: Served, home: Home, operationsPerSecond: number) {
  const ledger = createLedger()
  const over = new AbortController()
  const load = runAtRate({ client: served, ledger, seed: seed + 3, signal: over.signal }, operationsPerSecond)
  const samples: Sample[] = [await takeSample(served, home, ledger)]
  for (let i = 0; i < samplesCount; i++) {
    await pause((minutes * 60_000) / samplesCount)
    samples.push(await takeSample(served, home, ledger))
  }
  over.abort()
  return { ledger, samples, skipped: await load }
}
