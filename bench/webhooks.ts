/**
 * Measures webhook deliveries to receivers on the loopback: deliveries per second compared with a bare loop that posts
 * the same bodies with the same concurrency, the latency after a change, and the effect of a dead endpoint on nine others.
 *
 *   npm run bench:webhooks -- [--engine sqlite|postgres|both] [--rounds 3] [--events 8000]
 *
 * `--events` is the size of the backlog, a multiple of 800; each of the ten endpoints then gets an eighth of it.
 */
import { parseArgs } from 'node:util'
import { type Engine, engines } from '../tests/harness/home.ts'
import { startPostgres } from '../tests/harness/postgres.ts'
import { type Line, median, ms, printTable } from './harness/report.ts'
import { concurrency, deliverBacklog, postBare } from './webhooks/backlog.ts'
import { rateOfNineEndpoints } from './webhooks/dead-endpoint.ts'
import { measureLatency } from './webhooks/latency.ts'
import { startReceiver } from './webhooks/receiver.ts'

const { values } = parseArgs({
  options: {
    engine: { type: 'string', default: 'both' },
    rounds: { type: 'string', default: '3' },
    events: { type: 'string', default: '8000' },
  },
})
const [rounds, events] = [Number(values.rounds), Number(values.events)]
const chosen = engines.filter((engine) => values.engine === 'both' || values.engine === engine)
if (chosen.length === 0) throw new Error('--engine takes sqlite, postgres or both')
if (!(events > 0 && events % 800 === 0)) throw new Error('--events takes a multiple of 800')

for (const engine of chosen) await measureOn(engine)

async function measureOn(engine: Engine): Promise<void> {
  const postgres = engine === 'postgres' ? await startPostgres() : undefined
  const name = postgres ? 'PostgreSQL' : 'SQLite'
  printTable(`webhooks on ${name} (medians of ${rounds} rounds)`, await measure(postgres?.url))
  await postgres?.stop()
}

/** Alternates the two sides, so that changes in the machine's load affect both. */
async function measure(postgresUrl: string | undefined): Promise<readonly Line[]> {
  const receiver = await startReceiver()
  const backlog: { readonly palate: number; readonly bare: number }[] = []
  for (let round = 0; round < rounds; round++) {
    const { rate, bodies } = await deliverBacklog(postgresUrl, receiver, events)
    backlog.push({ palate: rate, bare: await postBare(receiver, bodies) })
  }
  const latency = await measureLatency(postgresUrl, receiver)
  const nine: { readonly healthy: number; readonly dead: number }[] = []
  for (let round = 0; round < rounds; round++) {
    nine.push({
      healthy: await rateOfNineEndpoints(postgresUrl, receiver, { tenth: 'healthy', events: events / 8 }),
      dead: await rateOfNineEndpoints(postgresUrl, receiver, { tenth: 'dead', events: events / 8 }),
    })
  }
  receiver.stop()
  const [rate, bare] = [median(backlog.map(({ palate }) => palate)), median(backlog.map((round) => round.bare))]
  const [healthy, dead] = [median(nine.map((round) => round.healthy)), median(nine.map((round) => round.dead))]
  const isSqlite = postgresUrl === undefined
  return [
    { what: `a backlog of ${events} events to one endpoint`, figure: `${Math.round(rate)}/s` },
    { what: `a bare loop, ${concurrency} at a time, the same bodies`, figure: `${Math.round(bare)}/s` },
    { what: 'ratio', figure: (rate / bare).toFixed(2), ...(isSqlite && { target: '≥ 0.4', met: rate / bare >= 0.4 }) },
    { what: 'from the acknowledged change to the receipt, p50', ...under(latency.afterAnswer.p50, 50) },
    { what: '… p99', ...under(latency.afterAnswer.p99, 250) },
    { what: 'from the request of the change to the receipt, p50', figure: ms(latency.afterRequest.p50) },
    { what: '… p99', figure: ms(latency.afterRequest.p99) },
    { what: 'nine endpoints, the tenth healthy', figure: `${Math.round(healthy)}/s` },
    { what: 'nine endpoints, the tenth dead', figure: `${Math.round(dead)}/s` },
    { what: 'ratio', figure: (dead / healthy).toFixed(2), target: '≥ 0.9', met: dead / healthy >= 0.9 },
  ]
}

function under(value: number, max: number) {
  return { figure: ms(value), target: `< ${max} ms`, met: value < max }
}
