import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { yieldAfterMs } from '../../packages/server/src/work/event-loop.ts'
import type { Client } from '../harness/client.ts'
import { averageHoldMs } from '../harness/event-loop.ts'
import { readSample } from '../harness/metrics.ts'
import { createProfile } from '../profiles/profile-requests.ts'
import { hugeWebp } from './huge-pictures.ts'
import { dataUrl, paint } from './pictures.ts'
import { type Frame, openStage, profileWith, type Stage, scoreOf, scoresOf } from './scoring-service.ts'

const expensiveFrames = 24

// The queue of pictures is in memory, so the store makes no difference.
describe('one account with expensive pictures', () => {
  let stage: Stage
  let other: Client
  let profile: string
  let otherProfile: string
  beforeAll(async () => {
    stage = await openStage('sqlite', { PALATE_METRICS_PORT: '0' }, undefined, { hasOwnThreads: true })
    other = stage.service.as(await stage.service.newAccount())
    profile = await createProfile(stage.service)
    otherProfile = await createProfile(other)
  })
  afterAll(() => stage.close())

  const picturesStarted = () =>
    readSample(stage.service.metricsUrl, 'palate_scoring_queue_wait_seconds_count{priority="realtime"}')

  it('does not delay another account, and its pictures are dropped when the client disconnects', async () => {
    const expensive: Frame[] = []
    for (let i = 0; i < expensiveFrames; i++) {
      expensive.push({ id: `${i}`, url: dataUrl(await hugeWebp(6900 - i, 7000), 'image/webp') })
    }
    const leave = new AbortController()
    const scored = await streamScores(stage.service, profile, expensive, leave.signal)
    await expect.poll(scored).toBeGreaterThanOrEqual(1)

    await scoreOf(other, otherProfile, await stage.picture('warm', 1))
    expect(scored()).toBeLessThan(expensiveFrames / 2)

    leave.abort()
    // The picture in progress is finished. If the others were still queued, they would also run before this one.
    await scoreOf(other, otherProfile, await stage.picture('warm', 2))
    const started = await picturesStarted()
    expect(started).toBeLessThan(expensiveFrames / 2 + 4)
    await scoreOf(other, otherProfile, await stage.picture('warm', 3))
    expect(await picturesStarted()).toBe(started + 1)
    expect((await other.call('GET', '/readyz')).status).toBe(200)
  })
})

// The queue of steps is in memory as well.
describe('one account with many explained requests', () => {
  let stage: Stage
  beforeAll(async () => {
    stage = await openStage('sqlite')
  })
  afterAll(() => stage.close())

  it('leaves the event loop free after 5 ms of their steps', async () => {
    const dimensions = Array.from({ length: 10 }, (_, i) => `own ${i}`)
    const seeds = Array.from({ length: 32 }, (_, seed) => seed)
    const pictures = await Promise.all(seeds.map((seed) => paint({ mood: 'warm', seed, width: 32, height: 32 })))
    const frames = pictures.map((bytes, i) => ({ id: `${i}`, url: dataUrl(bytes) }))
    const exemplars = dimensions.map((dimension, i) => ({ id: `${i}`, url: frames[i]?.url, dimension, label: 'good' }))
    const profile = await profileWith(stage.service, { exemplars })
    const ask = () => scoresOf(stage.service, profile, frames, { dimensions, explain: true })
    // Reads the pictures, fits the models and compiles the code.
    await ask()
    // 4 ms, because many iterations have less to do. If each waiting request took a step in every iteration: 15 ms.
    expect(await averageHoldMs(() => Promise.all(Array.from({ length: 24 }, ask)))).toBeLessThan(yieldAfterMs)
  })
})

/** Starts a request for lines and returns a function that counts the received ones. */
async function streamScores(client: Client, profileId: string, frames: readonly Frame[], signal: AbortSignal) {
  const response = await fetch(`${client.url}/v1/score`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${client.key}`,
      'content-type': 'application/json',
      accept: 'application/x-ndjson',
    },
    body: JSON.stringify({ profile_id: profileId, frames, dimensions: ['aesthetics'] }),
    signal,
  })
  expect(response.status).toBe(200)
  let text = ''
  const read = async () => {
    const decoder = new TextDecoder()
    for await (const piece of response.body ?? []) text += decoder.decode(piece, { stream: true })
  }
  read().catch(() => {})
  return () => text.split('"type":"score"').length - 1
}
