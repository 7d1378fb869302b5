/**
 * Measures webhook deliveries to receivers on the loopback: how many a second against a bare loop that posts the same
 * bodies with the same concurrency, how long after the change, and what one dead endpoint among ten costs the other nine.
 *
 *   npm run bench:webhooks
 */
import { startPostgres } from '../tests/harness/postgres.ts'
import { type Line, median, ms, printTable } from './harness/report.ts'
import { backlogEvents, concurrency, deliverBacklog, postBare } from './webhooks/backlog.ts'
import { rateOfNineEndpoints } from './webhooks/dead-endpoint.ts'
import { measureLatency } from './webhooks/latency.ts'
import { startReceiver } from './webhooks/receiver.ts'

const rounds = 3

const postgres = await startPostgres()
printTable('webhooks on SQLite', await measure(undefined))
printTable('webhooks on PostgreSQL', await measure(postgres.url))
await postgres.stop()

/** Alternates what it compares, so that changes in the machine's load affect both sides. */
async function measure(postgresUrl: string | undefined): Promise<readonly Line[]> {
  const receiver = await startReceiver()
  const backlog: { readonly palate: number; readonly bare: number }[] = []
  for (let round = 0; round < rounds; round++) {
    const { rate, bodies } = await deliverBacklog(postgresUrl, receiver)
    backlog.push({ palate: rate, bare: await postBare(receiver, bodies) })
  }
  const latency = await measureLatency(postgresUrl, receiver)
  const nine: { readonly healthy: number; readonly dead: number }[] = []
  for (let round = 0; round < rounds; round++) {
    nine.push({
      healthy: await rateOfNineEndpoints(postgresUrl, receiver, 'healthy'),
      dead: await rateOfNineEndpoints(postgresUrl, receiver, 'dead'),
    })
  }
  receiver.stop()
  const [rate, bare] = [median(backlog.map(({ palate }) => palate)), median(backlog.map((round) => round.bare))]
  const [healthy, dead] = [median(nine.map((round) => round.healthy)), median(nine.map((round) => round.dead))]
  const isSqlite = postgresUrl === undefined
  return [
    { what: `a backlog of ${backlogEvents} events to one endpoint`, figure: `${Math.round(rate)}/s` },
    { what: `a bare loop, ${concurrency} at a time, the same bodies`, figure: `${Math.round(bare)}/s` },
    { what: 'ratio', figure: (rate / bare).toFixed(2), ...(isSqlite && { target: '≥ 0.4', met: rate / bare >= 0.4 }) },
    { what: 'from the acknowledged change to the receipt, p50', ...under(latency.afterAnswer.p50, 50) },
    { what: '… p99', ...under(latency.afterAnswer.p99, 250) },
    { what: 'from the request of the change to the receipt, p50', figure: ms(latency.afterRequest.p50) },
    { what: '… p99', figure: ms(latency.afterRequest.p99) },
    { what: 'nine endpoints beside a healthy tenth', figure: `${Math.round(healthy)}/s` },
    { what: 'nine endpoints beside a dead tenth', figure: `${Math.round(dead)}/s` },
    { what: 'ratio', figure: (dead / healthy).toFixed(2), target: '≥ 0.9', met: dead / healthy >= 0.9 },
  ]
}

function under(value: number, max: number) {
  return { figure: ms(value), target: `< ${max} ms`, met: value < max }
}
