import { setTimeout as pause } from 'node:timers/promises'
import { measureAttributes, type Pixels } from '@palate/core/taste/attributes.ts'
import { withCellHidden } from '@palate/core/taste/regions/hidden-cell.ts'
import { decodePicture, forAttributes, forEmbedder } from '@palate/server/pictures/decoding/decode.ts'
import { openEmbedder } from '@palate/server/pictures/embedders/open-embedder.ts'
import sharp from 'sharp'
import { createProfile } from '../harness/profile.ts'
import { type Line, median, ms, percentile } from '../harness/report.ts'
import { processorMs } from '../harness/serve.ts'
import { createScoreClient } from '../score/setup/client.ts'
import { openScoringFixture } from '../score/setup/fixture.ts'

const cells = 16
const rounds = 20
const requests = 40
const msMax = 150
const besideMs = 8000
const framesWithRegions = 50

/** What 4 × 4 regions take: on one thread beside the bare readings, from the service, and from another account. */
export async function measureRegionCost(): Promise<readonly Line[]> {
  const fixture = await openScoringFixture()
  const served = await fixture.serve()
  try {
    const pictures = await squaresOf(fixture.jpegs)
    const urls = pictures.map((bytes) => `data:image/jpeg;base64,${bytes.toString('base64')}`)
    const client = createScoreClient(served.url, served.key, await createProfile(served), { explain: true })
    const regional = createScoreClient(served.url, served.key, await createProfile(served), {
      ...{ explain: true, regions: true },
    })
    for (const url of urls.slice(-4)) await regional.score([url])
    const plain: number[] = []
    const withRegions: number[] = []
    const known: number[] = []
    for (const url of urls.slice(0, requests)) plain.push(await client.score([url]))
    const used = processorMs(served.child)
    for (const url of urls.slice(0, requests)) withRegions.push(await regional.score([url]))
    const usedMs = (processorMs(served.child) - used) / requests
    for (const url of urls.slice(0, requests)) known.push(await regional.score([url]))
    const more = median(withRegions) - median(plain)
    const others = await besideRegions(fixture, served, urls)
    client.close()
    regional.close()
    return [
      ...(await readingLines(pictures)),
      {
        what: `a picture whose features are known, with 4 × 4 regions (${requests} requests)`,
        figure: `p50 ${ms(median(withRegions))}, ${usedMs.toFixed(0)} ms of processor time`,
        target: `p50 ≤ ${msMax} ms`,
        met: median(withRegions) <= msMax,
      },
      { what: 'more than a new picture with an explanation alone', figure: ms(more) },
      { what: 'the same picture again', figure: `p50 ${ms(median(known))}` },
      ...others,
    ]
  } finally {
    await served.stop()
    await fixture.close()
  }
}

/** Squares of which no two have the same bytes. */
function squaresOf(jpegs: readonly Uint8Array[]): Promise<readonly Buffer[]> {
  return Promise.all(
    Array.from({ length: requests + framesWithRegions }, (_, i) =>
      sharp(jpegs[i % jpegs.length])
        .resize(360 + i, 360 + i, { fit: 'cover' })
        .jpeg()
        .toBuffer(),
    ),
  )
}

/** The processor time of sixteen copies beside that of sixteen bare readings of the same picture. */
async function readingLines(pictures: readonly Buffer[]): Promise<readonly Line[]> {
  const embedder = await openEmbedder({ kind: 'builtin' })
  const bare: number[] = []
  const hidden: number[] = []
  for (let round = 0; round < rounds; round++) {
    const picture = await decodePicture(pictures[round] as Buffer, embedder.picture)
    const read = async (decoded: Pixels) => {
      const copy = { ...picture, decoded }
      measureAttributes(forAttributes(copy))
      await embedder.embed([forEmbedder(copy, embedder.picture)])
    }
    bare.push(
      await processorTimeOf(async () => {
        for (let cell = 0; cell < cells; cell++) await read(picture.decoded)
      }),
    )
    hidden.push(
      await processorTimeOf(async () => {
        for (let cell = 0; cell < cells; cell++) {
          await read(withCellHidden(picture.decoded, { rows: 4, columns: 4, cell }) as Pixels)
        }
      }),
    )
  }
  await embedder.close()
  const ratio = (median(hidden) / median(bare)).toFixed(2)
  return [
    { what: `${cells} bare readings on one thread`, figure: `${ms(median(bare))} of processor time` },
    { what: `${cells} copies with a hidden cell`, figure: `${ms(median(hidden))} of processor time, ratio ${ratio}` },
  ]
}

async function processorTimeOf(work: () => Promise<unknown>): Promise<number> {
  const before = process.cpuUsage()
  await work()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1000
}

/** New single frames of another account, alone and during requests of 50 frames with regions. */
async function besideRegions(
  fixture: Awaited<ReturnType<typeof openScoringFixture>>,
  served: Awaited<ReturnType<(typeof fixture)['serve']>>,
  urls: readonly string[],
): Promise<readonly Line[]> {
  const stranger = served.as(await fixture.newAccount())
  const own = createScoreClient(stranger.url, stranger.key, await createProfile(stranger))
  const singles = async () => {
    const until = performance.now() + besideMs
    const times: number[] = []
    while (performance.now() < until) {
      times.push(await own.score([fixture.newUrl()]))
      await pause(10)
    }
    return times.toSorted((a, b) => a - b)
  }
  const alone = await singles()
  const leave = new AbortController()
  const loading = (async () => {
    for (let round = 0; !leave.signal.aborted; round++) {
      const heavy = createScoreClient(served.url, served.key, await createProfile(served), {
        ...{ explain: true, regions: true },
      })
      const fresh = await Promise.all(urls.slice(-framesWithRegions).map((url) => retouched(url, round)))
      await heavy.score(fresh, undefined, leave.signal).catch((error) => {
        if (!leave.signal.aborted) throw error
      })
      heavy.close()
    }
  })()
  await pause(1000)
  const beside = await singles()
  leave.abort()
  await loading
  own.close()
  const figure = (times: readonly number[]) => `p50 ${ms(percentile(times, 0.5))}, p99 ${ms(percentile(times, 0.99))}`
  const ratioOf = (share: number) => (percentile(beside, share) / percentile(alone, share)).toFixed(1)
  return [
    { what: 'new single frames of another account, alone', figure: figure(alone) },
    {
      what: `… during requests of ${framesWithRegions} frames with regions`,
      figure: `${figure(beside)}, ratio ${ratioOf(0.5)} (p50), ${ratioOf(0.99)} (p99)`,
      target: 'p50 < 60 ms',
      met: percentile(beside, 0.5) < 60,
    },
  ]
}

/** The same picture with other bytes. */
async function retouched(url: string, round: number): Promise<string> {
  const bytes = Buffer.from(url.slice(url.indexOf(',') + 1), 'base64')
  const quality = 60 + (round % 30)
  return `data:image/jpeg;base64,${(await sharp(bytes).jpeg({ quality }).toBuffer()).toString('base64')}`
}
