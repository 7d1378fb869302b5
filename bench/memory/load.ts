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
/** The default budget. Then the next profile begins, because a model takes memory with the square of its judgements. */
const comparisonsPerProfile = 100

/**
 * Runs a mixture of requests until the signal is aborted: scores, batches, uploads, thumbnails, teaching, events. Returns
 * the number of requests and how many failed: on a busy machine, fetching a picture can take too long.
 */
export async function mixedLoad(fixture: ScoringFixture, served: Served, signal: AbortSignal) {
  let profile = await openProfile(served)
  let count = 0
  let failed = 0
  let uploaded = ''
  let comparisons = 0
  const must = async (method: string, at: string, ask = {}) => {
    const { status, text, body } = await served.call(method, at, ask)
    if (status >= 300) throw new Error(`${method} ${at}: ${status} ${text.slice(0, 300)}`)
    return body
  }
  const newUrls = (length: number) =>
    Array.from({ length }, (_, i) => fixture.newUrl(formats[(count + i) % formats.length] ?? 'jpeg'))

  const activities: readonly (() => Promise<unknown>)[] = [
    () => profile.client.score(newUrls(1)),
    () => profile.client.score(newUrls(1)),
    () => profile.client.score(newUrls(framesPerRequest), 'application/x-ndjson'),
    () => runBatch(served, profile.id, newUrls(framesPerBatch)),
    async () => {
      const raw = new Uint8Array(await noisePicture(count))
      const { id } = await must('POST', `/api/frames/upload?projectId=${projectId}`, {
        raw,
        headers: { 'content-type': 'image/jpeg' },
      })
      await must('GET', `/api/frames/${id}/thumbnail?size=${64 + (count % 400)}`)
      const comparison = { frameA: uploaded, frameB: id, winner: id }
      if (uploaded !== '') await must('POST', `${profile.path}/annotations`, { body: { comparisons: [comparison] } })
      uploaded = id
      comparisons += 1
      if (comparisons % comparisonsPerProfile === 0) profile = await openProfile(served)
    },
    async () => {
      const { frames } = await must('GET', `/v1/frames/recent?projectId=${projectId}&limit=20`)
      for (const { thumbnail } of frames) if (thumbnail) await must('GET', `${thumbnail}?size=large`)
      await must('GET', `${profile.path}/suggestions`)
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
  profile.client.close()
  const { unusable } = await must('GET', `${profile.path}/diagnostics`)
  if (unusable.length > 0) throw new Error(`the comparisons taught nothing: ${unusable[0].message}`)
  return { count, failed }
}

async function openProfile(served: Served) {
  const id = await createProfile(served)
  return { id, path: `/v1/profiles/${id}`, client: createScoreClient(served.url, served.key, id) }
}

/** A new picture of 400 to 1,600 pixels. */
function noisePicture(number: number): Promise<Buffer> {
  const [width, height] = [400 + ((number * 137) % 1200), 300 + ((number * 89) % 900)]
  const noise = { type: 'gaussian', mean: 60 + (number % 130), sigma: 20 } as const
  return sharp({ create: { width, height, channels: 3, background: '#888', noise } })
    .jpeg()
    .toBuffer()
}
