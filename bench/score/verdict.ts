import { createProfile } from '../harness/profile.ts'
import { type Line, median, ms, percentile, timed } from '../harness/report.ts'
import type { ScoreBench } from './bench.ts'
import { spread } from './request-times.ts'
import { createScoreClient } from './setup/client.ts'
import { sceneCount } from './setup/pictures.ts'

const labelCount = 40
const verdictExtraMsMax = 1
const briefMsMax = 50
const newPictures = 60
const newPictureMsMax = 150

/** What a verdict adds to a warm frame, in alternating requests, and how long a brief takes once the profile is learned. */
export async function measureVerdict({ fixture, served, frames }: ScoreBench): Promise<readonly Line[]> {
  const id = await createProfile(served)
  const exemplars = Array.from({ length: labelCount }, (_, i) => {
    const url = fixture.newUrl('jpeg')
    const scene = Number(url.split('/').at(-1)) % sceneCount
    return { id: `e${i}`, label: scene < sceneCount / 2 ? 'good' : 'bad', url }
  })
  const version = { id: 'v1', branchId: 'main', parentVersionId: null, message: 'Labels' }
  const snapshot = { constraints: [], exemplars, comparisons: [] }
  await succeed(
    served.call('PATCH', `/v1/profiles/${id}`, { body: { profileData: { versions: [{ ...version, snapshot }] } } }),
  )
  const plain = createScoreClient(served.url, served.key, id)
  const judging = createScoreClient(served.url, served.key, id, { verdict: true })
  const urls = Array.from({ length: sceneCount }, () => `${fixture.newUrl('jpeg')}?tag`)
  for (const url of urls) await judging.score([url])
  const [without, withVerdict]: [number[], number[]] = [[], []]
  for (let i = 0; i < frames * 3; i++) {
    const url = urls[i % urls.length] ?? ''
    without.push(await plain.score([url]))
    withVerdict.push(await judging.score([url]))
  }
  // No picture passes, so that changes are tried on copies of each.
  await succeed(served.call('PATCH', `/v1/profiles/${id}`, { body: { thresholds: { aesthetics: { pass: 1 } } } }))
  const [cold, tried, again]: [number[], number[], number[]] = [[], [], []]
  for (let i = 0; i < newPictures; i++) {
    cold.push(await plain.score([fixture.newUrl('jpeg')]))
    const url = fixture.newUrl('jpeg')
    tried.push(await judging.score([url]))
    again.push(await judging.score([url]))
  }
  plain.close()
  judging.close()
  const extra = median(withVerdict) - median(without)
  const brief = () => timed(() => succeed(served.call('GET', `/v1/profiles/${id}/brief`)))
  const first = await brief()
  const later: number[] = []
  for (let i = 0; i < frames; i++) later.push(await brief())
  const ascending = (times: readonly number[]) => times.toSorted((a, b) => a - b)
  return [
    { what: `warm JPEG, ${labelCount} labels, without a verdict`, figure: spread(ascending(without)) },
    {
      what: 'with a verdict',
      figure: `${spread(ascending(withVerdict))}, ${ms(extra)} more, ratio ${(median(withVerdict) / median(without)).toFixed(2)}`,
      target: `≤ ${verdictExtraMsMax} ms more`,
      met: extra <= verdictExtraMsMax,
    },
    { what: `new JPEG, without a verdict (${newPictures} pictures)`, figure: spread(ascending(cold)) },
    {
      what: 'with a verdict that tries twelve copies',
      figure: spread(ascending(tried)),
      target: `p50 ≤ ${newPictureMsMax} ms`,
      met: median(tried) <= newPictureMsMax,
    },
    { what: 'the same picture again', figure: spread(ascending(again)) },
    {
      what: 'first brief of a learned profile',
      figure: ms(first),
      target: `< ${briefMsMax} ms`,
      met: first < briefMsMax,
    },
    {
      what: 'later briefs',
      figure: spread(ascending(later)),
      target: `p99 < ${briefMsMax} ms`,
      met: percentile(ascending(later), 0.99) < briefMsMax,
    },
  ]
}

async function succeed(answer: Promise<{ readonly status: number; readonly text: string }>): Promise<void> {
  const { status, text } = await answer
  if (status !== 200) throw new Error(`${status}: ${text.slice(0, 300)}`)
}
