import { fork } from 'node:child_process'
import { once } from 'node:events'
import { createProfile } from '../harness/profile.ts'
import { type Line, median, ms } from '../harness/report.ts'
import { eventLoopMs, processorMs, type Served } from '../harness/serve.ts'
import type { ScoreBench } from './bench.ts'
import { requestTimes } from './request-times.ts'
import { createScoreClient } from './setup/client.ts'
import { sceneCount } from './setup/pictures.ts'

const framesPerRequest = 16
const streams = 4

/** Processor time of a new JPEG with the built-in embedder and with one behind HTTP, which runs in another process. */
export async function measureEmbedder(bench: ScoreBench): Promise<readonly Line[]> {
  const { fixture, served } = bench
  const host = fork(new URL('./setup/embedding-host.ts', import.meta.url))
  const [{ url }] = (await once(host, 'message')) as [{ url: string }]
  try {
    const builtin = await costOf(bench, served)
    const line = (what: string, { all, loop }: Cost): Line => ({
      what,
      figure: `${ms(all)} of processor time per frame, ${ms(loop)} of it in the event loop, ratio ${(all / builtin.all).toFixed(2)}`,
    })
    const lines = [line('built-in embedder', builtin)]
    for (const [what, PALATE_EMBEDDER] of [
      ['HTTP embedder', url],
      ['HTTP embedder without the prior', `${url}&prior=off`],
    ] as const) {
      const remote = await fixture.serve('', { PALATE_EMBEDDER })
      const cost = await costOf(bench, remote).finally(remote.stop)
      host.send('count')
      const [{ requests, pictures }] = (await once(host, 'message')) as [{ requests: number; pictures: number }]
      lines.push(line(what, cost))
      lines.push({ what: '… pictures per request to it', figure: (pictures / requests).toFixed(1) })
    }
    return lines
  } finally {
    host.disconnect()
  }
}

interface Cost {
  readonly all: number
  readonly loop: number
}

/** Medians of the rounds. */
async function costOf({ fixture, frames, rounds }: ScoreBench, served: Served): Promise<Cost> {
  const client = createScoreClient(served.url, served.key, await createProfile(served))
  const newUrls = () => Array.from({ length: framesPerRequest }, () => fixture.newUrl())
  for (let i = 0; i < 3 * sceneCount; i += framesPerRequest) await client.score(newUrls())
  const count = Math.ceil((3 * frames) / framesPerRequest)
  const costs: Cost[] = []
  for (let i = 0; i < rounds; i++) {
    const [all, loop] = [processorMs(served.child), eventLoopMs(served.child)]
    await requestTimes(client, { count, concurrency: streams, urlsOf: newUrls })
    const perFrame = (after: number, before: number) => (after - before) / (count * framesPerRequest)
    costs.push({ all: perFrame(processorMs(served.child), all), loop: perFrame(eventLoopMs(served.child), loop) })
  }
  client.close()
  return { all: median(costs.map(({ all }) => all)), loop: median(costs.map(({ loop }) => loop)) }
}
