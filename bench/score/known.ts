import { createHomeOn, type Env } from '../../tests/harness/home.ts'
import { startPostgres } from '../../tests/harness/postgres.ts'
import { createProfile } from '../harness/profile.ts'
import { type Line, median, ms } from '../harness/report.ts'
import { eventLoopMs, processorMs, type Served, serveRelay } from '../harness/serve.ts'
import type { ScoreBench } from './bench.ts'
import { measurePrediction } from './prediction.ts'
import { requestTimes } from './request-times.ts'
import { createScoreClient, type ScoreClient } from './setup/client.ts'
import { uploadFrames } from './setup/upload.ts'

const framesPerRequest = 16
const streams = 4
/** Fit into the memory for features. */
const pictures = 2048
const hostedPictures = 512
const loopMsMax = 0.35

/**
 * Processor time of frames whose features are stored, 16 in a request: of the library, and from a host that answers 304
 * or sends the picture again. Beside each, that of a bare route which reads the request, asks the host and answers.
 */
export async function measureKnown(bench: ScoreBench): Promise<readonly Line[]> {
  const postgres = await startPostgres()
  try {
    return [...measurePrediction(), ...(await measureOn(bench)), ...(await measureOn(bench, postgres.url))]
  } finally {
    await postgres.stop()
  }
}

async function measureOn({ fixture, rounds, nodeOptions }: ScoreBench, databaseUrl?: string): Promise<readonly Line[]> {
  const home = await createHomeOn(databaseUrl)
  const serve = (options = '') => fixture.serve(options, home.env as Env)
  const engine = databaseUrl === undefined ? 'SQLite' : 'PostgreSQL'
  const urls = Array.from({ length: pictures }, () => fixture.newUrl('jpeg', 0))
  const first = await serve()
  const profileId = await createProfile(first)
  const library = await uploadFrames(first, urls)
  const before = clientOf(first, profileId)
  await costOf(first, before, library, 1)
  before.close()
  await first.stop()

  const served = await serve(nodeOptions)
  const relay = await serveRelay()
  const client = clientOf(served, profileId)
  const bare = createScoreClient(relay.url, '', '')
  // Compiles what is measured.
  const half = pictures / 2
  await costOf(served, client, library.slice(0, half), 6)
  const stored = await costOf(served, client, library.slice(half), 1)
  const lines: Line[] = [lineOf(`${engine}: library, features in the store`, stored)]
  const hosted = urls.slice(0, hostedPictures)
  const kinds = {
    'library, features in memory': library.slice(half),
    'not modified (304)': hosted.map((one) => `${one}?tag`),
    'sent again': hosted,
  }
  for (const [what, urls] of Object.entries(kinds)) {
    await costOf(served, client, urls, 1)
    await costOf(relay, bare, urls, 1)
    const costs: Cost[] = []
    const bareCosts: Cost[] = []
    for (let i = 0; i < rounds; i++) {
      costs.push(await costOf(served, client, urls, 2))
      bareCosts.push(await costOf(relay, bare, urls, 2))
    }
    lines.push(lineOf(`${engine}: ${what}`, medianOf(costs), medianOf(bareCosts)))
  }
  client.close()
  bare.close()
  await served.stop()
  await relay.stop()
  await home.remove()
  return lines
}

interface Cost {
  readonly all: number
  readonly loop: number
}

function lineOf(what: string, { all, loop }: Cost, bare?: Cost): Line {
  const ratio = bare ? `, ${(loop / bare.loop).toFixed(1)} times a bare route's` : ''
  return {
    what,
    figure: `${ms(loop)} of the event loop per frame${ratio}; ${ms(all)} of all threads`,
    target: `≤ ${loopMsMax} ms`,
    met: loop <= loopMsMax,
  }
}

function medianOf(costs: readonly Cost[]): Cost {
  return { all: median(costs.map(({ all }) => all)), loop: median(costs.map(({ loop }) => loop)) }
}

/** Frames keep their ids, as those of a service that scores its pictures again. */
function clientOf({ url, key }: Served, profileId: string): ScoreClient {
  return createScoreClient(url, key, profileId, {}, (one) => one.slice(-40))
}

/** Per frame. The writes that follow a request count too. */
async function costOf({ child }: Pick<Served, 'child'>, client: ScoreClient, urls: readonly string[], times: number) {
  const requests = urls.length / framesPerRequest
  const urlsOf = (i: number) => urls.slice((i % requests) * framesPerRequest, ((i % requests) + 1) * framesPerRequest)
  const [all, loop] = [processorMs(child), eventLoopMs(child)]
  await requestTimes(client, { count: requests * times, concurrency: streams, urlsOf })
  const frames = urls.length * times
  return { all: (processorMs(child) - all) / frames, loop: (eventLoopMs(child) - loop) / frames }
}
