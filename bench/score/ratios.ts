import { setTimeout as pause } from 'node:timers/promises'
import { runBatch } from '../batch/client.ts'
import { createProfile } from '../harness/profile.ts'
import { type Line, median, ms, percentile } from '../harness/report.ts'
import { serveRelay } from '../harness/serve.ts'
import type { ScoreBench } from './bench.ts'
import { requestTimes } from './request-times.ts'
import { createScoreClient, type ScoreClient } from './setup/client.ts'
import { sceneCount } from './setup/pictures.ts'

const streams = 10
/** 20 requests a second. */
const pacedEveryMs = 50
const batchFrames = 200
const [smallest, largest] = [0, 2]

/** Each figure is measured in every round, next to the bare loop that it is compared with. */
export async function measureRatios(bench: ScoreBench): Promise<readonly Line[]> {
  const rounds: Awaited<ReturnType<typeof runRound>>[] = []
  for (let i = 0; i < bench.rounds; i++) rounds.push(await runRound(bench))
  const medianOf = (figure: (round: (typeof rounds)[number]) => number) => median(rounds.map(figure))
  const atMost = (what: string, ratio: number, max: number, unit = ''): Line => ({
    what,
    figure: `${ratio.toFixed(2)}${unit}`,
    target: `at most ${max}${unit}`,
    met: ratio <= max,
  })
  const atLeast = (what: string, ratio: number, min: number): Line => ({
    what,
    figure: ratio.toFixed(2),
    target: `at least ${min}`,
    met: ratio >= min,
  })
  return [
    {
      what: 'bare loop of decoding and network, one thread, JPEG 640×360',
      figure: ms(medianOf(({ bareMs }) => bareMs)),
    },
    { what: '… p99 ÷ its mean', figure: medianOf(({ bareP99Ms, bareMs }) => bareP99Ms / bareMs).toFixed(2) },
    { what: 'cold JPEG 640×360, p50', figure: ms(medianOf(({ cold }) => percentile(cold, 0.5))) },
    atMost(
      '… p50 ÷ the bare loop',
      medianOf(({ cold, bareMs }) => percentile(cold, 0.5) / bareMs),
      1.25,
    ),
    atMost(
      '… p99 ÷ the bare loop',
      medianOf(({ cold, bareMs }) => percentile(cold, 0.99) / bareMs),
      1.7,
    ),
    atMost(
      '20 requests/s beside a batch, p50 ÷ without the batch',
      medianOf(({ beside, idle }) => percentile(beside, 0.5) / percentile(idle, 0.5)),
      1.1,
    ),
    atLeast(
      `${streams} streams, frames/s ÷ the bare loop that also measures attributes`,
      medianOf(({ flat, bareWithAttributes }) => bareWithAttributes / flat),
      0.75,
    ),
    {
      what: `${streams} streams, frames/s ÷ the bare loop`,
      figure: medianOf(({ flat, bareFlat }) => bareFlat / flat).toFixed(2),
    },
    {
      what: 'a bare route that asks the host, which answers 304, p50',
      figure: ms(medianOf(({ relayed }) => percentile(relayed, 0.5))),
    },
    atMost(
      'warm (the host answers 304), p50',
      medianOf(({ warm }) => percentile(warm, 0.5)),
      1.5,
      ' ms',
    ),
    atMost(
      'cold PNG 1920×1080, p50 ÷ a bare decode',
      medianOf(({ png, barePngMs }) => percentile(png, 0.5) / barePngMs),
      1.3,
    ),
  ]
}

async function runRound(bench: ScoreBench) {
  const { fixture, client, frames, threads } = bench
  const count = frames * 3
  const msPerFrame = (seconds: number) => (seconds * 1000) / frames
  const newSmall = () => [fixture.newUrl('jpeg', smallest)]
  const bare = await fixture.bareRun({ frames, threads: 1, size: smallest })
  const cold = await requestTimes(client, { count: frames, concurrency: 1, urlsOf: newSmall })
  const barePng = await fixture.bareRun({ frames, threads: 1, format: 'png', size: largest, network: false })
  const newPng = () => [fixture.newUrl('png', largest)]
  const png = await requestTimes(client, { count: frames, concurrency: 1, urlsOf: newPng })
  const idle = await pacedTimes(bench)
  const beside = await besideBatches(bench)
  const { seconds: bareFlat } = await fixture.bareRun({ frames: count, threads })
  const { seconds: bareWithAttributes } = await fixture.bareRun({ frames: count, threads, attributes: true })
  const started = performance.now()
  await requestTimes(client, { count, concurrency: streams, urlsOf: () => [fixture.newUrl()] })
  const flat = (performance.now() - started) / 1000
  const urls = Array.from({ length: sceneCount }, () => `${fixture.newUrl()}?tag`)
  const warm = await warmTimes(client, urls, count)
  const relay = await serveRelay()
  const relayed = await warmTimes(createScoreClient(relay.url, '', ''), urls, count)
  await relay.stop()
  const [bareMs, barePngMs] = [msPerFrame(bare.seconds), msPerFrame(barePng.seconds)]
  const bareP99Ms = percentile(bare.times, 0.99)
  return { bareMs, bareP99Ms, cold, barePngMs, png, idle, beside, bareFlat, bareWithAttributes, flat, warm, relayed }
}

/** Scores pictures that the service has seen. */
async function warmTimes(client: ScoreClient, urls: readonly string[], count: number): Promise<readonly number[]> {
  for (const url of urls) await client.score([url])
  return requestTimes(client, { count, concurrency: 1, urlsOf: (i) => [urls[i % urls.length] ?? ''] })
}

/** A new small frame every 50 ms, whether or not the last one is done. */
async function pacedTimes({ fixture, client, frames }: ScoreBench): Promise<readonly number[]> {
  const times: Promise<number>[] = []
  for (let i = 0; i < frames; i++) {
    times.push(client.score([fixture.newUrl('jpeg', smallest)]))
    await pause(pacedEveryMs)
  }
  return (await Promise.all(times)).toSorted((a, b) => a - b)
}

async function besideBatches(bench: ScoreBench): Promise<readonly number[]> {
  const { fixture, served } = bench
  const profileId = await createProfile(served)
  let isOver = false
  const runBatches = async () => {
    while (!isOver) {
      await runBatch(
        served,
        profileId,
        Array.from({ length: batchFrames }, () => fixture.newUrl()),
      )
    }
  }
  const batches = runBatches()
  const times = await pacedTimes(bench).finally(() => {
    isOver = true
  })
  await batches
  return times
}
