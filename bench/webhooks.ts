import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:http'
import { fileURLToPath } from 'node:url'
import type { NewEvent } from '@palate/core/webhooks/events.ts'
import { readConfig } from '@palate/server/config.ts'
import { createIdSource } from '@palate/server/ids.ts'
import { openStore } from '@palate/server/store/open.ts'
import { createRecorder } from '@palate/server/webhooks/record.ts'
import { Pool } from 'undici'
import { createHomeOn, type Env } from '../tests/harness/home.ts'
import { startPostgres } from '../tests/harness/postgres.ts'
import { type Line, median, ms, printTable } from './harness/report.ts'
import { type Served, serve } from './harness/serve.ts'

/**
 * Deliveries to receivers on loopback, in a process of their own: how many a second, against a bare loop that posts
 * the same bodies with the same concurrency; how late; and what one dead endpoint among ten costs the other nine.
 */
const eventsInBacklog = 8000
const eventsPerEndpoint = 1000
const concurrency = 32
const profiles = 100
const lateEvents = 200
const lateEveryMs = 25

if (process.argv[2] === 'receive') await receive()
else await main()

async function main() {
  const postgres = await startPostgres()
  for (const server of [undefined, postgres.url]) await measure(server)
  await postgres.stop()
}

async function measure(server: string | undefined) {
  const receiver = await startReceiving()
  const rates: number[] = []
  const bare: number[] = []
  let bodies: readonly string[] = []
  // In turns, and the median of each, so that a machine that is busy with other things is busy for both.
  for (let round = 0; round < 3; round++) {
    const { rate, sent } = await deliverBacklog(server, receiver)
    rates.push(rate)
    bodies = sent
    bare.push(await postBare(receiver, bodies))
  }
  const late = await delays(server, receiver)
  const nines: { readonly well: number; readonly dead: number }[] = []
  for (let round = 0; round < 3; round++) {
    nines.push({ well: await nineOfTen(server, receiver, false), dead: await nineOfTen(server, receiver, true) })
  }
  const allWell = median(nines.map(({ well }) => well))
  const oneDead = median(nines.map(({ dead }) => dead))
  receiver.child.kill('SIGTERM')
  const ratio = median(rates) / median(bare)
  const keeps = oneDead / allWell
  const lines: readonly Line[] = [
    { what: `a backlog of ${eventsInBacklog} events to one endpoint`, figure: `${Math.round(median(rates))}/s` },
    { what: `a bare loop, ${concurrency} at a time, the same bodies`, figure: `${Math.round(median(bare))}/s` },
    { what: 'ratio', figure: ratio.toFixed(2), ...(server === undefined && { target: '≥ 0.4', met: ratio >= 0.4 }) },
    { what: 'from the acknowledged change to the receipt, p50', ...upTo(late.afterAnswer.p50, 50) },
    { what: 'the same, p99', ...upTo(late.afterAnswer.p99, 250) },
    { what: 'from the request of the change to the receipt, p50', figure: ms(late.afterRequest.p50) },
    { what: 'the same, p99', figure: ms(late.afterRequest.p99) },
    { what: 'nine endpoints beside a tenth that is well', figure: `${Math.round(allWell)}/s` },
    { what: 'nine endpoints beside a tenth that is dead', figure: `${Math.round(oneDead)}/s` },
    { what: 'ratio', figure: keeps.toFixed(2), target: '≥ 0.9', met: keeps >= 0.9 },
  ]
  printTable(`webhooks on ${server === undefined ? 'SQLite' : 'PostgreSQL'}`, lines)
}

function upTo(value: number, max: number) {
  return { figure: ms(value), target: `< ${max} ms`, met: value < max }
}

type Receiving = Awaited<ReturnType<typeof startReceiving>>

/** Events that were recorded while nobody delivered, and how fast a worker delivers them then. */
async function deliverBacklog(server: string | undefined, receiver: Receiving) {
  return withService(server, ['--no-worker'], async (service, env) => {
    await subscribe(service, receiver.url('/ok'))
    const sent = await recordEvents(env, 1, eventsInBacklog)
    await receiver.reset()
    const worker = spawnPalate(['worker'], env)
    const rate = await receiver.rateOf('/ok', eventsInBacklog)
    await end(worker)
    return { rate, sent }
  })
}

async function postBare(receiver: Receiving, bodies: readonly string[]): Promise<number> {
  await receiver.reset()
  const pool = new Pool(receiver.origin, { connections: concurrency })
  let sent = 0
  const loop = async () => {
    while (sent < eventsInBacklog) {
      sent += 1
      const body = bodies[sent % bodies.length] ?? ''
      const headers = { 'content-type': 'application/json' }
      const answer = await pool.request({ method: 'POST', path: '/ok', headers, body })
      await answer.body.dump()
    }
  }
  await Promise.all(Array.from({ length: concurrency }, loop))
  await pool.close()
  return receiver.rateOf('/ok', eventsInBacklog)
}

/** Changes one by one, at a pace that leaves room: how long after each its event arrives. */
async function delays(server: string | undefined, receiver: Receiving) {
  return withService(server, [], async (service) => {
    await subscribe(service, receiver.url('/ok'))
    const id = await createProfile(service)
    await receiver.reset()
    const asked: number[] = []
    const answered: number[] = []
    for (let i = 0; i < lateEvents; i++) {
      asked.push(Date.now())
      await service.call('PATCH', `/v1/profiles/${id}`, { body: { name: `late ${i}` } })
      answered.push(Date.now())
      await new Promise((resolve) => setTimeout(resolve, lateEveryMs))
    }
    const received = await receiver.times('/ok', lateEvents)
    const after = (since: readonly number[]) => {
      const sorted = received.map((at, i) => Math.max(0, at - (since[i] ?? 0))).toSorted((a, b) => a - b)
      return { p50: sorted[Math.floor(sorted.length * 0.5)] ?? 0, p99: sorted[Math.floor(sorted.length * 0.99)] ?? 0 }
    }
    return { afterAnswer: after(answered), afterRequest: after(asked) }
  })
}

/** How fast nine endpoints get what waits for them, beside a tenth that is well or that never answers. */
async function nineOfTen(server: string | undefined, receiver: Receiving, isDead: boolean): Promise<number> {
  return withService(server, ['--no-worker'], async (service, env) => {
    for (let i = 0; i < 9; i++) await subscribe(service, receiver.url(`/nine`))
    await subscribe(service, receiver.url(isDead ? '/dead' : '/ok'))
    await recordEvents(env, 10, eventsPerEndpoint)
    await receiver.reset()
    const worker = spawnPalate(['worker'], env)
    const rate = await receiver.rateOf('/nine', 9 * eventsPerEndpoint)
    await end(worker)
    return rate
  })
}

async function withService<Result>(
  server: string | undefined,
  options: readonly string[],
  work: (service: Served, env: Env) => Promise<Result>,
): Promise<Result> {
  const home = await createHomeOn(server)
  const env = { ...home.env, PALATE_ALLOW_PRIVATE_NETWORK: '127.0.0.0/8' }
  const service = await serve(env, options)
  const result = await work(service, env)
  await service.stop()
  await home.remove()
  return result
}

async function subscribe(service: Served, url: string): Promise<void> {
  const { status, text } = await service.call('POST', '/v1/webhooks', { body: { url, events: ['profile.updated'] } })
  if (status !== 201) throw new Error(text)
}

async function createProfile(service: Served): Promise<string> {
  const name = `bench ${Math.random()}`
  return (await service.call('POST', '/v1/profiles', { body: { projectId: 'bench', name } })).body.id
}

/** Events of many profiles, as a real day brings them, written as any part of the service writes them. */
async function recordEvents(env: Env, webhookCount: number, count: number): Promise<readonly string[]> {
  const store = await openStore(readConfig(env))
  const clock = () => new Date()
  const { record } = createRecorder({ store, newId: createIdSource(clock) }, () => {})
  const { account_id: accountId } = await store.read
    .selectFrom('webhooks')
    .select('account_id')
    .executeTakeFirstOrThrow()
  const profileIds = Array.from({ length: profiles }, (_, i) => `prof_${String(i).padStart(32, '0')}`)
  for (let i = 0; i < count; i += profiles) {
    const events = profileIds.map((profileId, k): NewEvent => {
      const updatedAt = clock().toISOString()
      const data = { profileId, name: `event ${i + k}`, changes: ['name' as const], updatedAt }
      return { type: 'profile.updated', projectId: 'bench', profileId, data }
    })
    await store.write((db) => record(db, accountId, events, clock().toISOString()))
  }
  const rows = await store.read.selectFrom('events').select('body').execute()
  const { made } = await store.read
    .selectFrom('deliveries')
    .select((eb) => eb.fn.countAll<number>().as('made'))
    .executeTakeFirstOrThrow()
  if (made !== webhookCount * count) throw new Error(`${made} deliveries, not ${webhookCount * count}`)
  await store.close()
  return rows.map(({ body }) => body)
}

function spawnPalate(args: readonly string[], env: Env): ChildProcess {
  const palate = fileURLToPath(new URL('../packages/cli/bin/palate.js', import.meta.url))
  return spawn(process.execPath, [palate, ...args], { env: { ...process.env, ...env }, stdio: 'ignore' })
}

async function end(child: ChildProcess): Promise<void> {
  const ended = once(child, 'exit')
  child.kill('SIGTERM')
  await ended
}

async function startReceiving() {
  const child = spawn(process.execPath, [fileURLToPath(import.meta.url), 'receive'], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const [line] = await once(child.stdout.setEncoding('utf8'), 'data')
  const origin = String(line).trim()
  const ask = async (path: string) => (await fetch(`${origin}${path}`)).json() as Promise<readonly number[]>
  const times = async (path: string, count: number): Promise<readonly number[]> => {
    for (;;) {
      const got = await ask(`/times${path}`)
      if (got.length >= count) return got
      await new Promise((resolve) => setTimeout(resolve, 50))
    }
  }
  return {
    child,
    origin,
    url: (path: string) => `${origin}${path}`,
    reset: () => ask('/reset'),
    times,
    /** Without the first and the last tenth: starting and stopping are not what is measured. */
    async rateOf(path: string, count: number): Promise<number> {
      const got = await times(path, count)
      const [from, to] = [Math.floor(count * 0.1), Math.floor(count * 0.9)]
      return ((to - from) * 1000) / Math.max(1, (got[to] ?? 0) - (got[from] ?? 0))
    },
  }
}

/** Notes when what came in; `/dead` never answers. */
async function receive() {
  const got = new Map<string, number[]>()
  const server = createServer((request, response) => {
    const path = request.url ?? ''
    if (path === '/reset') got.clear()
    if (request.method === 'GET') return response.end(JSON.stringify(got.get(path.replace('/times', '')) ?? []))
    request.resume().once('end', () => {
      const times = got.get(path) ?? []
      times.push(Date.now())
      got.set(path, times)
      if (path !== '/dead') response.writeHead(204).end()
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address !== null && typeof address === 'object') process.stdout.write(`http://127.0.0.1:${address.port}\n`)
  process.once('SIGTERM', () => process.exit(0))
}
