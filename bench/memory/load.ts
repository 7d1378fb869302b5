import { setTimeout as pause } from 'node:timers/promises'
import sharp from 'sharp'
import { runBatch } from '../batch/client.ts'
import { createProfile } from '../harness/profile.ts'
import type { Served } from '../harness/serve.ts'
import { createScoreClient } from '../score/setup/client.ts'
import type { ScoringFixture } from '../score/setup/fixture.ts'
import { formats } from '../score/setup/pictures.ts'

const framesPerRequest = 30
const framesPerBatch = 100
const projectId = 'bench'

/**
 * Runs a mixture of requests until the signal is aborted: scores, batches, uploads, thumbnails, teaching, events. Returns
 * the number of requests and how many failed: on a busy machine, fetching a picture can take too long.
 */
export async function mixedLoad(fixture: ScoringFixture, served: Served, signal: AbortSignal) {
  const profileId = await createProfile(served)
  const path = `/v1/profiles/${profileId}`
  const client = createScoreClient(served.url, served.key, profileId)
  let count = 0
  let failed = 0
  let uploaded = ''
  const must = async (method: string, at: string, ask = {}) => {
    const { status, text, body } = await served.call(method, at, ask)
    if (status >= 300) throw new Error(`${method} ${at}: ${status} ${text.slice(0, 300)}`)
    return body
  }
  await must('PATCH', path, { body: { profileData: { budget: { comparisons: { total: 100_000 } } } } })
  const newUrls = (length: number) =>
    Array.from({ length }, (_, i) => fixture.newUrl(formats[(count + i) % formats.length] ?? 'jpeg'))

  const activities: readonly (() => Promise<unknown>)[] = [
    () => client.score(newUrls(1)),
    () => client.score(newUrls(1)),
    () => client.score(newUrls(framesPerRequest), 'application/x-ndjson'),
    () => runBatch(served, profileId, newUrls(framesPerBatch)),
    async () => {
      const raw = new Uint8Array(await noisePicture(count))
      const { id } = await must('POST', `/api/frames/upload?projectId=${projectId}`, {
        raw,
        headers: { 'content-type': 'image/jpeg' },
      })
      await must('GET', `/api/frames/${id}/thumbnail?size=${64 + (count % 400)}`)
      const comparison = { frameA: uploaded, frameB: `frame:${id}`, winner: `frame:${id}` }
      if (uploaded !== '') await must('POST', `${path}/annotations`, { body: { comparisons: [comparison] } })
      uploaded = `frame:${id}`
    },
    async () => {
      const { frames } = await must('GET', `/v1/frames/recent?projectId=${projectId}&limit=20`)
      for (const { thumbnail } of frames) if (thumbnail) await must('GET', `${thumbnail}?size=large`)
      await must('GET', `${path}/suggestions`)
      await must('GET', `/v1/events?limit=50`)
    },
  ]
  await Promise.all(
    activities.map(async (act) => {
      while (!signal.aborted) {
        count += 1
        await act().catch(() => {
          failed += 1
        })
        await pause(20)
      }
    }),
  )
  client.close()
  return { count, failed }
}

/** A new picture of 400 to 1,600 pixels. */
function noisePicture(number: number): Promise<Buffer> {
  const [width, height] = [400 + ((number * 137) % 1200), 300 + ((number * 89) % 900)]
  const noise = { type: 'gaussian', mean: 60 + (number % 130), sigma: 20 } as const
  return sharp({ create: { width, height, channels: 3, background: '#888', noise } })
    .jpeg()
    .toBuffer()
}
