import { requestsPerSecond } from './load.ts'
import { type Line, median } from './report.ts'
import { type Served, serveBare } from './serve.ts'

const rounds = 5
const load = { seconds: 3, connections: 10 }

/** The list of ten profiles against a bare Fastify route with the same bytes, in turns, so that both see the same machine. */
export async function measureList(served: Served): Promise<readonly Line[]> {
  const { url, key, call } = served
  const seed = 'Warm light, long shadows, nothing in the middle'
  for (let i = 0; i < 10; i++) {
    await call('POST', '/v1/profiles', { body: { projectId: 'list', name: `Profile ${i}`, seed } })
  }
  const path = '/v1/profiles'
  const bare = await serveBare((await call('GET', path)).text)
  await requestsPerSecond({ url: url + path, key, ...load })
  await requestsPerSecond({ url: bare.url + path, key, ...load })
  const pairs: { ours: number; theirs: number }[] = []
  for (let round = 0; round < rounds; round++) {
    const theirs = await requestsPerSecond({ url: bare.url + path, key, ...load })
    const ours = await requestsPerSecond({ url: url + path, key, ...load })
    pairs.push({ ours, theirs })
  }
  await bare.stop()
  const ratio = median(pairs.map(({ ours, theirs }) => ours / theirs))
  return [
    {
      what: 'bare Fastify route, same bytes',
      figure: `${median(pairs.map(({ theirs }) => theirs)).toFixed(0)} requests/s`,
    },
    {
      what: 'GET of the list, authenticated',
      figure: `${median(pairs.map(({ ours }) => ours)).toFixed(0)} requests/s`,
    },
    {
      what: `ratio (median of ${rounds} pairs)`,
      figure: ratio.toFixed(2),
      target: 'at least 0.5 on SQLite',
      met: ratio >= 0.5,
    },
  ]
}
