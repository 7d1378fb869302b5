import { createHomeOn } from '../../tests/harness/home.ts'
import { startPostgres } from '../../tests/harness/postgres.ts'
import { createProfile } from '../harness/profile.ts'
import { type Line, median } from '../harness/report.ts'
import { serve, work } from '../harness/serve.ts'
import { type BatchBench, newUrls } from './bench.ts'
import { runBatch } from './client.ts'

const warmUpFrames = 50

interface Round {
  readonly one: number
  readonly two: number
}

/** The same batch on one and on two worker processes, with PostgreSQL. The server itself does no background work. */
export async function measureWorkers(bench: BatchBench): Promise<readonly Line[]> {
  const { fixture, frames, distinct, rounds } = bench
  const postgres = await startPostgres()
  const home = await createHomeOn(postgres.url)
  const env = { ...home.env, ...fixture.env }
  const served = await serve(env, ['--no-worker'])
  const profileId = await createProfile(served)
  const first = await work(env)
  const secondsOf = async (workers: number) => {
    const warmUp = warmUpFrames * workers
    await runBatch(served, profileId, newUrls(bench, warmUp, warmUp))
    return (await runBatch(served, profileId, newUrls(bench, frames, distinct))).seconds
  }
  const results: Round[] = []
  for (let round = 0; round < rounds; round++) {
    const one = await secondsOf(1)
    const second = await work(env)
    results.push({ one, two: await secondsOf(2) })
    await second.stop()
  }
  await first.stop()
  await served.stop()
  await home.remove()
  await postgres.stop()
  const rate = (figure: (round: Round) => number) =>
    `${median(results.map((round) => frames / figure(round))).toFixed(0)} frames/s`
  return [
    { what: 'one process', figure: rate(({ one }) => one) },
    { what: 'two processes', figure: rate(({ two }) => two) },
    { what: 'two relative to one', figure: median(results.map(({ one, two }) => one / two)).toFixed(2) },
  ]
}
