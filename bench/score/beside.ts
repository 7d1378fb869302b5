import { setTimeout as pause } from 'node:timers/promises'
import { createProfile } from '../harness/profile.ts'
import { type Line, ms, percentile } from '../harness/report.ts'
import type { ScoreBench } from './bench.ts'
import { hugePictureUrl } from './huge-pictures.ts'
import { createScoreClient, type ScoreClient } from './setup/client.ts'

const measureMs = 8000
const pauseMs = 10
const honestFrames = 2000
const expensiveRequests = 6
const expensiveFrames = 60

/** New single frames of one account, one at a time: alone, and during requests of another account. */
export async function measureBesideAnotherAccount(bench: ScoreBench): Promise<readonly Line[]> {
  const { fixture, served, client } = bench
  const stranger = served.as(await fixture.newAccount())
  const own = createScoreClient(stranger.url, stranger.key, await createProfile(stranger))
  const alone = await singleFrames(bench, own)
  const small = () => Array.from({ length: honestFrames }, () => fixture.newUrl('jpeg', 0))
  const honest = await besideLoad(bench, own, 1, async (signal) => client.score(small(), undefined, signal))
  let huge = 0
  const expensive = await besideLoad(bench, own, expensiveRequests, async (signal) => {
    const numbers = Array.from({ length: expensiveFrames }, () => huge++)
    return client.score(await Promise.all(numbers.map(hugePictureUrl)), undefined, signal)
  })
  const after = await singleFrames(bench, own)
  own.close()
  const ratioOf = (times: readonly number[], share: number) =>
    (percentile(times, share) / percentile(alone, share)).toFixed(1)
  const ratio = (times: readonly number[]) => `ratio ${ratioOf(times, 0.5)} (p50), ${ratioOf(times, 0.99)} (p99)`
  const figure = (times: readonly number[]) =>
    `p50 ${ms(percentile(times, 0.5))}, p99 ${ms(percentile(times, 0.99))} (${times.length} requests)`
  return [
    { what: 'alone', figure: figure(alone) },
    {
      what: `during one request of ${honestFrames} small frames`,
      figure: `${figure(honest)}, ${ratio(honest)}`,
      target: 'p50 < 60 ms',
      met: percentile(honest, 0.5) < 60,
    },
    {
      what: `during ${expensiveRequests} requests of ${expensiveFrames} pictures of 49 megapixels`,
      figure: `${figure(expensive)}, ${ratio(expensive)}`,
      target: 'p99 < 1000 ms',
      met: percentile(expensive, 0.99) < 1000,
    },
    { what: 'after their client has disconnected', figure: `${figure(after)}, ${ratio(after)}` },
  ]
}

/** Measures while this many requests run back to back. Their client disconnects at the end. */
async function besideLoad(
  bench: ScoreBench,
  own: ScoreClient,
  concurrency: number,
  load: (signal: AbortSignal) => Promise<unknown>,
): Promise<readonly number[]> {
  const leave = new AbortController()
  const throwUnlessLeft = (error: unknown) => {
    if (!leave.signal.aborted) throw error
  }
  const loads = Array.from({ length: concurrency }, async () => {
    while (!leave.signal.aborted) await load(leave.signal).catch(throwUnlessLeft)
  })
  await pause(500)
  const times = await Promise.race([singleFrames(bench, own), Promise.all(loads).then(() => [])])
  leave.abort()
  await Promise.all(loads)
  return times
}

async function singleFrames({ fixture }: ScoreBench, own: ScoreClient): Promise<readonly number[]> {
  const until = performance.now() + measureMs
  const times: number[] = []
  while (performance.now() < until) {
    times.push(await own.score([fixture.newUrl()]))
    await pause(pauseMs)
  }
  return times.toSorted((a, b) => a - b)
}
