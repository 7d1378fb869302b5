import { type Line, median, ms } from '../harness/report.ts'
import { eventLoopMs, processorMs } from '../harness/serve.ts'
import type { Cost } from './bare-loop.ts'
import type { ScoreBench } from './bench.ts'
import { requestTimes } from './request-times.ts'

const streams = 10
const ndjson = 'application/x-ndjson'
const eventLoopMsMax = 3.5

interface Round {
  readonly bare: Cost
  readonly bareWithAttributes: Cost
  readonly bareOneThread: Cost
  readonly singleFrames: Cost
  readonly manyFrames: Cost
  readonly delay: number
  /** Processor time of the event loop for each single-frame request. */
  readonly eventLoopMs: number
}

/** Cold JPEG frames at full load, alternating with the bare loop over the same pictures on as many threads. */
export async function measureThroughput(bench: ScoreBench): Promise<readonly Line[]> {
  const { threads, rounds } = bench
  const count = bench.frames * 3
  const results: Round[] = []
  for (let i = 0; i < rounds; i++) results.push(await runRound(bench, count))
  const line = (what: string, costIn: (round: Round) => Cost): Line => {
    const rate = median(results.map((round) => count / costIn(round).seconds))
    const cost = median(results.map((round) => (costIn(round).processorSeconds * 1000) / count))
    const ratio = median(results.map((round) => round.bare.seconds / costIn(round).seconds))
    const figure = `${rate.toFixed(1)} frames/s, ${cost.toFixed(1)} ms of processor time per frame, ratio ${ratio.toFixed(2)}`
    return { what, figure }
  }
  const delay = median(results.map((round) => round.delay))
  const loopMs = median(results.map((round) => round.eventLoopMs))
  return [
    line(`bare loop of sharp and onnxruntime, ${threads} threads`, (round) => round.bare),
    line('bare loop that also measures attributes', (round) => round.bareWithAttributes),
    line('bare loop with one thread', (round) => round.bareOneThread),
    line(`${streams} streams of single-frame requests`, (round) => round.singleFrames),
    line(`${streams} requests of ${count / streams} frames, answered as NDJSON`, (round) => round.manyFrames),
    {
      what: 'event loop under single-frame requests',
      figure: `${ms(loopMs)} of processor time per frame, so a process serves at most ${(1000 / loopMs).toFixed(0)} frames/s`,
      target: `at most ${ms(eventLoopMsMax)}`,
      met: loopMs <= eventLoopMsMax,
    },
    {
      what: 'event-loop delay under single-frame requests, p99',
      figure: ms(delay),
      target: 'under 10 ms',
      met: delay < 10,
    },
  ]
}

async function runRound(bench: ScoreBench, count: number): Promise<Round> {
  const { fixture, served, client, threads } = bench
  const bare = await fixture.bareRun({ frames: count, threads })
  const bareWithAttributes = await fixture.bareRun({ frames: count, threads, attributes: true })
  const bareOneThread = await fixture.bareRun({ frames: count, threads: 1 })
  await fixture.readDelay(served)
  const before = eventLoopMs(served.child)
  const singleFrames = await costOf(bench, () =>
    requestTimes(client, { count, concurrency: streams, urlsOf: () => [fixture.newUrl()] }),
  )
  const loopMs = (eventLoopMs(served.child) - before) / count
  const delay = (await fixture.readDelay(served)).p99
  const urlsOf = () => Array.from({ length: count / streams }, () => fixture.newUrl())
  const manyFrames = await costOf(bench, () =>
    requestTimes(client, { count: streams, concurrency: streams, urlsOf, accept: ndjson }),
  )
  return { bare, bareWithAttributes, bareOneThread, singleFrames, manyFrames, delay, eventLoopMs: loopMs }
}

async function costOf({ served }: ScoreBench, work: () => Promise<unknown>): Promise<Cost> {
  const [started, used] = [performance.now(), processorMs(served.child)]
  await work()
  return {
    seconds: (performance.now() - started) / 1000,
    processorSeconds: (processorMs(served.child) - used) / 1000,
  }
}
