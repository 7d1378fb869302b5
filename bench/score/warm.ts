import { type Line, percentile } from '../harness/report.ts'
import type { ScoreBench } from './bench.ts'
import { requestTimes, spread } from './request-times.ts'
import { formats, sceneCount } from './setup/pictures.ts'

/** Single frames that were scored before, from a host that answers 304 to their ETag and from one without ETags. */
export async function measureWarm({ fixture, client, frames, concurrency }: ScoreBench): Promise<readonly Line[]> {
  const lines: Line[] = []
  for (const format of formats) {
    for (const tag of ['?tag', '']) {
      const urls = Array.from({ length: sceneCount }, () => fixture.newUrl(format) + tag)
      for (const url of urls) await client.score([url])
      const requests = { count: frames * 3, urlsOf: (i: number) => [urls[i % urls.length] ?? ''] }
      const times = await requestTimes(client, { ...requests, concurrency: 1 })
      const how = tag ? 'not modified (304)' : 'sent again'
      const target = { target: 'p50 < 3 ms', met: percentile(times, 0.5) < 3 }
      lines.push({ what: `${format}, ${how}, one at a time`, figure: spread(times), ...(tag && target) })
      const concurrent = await requestTimes(client, { ...requests, concurrency })
      lines.push({ what: `${format}, ${how}, ${concurrency} at a time`, figure: spread(concurrent) })
    }
  }
  return lines
}
