/**
 * Kills the primary of a PostgreSQL with one synchronous replica again and again, under the mixed load of two Palate
 * processes, and checks that nothing acknowledged is lost. Needs `patroni`, `etcd`, `haproxy` and PostgreSQL's programs,
 * and root, to run PostgreSQL as the user `postgres`. Everything runs on loopback, with the files in deploy/patroni.
 *
 *   node bench/failover.ts [--times 20] [--seed 1] [--bin-dir /usr/lib/postgresql/15/bin]
 */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { chmodSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { openReceiver } from '../demo/receiver.ts'
import { createClient } from '../tests/harness/client.ts'
import { freePort } from '../tests/harness/free-port.ts'
import { createFolder } from '../tests/harness/temporary-folder.ts'
import { startBalancer } from '../tests/running/balancer.ts'
import { createNode, type Node, password, type Role, type SystemUser } from './failover/node.ts'
import { printTable } from './harness/report.ts'
import { serve } from './harness/serve.ts'
import { createLedger } from './mixed-load/ledger.ts'
import { runUsers } from './mixed-load/run-load.ts'
import { findViolations } from './mixed-load/violations.ts'

const { values } = parseArgs({
  options: {
    times: { type: 'string', default: '20' },
    seed: { type: 'string', default: '1' },
    'bin-dir': { type: 'string', default: '/usr/lib/postgresql/15/bin' },
  },
})
const times = Number(values.times)
const seed = Number(values.seed)
const users = 4
const roleMsMax = 120_000
const haproxyFile = fileURLToPath(new URL('../deploy/patroni/haproxy.cfg', import.meta.url))

const children: ChildProcess[] = []
const folder = createFolder('failover')
chmodSync(folder, 0o755)
const etcd = await startEtcd()
const options = { folder, etcd, user: systemUser('postgres'), binDir: values['bin-dir'] }
const nodes = [await createNode('one', options), await createNode('two', options)] as const
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => void cleanUp().finally(() => process.exit(1)))
try {
  process.exitCode = (await run()) === 0 ? 0 : 1
} finally {
  await cleanUp()
}

async function cleanUp(): Promise<void> {
  for (const child of children) child.kill('SIGKILL')
  for (const node of nodes) await node.kill().catch(() => {})
  rmSync(folder, { recursive: true, force: true })
}

async function run(): Promise<number> {
  for (const node of nodes) node.start()
  await untilRoles(['primary', 'sync_standby'])
  const databasePort = await startHaproxy()
  const env = {
    PALATE_DATA_DIR: join(folder, 'palate'),
    PALATE_PORT: '0',
    PALATE_SCORING_THREADS: '1',
    PALATE_ALLOW_PRIVATE_NETWORK: '127.0.0.0/8',
    PALATE_WEBHOOK_RETRY_MS: '500,1000,2000,5000,10000,20000',
    DATABASE_URL: `postgres://postgres:${password}@127.0.0.1:${databasePort}/postgres`,
  }
  const balancer = await startBalancer()
  const receiver = await openReceiver()
  const processes = [await serve(env), await serve(env)]
  children.push(...processes.map(({ child }) => child))
  for (const { url } of processes) balancer.add(url)
  const client = createClient(balancer.url, processes[0]?.key ?? '')
  while (!processes.every(({ url }) => balancer.isReady(url))) await pause(50)
  await client.call('POST', '/v1/webhooks', { body: { url: receiver.url, events: ['*'] } })

  const ledger = createLedger()
  const over = new AbortController()
  const load = runUsers({ client, ledger, seed, signal: over.signal }, users)
  const outages: number[] = []
  for (let i = 0; i < times; i++) {
    outages.push(await failOver(ledger))
    process.stdout.write(`fail-over ${i + 1}: writes went on after ${(outages.at(-1) ?? 0).toFixed(1)} s\n`)
  }
  over.abort()
  await load
  const found = await findViolations(client, ledger, receiver)
  const { profiles, versions, annotations, frames } = ledger
  const writes = profiles.size + versions.length + annotations.length + frames.size
  const sorted = outages.toSorted((a, b) => a - b).map((seconds) => seconds.toFixed(1))
  printTable(`${times} fail-overs`, [
    { what: 'acknowledged writes', figure: String(writes) },
    { what: 'writes went on after', figure: `${sorted[0]} to ${sorted.at(-1)} s` },
    { what: 'violations', figure: String(found.length), target: 'none', met: found.length === 0 },
  ])
  for (const one of found.slice(0, 20)) process.stdout.write(`  ${one}\n`)
  for (const one of processes) await one.stop()
  await receiver.close()
  balancer.stop()
  return found.length
}

/** Kills the primary, and starts it again once the other node has taken over. Returns how long no write succeeded. */
async function failOver({ profiles }: ReturnType<typeof createLedger>): Promise<number> {
  await pause(2_000)
  const primary = await nodeWithRole('primary')
  await primary.kill()
  const killedMs = performance.now()
  for (const before = profiles.size; profiles.size === before; ) await pause(20)
  const outage = (performance.now() - killedMs) / 1000
  primary.start()
  await untilRoles(['primary', 'sync_standby'])
  return outage
}

async function nodeWithRole(role: Role): Promise<Node> {
  for (const node of nodes) if ((await node.role()) === role) return node
  throw new Error(`no node is ${role}`)
}

/** Whichever node has them. */
async function untilRoles(wanted: readonly Role[]): Promise<void> {
  for (let waitedMs = 0; ; waitedMs += 200) {
    const roles = await Promise.all(nodes.map((node) => node.role()))
    if (wanted.every((role) => roles.includes(role))) return
    if (waitedMs > roleMsMax) throw new Error(`the nodes are ${roles.join(' and ')}`)
    await pause(200)
  }
}

async function startEtcd(): Promise<string> {
  const [client, peer] = [await freePort(), await freePort()]
  const url = (port: number) => `http://127.0.0.1:${port}`
  const args = [
    ...['--data-dir', join(folder, 'etcd'), '--log-level', 'error'],
    ...['--listen-client-urls', url(client), '--advertise-client-urls', url(client)],
    ...['--listen-peer-urls', url(peer), '--initial-advertise-peer-urls', url(peer)],
    ...['--initial-cluster', `default=${url(peer)}`],
  ]
  children.push(spawn('etcd', args, { stdio: 'ignore' }))
  return `127.0.0.1:${client}`
}

async function startHaproxy(): Promise<number> {
  const port = await freePort()
  const [one, two] = nodes
  const env = {
    LISTEN: `127.0.0.1:${port}`,
    ...{ NODE_ONE: `127.0.0.1:${one.port}`, CHECK_ONE: String(one.apiPort) },
    ...{ NODE_TWO: `127.0.0.1:${two.port}`, CHECK_TWO: String(two.apiPort) },
  }
  children.push(spawn('haproxy', ['-db', '-f', haproxyFile], { env: { ...process.env, ...env }, stdio: 'ignore' }))
  await pause(3_000)
  return port
}

function systemUser(name: string): SystemUser {
  const idOf = (flag: string) => Number(execFileSync('id', [flag, name], { encoding: 'utf8' }))
  return { uid: idOf('-u'), gid: idOf('-g') }
}
