import { type Line, percentile } from '../harness/report.ts'
import type { ScoreBench } from './bench.ts'
import { requestTimes, spread } from './request-times.ts'
import { formats, sizes } from './setup/pictures.ts'

/** Single frames with pictures that are new to the service. */
export async function measureCold({ fixture, client, frames, concurrency }: ScoreBench): Promise<readonly Line[]> {
  const lines: Line[] = []
  for (const format of formats) {
    for (const [i, size] of sizes.entries()) {
      const urlsOf = () => [fixture.newUrl(format, i)]
      const times = await requestTimes(client, { count: frames / sizes.length, concurrency: 1, urlsOf })
      lines.push({ what: `${format} ${size.join('×')}, one at a time`, figure: spread(times) })
    }
    const urlsOf = () => [fixture.newUrl(format)]
    const times = await requestTimes(client, { count: frames, concurrency: 1, urlsOf })
    const [p50, p99] = [percentile(times, 0.5), percentile(times, 0.99)]
    const target = { target: 'p50 < 20 ms, p99 < 100 ms', met: p50 < 20 && p99 < 100 }
    lines.push({
      what: `${format}, all sizes, one at a time`,
      figure: spread(times),
      ...(format === 'jpeg' && target),
    })
    const concurrent = await requestTimes(client, { count: frames, concurrency, urlsOf })
    lines.push({ what: `${format}, all sizes, ${concurrency} at a time`, figure: spread(concurrent) })
  }
  return lines
}
