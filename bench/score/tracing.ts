import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createHomeOn, type Env } from '../../tests/harness/home.ts'
import { createProfile } from '../harness/profile.ts'
import { type Line, median, ms } from '../harness/report.ts'
import { type Served, threadsMs } from '../harness/serve.ts'
import type { ScoreBench } from './bench.ts'
import { createScoreClient } from './setup/client.ts'
import { uploadFrames } from './setup/upload.ts'

const framesPerRequest = 16
const requestsPerRound = { score: 10, list: 100 } as const
/** Many short ones, because other work on the machine comes and goes. */
const roundsMin = 30

type Kind = keyof typeof requestsPerRound
type Send = Readonly<Record<Kind, () => Promise<unknown>>>

/** Processor time of requests with traces, as a ratio to that without, where each round measures all services in turn. */
export async function measureTracing({ fixture, rounds }: ScoreBench): Promise<readonly Line[]> {
  const collector = createServer((request, response) => request.resume().once('end', () => response.end('{}')))
  await new Promise<void>((resolve) => collector.listen(0, '127.0.0.1', resolve))
  const { port } = collector.address() as AddressInfo
  const sampled = (share: string): Env => ({
    PALATE_OTLP_URL: `http://127.0.0.1:${port}`,
    OTEL_TRACES_SAMPLER: 'traceidratio',
    OTEL_TRACES_SAMPLER_ARG: share,
  })
  const settings: Readonly<Record<string, Env>> = {
    'no traces': {},
    'none recorded (0)': sampled('0'),
    'one in ten (0.1)': sampled('0.1'),
    'all (1)': sampled('1'),
  }
  const services = await Promise.all(
    Object.entries(settings).map(async ([what, env]) => {
      const home = await createHomeOn(undefined)
      const served = await fixture.serve('', { ...home.env, ...env })
      return { what, home, served, ...(await openRequests(served, fixture.newUrl)) }
    }),
  )
  const lines: Line[] = []
  for (const kind of ['score', 'list'] as const) {
    const costs = services.map((): number[] => [])
    // The first one compiles what is measured.
    for (let round = 0; round <= Math.max(rounds, roundsMin); round++) {
      for (const [i, { served, send }] of services.entries()) {
        const cost = await costOf(served, send, kind)
        if (round > 0) costs[i]?.push(cost)
      }
    }
    const [off = []] = costs
    for (const [i, { what }] of services.entries()) {
      const own = costs[i] ?? []
      const ratio = median(own.map((cost, round) => cost / (off[round] ?? cost)))
      const named = kind === 'score' ? `score of ${framesPerRequest} known frames` : 'list of profiles'
      lines.push({ what: `${named}: ${what}`, figure: `${ms(median(own))}, ${ratio.toFixed(2)} times` })
    }
  }
  for (const { close, served, home } of services) {
    close()
    await served.stop()
    await home.remove()
  }
  collector.close()
  return lines
}

async function openRequests(served: Served, newUrl: () => string) {
  const profileId = await createProfile(served)
  const frames = await uploadFrames(
    served,
    Array.from({ length: framesPerRequest }, () => newUrl()),
  )
  const client = createScoreClient(served.url, served.key, profileId)
  const send: Send = { score: () => client.score(frames), list: () => served.call('GET', '/v1/profiles') }
  return { send, close: () => client.close() }
}

/** Of one request. What is written and exported afterwards counts too. */
async function costOf({ child }: Served, send: Send, kind: Kind): Promise<number> {
  const count = requestsPerRound[kind]
  const before = threadsMs(child)
  for (let i = 0; i < count; i++) await send[kind]()
  return (threadsMs(child) - before) / count
}
