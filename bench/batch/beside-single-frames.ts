import { setTimeout as pause } from 'node:timers/promises'
import { createProfile } from '../harness/profile.ts'
import { type Line, median, ms, percentile } from '../harness/report.ts'
import { createScoreClient } from '../score/setup/client.ts'
import { type BatchBench, newUrls } from './bench.ts'
import { runBatch } from './client.ts'

const warmUpRequests = 40
const aloneMs = 10_000
const pauseMs = 10

/** New single frames, one at a time: first without a batch, then while one runs. */
export async function measureBesideSingleFrames(bench: BatchBench): Promise<readonly Line[]> {
  const { fixture, frames, distinct, rounds } = bench
  const served = await fixture.serve()
  const profileId = await createProfile(served)
  const client = createScoreClient(served.url, served.key, profileId)
  for (let i = 0; i < warmUpRequests; i++) await client.score([fixture.newUrl()])
  const scoreUntil = async (isOver: () => boolean) => {
    const times: number[] = []
    while (!isOver()) {
      times.push(await client.score([fixture.newUrl()]))
      await pause(pauseMs)
    }
    return times.toSorted((a, b) => a - b)
  }
  const alone: number[][] = []
  const beside: number[][] = []
  const rates: number[] = []
  for (let round = 0; round < rounds; round++) {
    const until = performance.now() + aloneMs
    alone.push(await scoreUntil(() => performance.now() > until))
    let isOver = false
    const batch = runBatch(served, profileId, newUrls(bench, frames, distinct)).finally(() => {
      isOver = true
    })
    beside.push(await scoreUntil(() => isOver))
    rates.push(frames / (await batch).seconds)
  }
  client.close()
  await served.stop()
  const [p50, p99] = [medianPercentile(beside, 0.5), medianPercentile(beside, 0.99)]
  return [
    { what: 'single frames without a batch', figure: spread(alone) },
    {
      what: 'single frames while the batch runs',
      figure: spread(beside),
      target: 'p50 < 20 ms, p99 < 100 ms',
      met: p50 < 20 && p99 < 100,
    },
    { what: 'the batch at the same time', figure: `${median(rates).toFixed(0)} frames/s` },
  ]
}

function medianPercentile(runs: readonly (readonly number[])[], share: number): number {
  return median(runs.map((times) => percentile(times, share)))
}

function spread(runs: readonly (readonly number[])[]): string {
  const percentileOf = (share: number) => ms(medianPercentile(runs, share))
  return `p50 ${percentileOf(0.5)}, p99 ${percentileOf(0.99)} (${runs.map((times) => times.length).join(', ')} requests)`
}
