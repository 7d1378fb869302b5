/**
 * Three API processes and two workers on one PostgreSQL behind a balancer, under a mixed load. Kills processes and
 * PostgreSQL at random moments, restarts everything in turn, and checks that nothing acknowledged is lost, each frame of
 * a batch has one result, each event was delivered and no revoked key works. Exits with 1 if something is violated.
 *
 *   npm run cluster -- [--seconds 120] [--measure-seconds 10] [--seed 1] [--users 12]
 */
import { setTimeout as pause } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { openReceiver } from '../demo/receiver.ts'
import { createRandom } from '../tests/chaos/random.ts'
import { startCluster } from './cluster/cluster.ts'
import { restartAll, strikeFor } from './cluster/faults.ts'
import { describeFault, unansweredBetween } from './cluster/report.ts'
import { type Line, printTable } from './harness/report.ts'
import { createLedger, type Ledger } from './mixed-load/ledger.ts'
import { runUsers } from './mixed-load/run-load.ts'
import { findViolations } from './mixed-load/violations.ts'

const { values } = parseArgs({
  options: {
    seconds: { type: 'string', default: '120' },
    'measure-seconds': { type: 'string', default: '10' },
    seed: { type: 'string', default: '1' },
    users: { type: 'string', default: '12' },
  },
})
const [seconds, seed, users] = [values.seconds, values.seed, values.users].map(Number) as [number, number, number]
const measureMs = Number(values['measure-seconds']) * 1000
if (!(seconds > 0 && users > 0 && measureMs > 0) || Number.isNaN(seed)) {
  throw new Error('takes --seconds N, --measure-seconds N, --seed N and --users N')
}

const processesMax = 3
const workers = 2
const warmUpMs = 2_000
const violationsShownMax = 20

const cluster = await startCluster()
const receiver = await openReceiver()
for (const signal of ['SIGINT', 'SIGTERM'])
  process.once(signal, () => void cluster.close().finally(() => process.exit(1)))
try {
  process.exitCode = (await run()) === 0 ? 0 : 1
} finally {
  await receiver.close()
  await cluster.close()
}

async function run(): Promise<number> {
  const ledger = createLedger()
  const over = new AbortController()
  await cluster.add('api')
  for (let i = 0; i < workers; i++) await cluster.add('worker')
  await subscribe()
  const load = runUsers({ client: cluster.client, ledger, seed, signal: over.signal }, users)

  const lines: Line[] = []
  // At once, because a run takes minutes.
  const note = (...more: readonly Line[]) => {
    for (const { what, figure } of more) process.stdout.write(`${what}: ${figure}\n`)
    lines.push(...more)
  }
  for (let processes = 1; processes <= processesMax; processes++) {
    if (processes > 1) await cluster.add('api')
    note({ what: `API processes: ${processes}`, figure: `${await measureRate(ledger)} requests/s` })
  }
  const faults = await strikeFor(cluster, createRandom(seed), seconds)
  await pause(warmUpMs)
  const nextMs = (i: number) => faults[i + 1]?.atMs ?? performance.now()
  note(...faults.map((fault, i) => describeFault(ledger, fault, nextMs(i))))
  const { codes, ...restart } = await restartAll(cluster)
  const failed = unansweredBetween(ledger, restart.atMs, restart.readyMs).length
  note({ ...describeFault(ledger, restart, restart.readyMs), target: 'no failed request', met: failed === 0 })
  over.abort()
  await load

  const found = [
    ...codes.filter((code) => code !== 0).map((code) => `a process ended with ${code} at SIGTERM`),
    ...(failed === 0 ? [] : [`${failed} requests failed during the rolling restart`]),
    ...(await findViolations(cluster.client, ledger, receiver)),
  ]
  note({ what: 'acknowledged', figure: countsOf(ledger) })
  note({ what: 'violations', figure: String(found.length), target: 'none', met: found.length === 0 })
  printTable(`${processesMax} API processes and ${workers} workers, ${users} users, seed ${seed}`, lines)
  for (const one of found.slice(0, violationsShownMax)) process.stdout.write(`  ${one}\n`)
  return found.length
}

async function subscribe(): Promise<void> {
  const body = { url: receiver.url, events: ['*'] }
  const { status, text } = await cluster.client.call('POST', '/v1/webhooks', { body })
  if (status !== 201) throw new Error(text)
}

async function measureRate({ answers }: Ledger): Promise<string> {
  await pause(warmUpMs)
  const before = answers.length
  await pause(measureMs)
  return ((answers.length - before) / (measureMs / 1000)).toFixed(0)
}

function countsOf({ profiles, versions, annotations, frames, batches, revokedKeys }: Ledger): string {
  const batched = [...batches.values()].reduce((sum, total) => sum + total, 0)
  return [
    `${profiles.size} profiles`,
    `${versions.length} commits`,
    `${annotations.length} annotations`,
    `${frames.size} frames`,
    `${batches.size} batches of ${batched} frames`,
    `${revokedKeys.length} revocations`,
  ].join(', ')
}
