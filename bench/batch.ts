import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { availableParallelism } from 'node:os'
import { setTimeout as pause } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { createHomeOn } from '../tests/harness/home.ts'
import { startPostgres } from '../tests/harness/postgres.ts'
import { type BatchRun, runBatch } from './batch/client.ts'
import { type Line, median, ms, printTable } from './harness/report.ts'
import { processorMs, residentMb, type Served, serve, work } from './harness/serve.ts'
import { createScoreClient } from './score/client.ts'
import { at, type Cost, openScoreStage } from './score/fixture.ts'

/** `npm run bench:batch -- [--frames 10000] [--distinct 1000] [--rounds 3] [--only alone|beside|two]` */
const { values } = parseArgs({
  options: {
    frames: { type: 'string', default: '10000' },
    distinct: { type: 'string', default: '1000' },
    rounds: { type: 'string', default: '3' },
    only: { type: 'string', default: '' },
  },
})
const frames = Number(values.frames)
const distinct = Number(values.distinct)
const rounds = Number(values.rounds)
const threads = availableParallelism()
const idleMs = 3000

const stage = await openScoreStage()
const { hostUrl, env } = stage
let lastNumber = 0
try {
  const measures = { alone: measureAlone, beside: measureBeside, two: measureTwo }
  for (const [name, measure] of Object.entries(measures)) {
    if (values.only === '' || values.only === name) await measure()
  }
} finally {
  await stage.close()
}

interface Alone {
  readonly bare: Cost
  readonly batch: Cost
  readonly firstMs: number
  readonly aboveIdleMb: number
  readonly delayMs: number
}

/** A batch by itself, between two runs of the bare loop over as many distinct pictures. */
async function measureAlone(): Promise<void> {
  const served = await stage.serve()
  const profileId = await createProfile(served)
  await runBatch(served, profileId, newUrls(20, 20))
  await pause(idleMs)
  const idleMb = residentMb(served.child)
  const results: Alone[] = []
  for (let round = 0; round < rounds; round++) {
    const before = await stage.bareRun({ frames: distinct, threads })
    await stage.readDelay(served)
    const used = processorMs(served.child)
    const run = await watchMemory(served, runBatch(served, profileId, newUrls(frames, distinct)))
    const batch = { seconds: run.seconds, processorSeconds: (processorMs(served.child) - used) / 1000 }
    const delayMs = (await stage.readDelay(served)).p99
    const bareCost = mean(before, await stage.bareRun({ frames: distinct, threads }))
    results.push({ bare: bareCost, batch, firstMs: run.firstMs, aboveIdleMb: run.memoryMb - idleMb, delayMs })
  }
  await served.stop()
  const named = `${frames} frames of ${distinct} pictures, SQLite, ${threads} threads`
  printTable(`a batch alone, ${named} (medians of ${rounds} rounds)`, aloneLines(results, idleMb))
}

function aloneLines(results: readonly Alone[], idleMb: number): readonly Line[] {
  const middle = (of: (one: Alone) => number) => median(results.map(of))
  const ratios = results.map(({ bare: least, batch }) => least.seconds / batch.seconds)
  const ratio = median(ratios)
  const work = middle(({ bare: least, batch }) => least.processorSeconds / batch.processorSeconds)
  const first = middle(({ firstMs }) => firstMs)
  const memory = Math.max(...results.map(({ aboveIdleMb }) => aboveIdleMb))
  return [
    { what: 'bare loop', figure: `${middle((one) => distinct / one.bare.seconds).toFixed(1)} pictures/s` },
    { what: 'batch', figure: `${middle((one) => frames / one.batch.seconds).toFixed(0)} frames/s` },
    {
      what: 'distinct pictures a second against the bare loop',
      figure: `${ratio.toFixed(2)} (${ratios.map((one) => one.toFixed(2)).join(', ')})`,
      target: 'at least 0.85',
      met: ratio >= 0.85,
    },
    { what: 'the same in processor time', figure: work.toFixed(2) },
    { what: 'first result after', figure: ms(first), target: 'under 300 ms', met: first < 300 },
    {
      what: `resident above idle (${idleMb.toFixed(0)} MB), the most`,
      figure: `${memory.toFixed(0)} MB`,
      target: 'under 150 MB',
      met: memory < 150,
    },
    { what: 'event-loop delay, p99', figure: ms(middle(({ delayMs }) => delayMs)) },
  ]
}

function mean(a: Cost, b: Cost): Cost {
  return { seconds: (a.seconds + b.seconds) / 2, processorSeconds: (a.processorSeconds + b.processorSeconds) / 2 }
}

/** Single frames that are new to the service, one at a time: without a batch, and while one runs. */
async function measureBeside(): Promise<void> {
  const served = await stage.serve()
  const profileId = await createProfile(served)
  const client = createScoreClient(served.url, served.key, profileId)
  for (let i = 0; i < 40; i++) await client.score([newUrl()])
  const lines: Line[] = []
  const single = async (isOver: () => boolean) => {
    const times: number[] = []
    while (!isOver()) {
      times.push(await client.score([newUrl()]))
      await pause(10)
    }
    return times.toSorted((a, b) => a - b)
  }
  const alone: number[][] = []
  const beside: number[][] = []
  const rates: number[] = []
  for (let round = 0; round < rounds; round++) {
    const until = performance.now() + 10_000
    alone.push(await single(() => performance.now() > until))
    let isOver = false
    const batch = runBatch(served, profileId, newUrls(frames, distinct)).finally(() => {
      isOver = true
    })
    beside.push(await single(() => isOver))
    rates.push(frames / (await batch).seconds)
  }
  const [p50, p99] = [median(beside.map((times) => at(times, 0.5))), median(beside.map((times) => at(times, 0.99)))]
  lines.push(
    { what: 'single frames without a batch', figure: spread(alone) },
    {
      what: 'single frames while the batch runs',
      figure: spread(beside),
      target: 'p50 < 20 ms, p99 < 100 ms',
      met: p50 < 20 && p99 < 100,
    },
    { what: 'the batch meanwhile', figure: `${median(rates).toFixed(0)} frames/s` },
  )
  client.close()
  await served.stop()
  printTable(`single frames beside a batch of ${frames} (medians of ${rounds} rounds)`, lines)
}

/** The same batch by one and by two processes that do nothing but work, on PostgreSQL. */
async function measureTwo(): Promise<void> {
  const postgres = await startPostgres()
  const shared = await createHomeOn(postgres.url)
  const served = await serve({ ...shared.env, ...env }, ['--no-worker'])
  const profileId = await createProfile(served)
  const workers: ChildProcess[] = []
  const times: { readonly one: number; readonly two: number }[] = []
  for (let round = 0; round < rounds; round++) {
    const seconds: number[] = []
    for (const count of [1, 2]) {
      while (workers.length < count) workers.push(await work({ ...shared.env, ...env }))
      await runBatch(served, profileId, newUrls(50 * count, 50 * count))
      seconds.push((await runBatch(served, profileId, newUrls(frames, distinct))).seconds)
    }
    times.push({ one: seconds[0] ?? 0, two: seconds[1] ?? 0 })
    await stopWorker(workers.pop())
  }
  for (const worker of workers) await stopWorker(worker)
  await served.stop()
  await shared.remove()
  await postgres.stop()
  const rate = (of: (one: (typeof times)[number]) => number) =>
    `${median(times.map((one) => frames / of(one))).toFixed(0)} frames/s`
  printTable(`worker processes on PostgreSQL, ${threads} cores (medians of ${rounds} rounds)`, [
    { what: 'one process', figure: rate((one) => one.one) },
    { what: 'two processes', figure: rate((one) => one.two) },
    { what: 'two against one', figure: median(times.map(({ one, two }) => one / two)).toFixed(2) },
  ])
}

async function stopWorker(child: ChildProcess | undefined): Promise<void> {
  if (!child) return
  const ended = once(child, 'exit')
  child.kill('SIGTERM')
  await ended
}

async function createProfile({ call }: Served): Promise<string> {
  const { body } = await call('POST', '/v1/profiles', {
    body: { projectId: 'bench', name: `Bench ${Date.now()}`, seed: 'calm' },
  })
  return body.id
}

function newUrl(): string {
  lastNumber += 1
  return `${hostUrl}/jpeg/${lastNumber}`
}

/** Addresses of so many pictures that nobody has seen, each several times, one round after the other. */
function newUrls(count: number, distinctCount: number): readonly string[] {
  const fresh = Array.from({ length: distinctCount }, newUrl)
  return Array.from({ length: count }, (_, i) => fresh[i % distinctCount] ?? '')
}

async function watchMemory({ child }: Served, batch: Promise<BatchRun>) {
  let memoryMb = 0
  const timer = setInterval(() => {
    memoryMb = Math.max(memoryMb, residentMb(child))
  }, 100)
  const run = await batch.finally(() => clearInterval(timer))
  return { ...run, memoryMb }
}

function spread(runs: readonly (readonly number[])[]): string {
  const of = (share: number) => ms(median(runs.map((times) => at(times, share))))
  return `p50 ${of(0.5)}, p99 ${of(0.99)} (${runs.map((times) => times.length).join(', ')} requests)`
}
