import { availableParallelism } from 'node:os'
import { parseArgs } from 'node:util'
import { type Line, median, ms, printTable } from './harness/report.ts'
import { processorMs, type Served } from './harness/serve.ts'
import { createScoreClient, type ScoreClient } from './score/client.ts'
import { at, type Cost, openScoreStage } from './score/fixture.ts'
import { type Format, formats, placeCount, sizes } from './score/pictures.ts'

/** `npm run bench:score -- [--frames 120] [--rounds 3] [--only cold|warm|flat] [--profile DIR]` */
const { values } = parseArgs({
  options: {
    frames: { type: 'string', default: '120' },
    rounds: { type: 'string', default: '3' },
    only: { type: 'string', default: '' },
    profile: { type: 'string' },
  },
})
const frames = Number(values.frames)
const rounds = Number(values.rounds)
const threads = availableParallelism()
const streams = 10
const ndjson = 'application/x-ndjson'
const abreast = 4

const stage = await openScoreStage()
const { hostUrl } = stage
const served = await stage.serve(values.profile === undefined ? '' : `--cpu-prof --cpu-prof-dir=${values.profile}`)
let lastNumber = 0
let client: ScoreClient
try {
  client = await openClient(served)
  const measures = { cold: measureCold, warm: measureWarm, flat: measureFlatOut }
  for (const [name, measure] of Object.entries(measures)) {
    if (values.only === '' || values.only === name) await measure()
  }
  client.close()
} finally {
  await served.stop()
  await stage.close()
}

/** Each picture is new to the service. */
async function measureCold(): Promise<void> {
  const lines: Line[] = []
  for (const format of formats) {
    for (const [i, size] of sizes.entries()) {
      const times = await timesOf(frames / sizes.length, 1, () => [newUrl(format, i)])
      lines.push({ what: `${format} ${size.join('×')}, one at a time`, figure: spread(times) })
    }
    const times = await timesOf(frames, 1, () => [newUrl(format)])
    const isTarget = format === 'jpeg'
    const [p50, p99] = [at(times, 0.5), at(times, 0.99)]
    const target = { target: 'p50 < 20 ms, p99 < 100 ms', met: p50 < 20 && p99 < 100 }
    lines.push({ what: `${format}, all sizes, one at a time`, figure: spread(times), ...(isTarget && target) })
    const busy = await timesOf(frames, abreast, () => [newUrl(format)])
    lines.push({ what: `${format}, all sizes, ${abreast} at a time`, figure: spread(busy) })
  }
  printTable('cold, single-frame requests', lines)
}

/** Each picture was scored before; its host gives it an ETag, or does not. */
async function measureWarm(): Promise<void> {
  const lines: Line[] = []
  for (const format of formats) {
    for (const tag of ['?tag', '']) {
      const urls = Array.from({ length: placeCount }, () => newUrl(format) + tag)
      for (const url of urls) await client.score([url])
      const next = (i: number) => [urls[i % urls.length] ?? '']
      const times = await timesOf(frames * 3, 1, next)
      const how = tag ? 'not modified (304)' : 'sent again'
      const target = { target: 'p50 < 3 ms', met: at(times, 0.5) < 3 }
      lines.push({ what: `${format}, ${how}, one at a time`, figure: spread(times), ...(tag && target) })
      const busy = await timesOf(frames * 3, abreast, next)
      lines.push({ what: `${format}, ${how}, ${abreast} at a time`, figure: spread(busy) })
    }
  }
  printTable('warm, single-frame requests', lines)
}

interface Round {
  readonly bare: Cost
  readonly measured: Cost
  readonly alone: Cost
  readonly single: Cost
  readonly lines: Cost
  readonly delay: number
}

/** Cold JPEG frames as fast as they go, in turns with the bare loop over the same pictures with as many threads. */
async function measureFlatOut(): Promise<void> {
  const count = frames * 3
  const results: Round[] = []
  for (let round = 0; round < rounds; round++) {
    const atLeast = await stage.bareRun({ frames: count, threads })
    const measured = await stage.bareRun({ frames: count, threads, attributes: true })
    const alone = await stage.bareRun({ frames: count, threads: 1 })
    await stage.readDelay(served)
    const single = await flatOut(() => timesOf(count, streams, () => [newUrl('jpeg')]))
    const delay = (await stage.readDelay(served)).p99
    const lines = await flatOut(() =>
      timesOf(streams, streams, () => Array.from({ length: count / streams }, () => newUrl('jpeg')), ndjson),
    )
    results.push({ bare: atLeast, measured, alone, single, lines, delay })
  }
  const rate = (of: (one: Round) => Cost) => median(results.map((one) => count / of(one).seconds))
  const cost = (of: (one: Round) => Cost) => median(results.map((one) => (of(one).processorSeconds * 1000) / count))
  const line = (what: string, of: (one: Round) => Cost): Line => {
    const figure = `${rate(of).toFixed(1)} frames/s, ${cost(of).toFixed(1)} ms of processor time a frame`
    const ratio = median(results.map((one) => one.bare.seconds / of(one).seconds))
    const target = { target: 'at least 0.9', met: ratio >= 0.9 }
    return { what, figure: `${figure}, ratio ${ratio.toFixed(2)}`, ...(what.startsWith(`${streams}`) && target) }
  }
  const delay = median(results.map((one) => one.delay))
  printTable(`flat out, cold JPEG, ${threads} threads (medians of ${rounds} rounds of ${count} frames)`, [
    line('bare loop of sharp and onnxruntime', (one) => one.bare),
    line('the same with the attributes measured', (one) => one.measured),
    line('the bare loop with one thread', (one) => one.alone),
    line(`${streams} streams of single-frame requests`, (one) => one.single),
    line(`${streams} requests of ${count / streams} frames, as lines`, (one) => one.lines),
    { what: 'event-loop delay meanwhile, p99', figure: ms(delay), target: 'under 10 ms', met: delay < 10 },
  ])
}

async function flatOut(work: () => Promise<unknown>): Promise<Cost> {
  const [started, used] = [performance.now(), processorMs(served.child)]
  await work()
  return {
    seconds: (performance.now() - started) / 1000,
    processorSeconds: (processorMs(served.child) - used) / 1000,
  }
}

/** So many requests, a few at a time; the first are not counted. */
async function timesOf(
  count: number,
  atOnce: number,
  urlsOf: (i: number) => readonly string[],
  accept?: string,
): Promise<readonly number[]> {
  const times: number[] = []
  let next = 0
  const send = async () => {
    while (next < count) {
      next += 1
      times.push(await client.score(urlsOf(next - 1), accept))
    }
  }
  await Promise.all(Array.from({ length: atOnce }, send))
  return times.toSorted((a, b) => a - b)
}

/** The address of a picture that nobody has seen, of this size or of the next one in turn. */
function newUrl(format: Format, size?: number): string {
  lastNumber += 1
  while (size !== undefined && (lastNumber % placeCount) % sizes.length !== size) lastNumber += 1
  return `${hostUrl}/${format}/${lastNumber}`
}

async function openClient({ url, key, call }: Served): Promise<ScoreClient> {
  const { body } = await call('POST', '/v1/profiles', { body: { projectId: 'bench', name: 'Bench', seed: 'calm' } })
  const one = createScoreClient(url, key, body.id)
  for (let i = 0; i < 3 * placeCount; i++) await one.score([`${hostUrl}/jpeg/${1_000_000 + i}`])
  return one
}

function spread(times: readonly number[]): string {
  return `p50 ${ms(at(times, 0.5))}, p99 ${ms(at(times, 0.99))}`
}
