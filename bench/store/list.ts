import type { Env } from '../../tests/harness/home.ts'
import { type Line, median } from '../harness/report.ts'
import { processorMs, type Served, serveBare } from '../harness/serve.ts'
import { requestsPerSecond } from './load-generator.ts'

const rounds = 9
const load = { seconds: 2, connections: 10 }

/**
 * The list of ten profiles compared with a bare Fastify route that sends the same bytes. The runs alternate, so that
 * changes in the machine's load affect both.
 */
export async function measureList(served: Served, { DATABASE_URL: postgres }: Env): Promise<readonly Line[]> {
  const { url, key, call } = served
  const seed = 'Warm light, long shadows, nothing in the middle'
  for (let i = 0; i < 10; i++) {
    await call('POST', '/v1/profiles', { body: { projectId: 'list', name: `Profile ${i}`, seed } })
  }
  const path = '/v1/profiles'
  const bare = await serveBare((await call('GET', path)).text)
  await requestsPerSecond({ url: url + path, key, ...load })
  await requestsPerSecond({ url: bare.url + path, key, ...load })
  const measure = async ({ url: base, child }: Pick<Served, 'url' | 'child'>) => {
    const before = processorMs(child)
    const rate = await requestsPerSecond({ url: base + path, key, ...load })
    return { rate, cost: (1000 * (processorMs(child) - before)) / (rate * load.seconds) }
  }
  const pairs: { theirs: { rate: number; cost: number }; ours: { rate: number; cost: number } }[] = []
  for (let round = 0; round < rounds; round++) pairs.push({ theirs: await measure(bare), ours: await measure(served) })
  await bare.stop()
  const ratio = median(pairs.map(({ ours, theirs }) => ours.rate / theirs.rate))
  return [
    lineOf(
      'bare Fastify route, same bytes',
      pairs.map(({ theirs }) => theirs),
    ),
    lineOf(
      'GET of the list, authenticated',
      pairs.map(({ ours }) => ours),
    ),
    {
      what: `ratio of requests/s (median of ${rounds} pairs)`,
      figure: ratio.toFixed(2),
      ...(postgres === undefined && { target: 'at least 0.5', met: ratio >= 0.5 }),
    },
  ]
}

function lineOf(what: string, runs: readonly { readonly rate: number; readonly cost: number }[]): Line {
  const rate = median(runs.map((run) => run.rate)).toFixed(0)
  const cost = median(runs.map((run) => run.cost)).toFixed(0)
  return { what, figure: `${rate} requests/s, ${cost} µs of processor time each` }
}
