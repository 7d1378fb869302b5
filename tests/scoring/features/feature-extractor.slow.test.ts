import { parseCidrs } from '@palate/server/network/ip-addresses.ts'
import { createSsrfGuard } from '@palate/server/network/ssrf-guard.ts'
import { rethrowForClient } from '@palate/server/pictures/client-fault.ts'
import { createFeatureExtractor, type FeatureExtractor } from '@palate/server/pictures/features/feature-extractor.ts'
import { createFetcher } from '@palate/server/pictures/fetching/fetcher.ts'
import type { FrameFault } from '@palate/server/pictures/picture-faults.ts'
import { batch, realtime } from '@palate/server/work/work-context.ts'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { writeSmallModel } from '../embedders/small-model.ts'
import { type HostileHost, startHostileHost } from '../hostile-host.ts'

let extractor: FeatureExtractor
let host: HostileHost
let truncatedHost: HostileHost
let picture: Buffer
const fetcher = createFetcher({
  guard: createSsrfGuard({ allow: parseCidrs('127.0.0.0/8') }),
  // Long enough for the good frames on a busy machine.
  limits: { fetchTimeoutMs: 5_000 },
})

beforeAll(async () => {
  const background = { r: 255, g: 0, b: 51 }
  picture = await sharp({ create: { width: 640, height: 360, channels: 3, background } })
    .png()
    .toBuffer()
  const path = await writeSmallModel({ card: { mean: 0, deviation: 1 } })
  extractor = await createFeatureExtractor({ embedder: { kind: 'onnx', path }, workers: 2 })
  host = await startHostileHost(picture)
  truncatedHost = await startHostileHost(picture.subarray(0, Math.floor(picture.length / 2)))
})

afterAll(async () => {
  await Promise.all([extractor.close(), fetcher.close(), host.close(), truncatedHost.close()])
})

async function outcomeOf(url: string): Promise<string> {
  try {
    const fetched = await fetcher.fetch(url)
    if (fetched === 'not_modified') return fetched
    const { width, height } = await extractor.extract(fetched.bytes)
    return `${width}×${height}`
  } catch (error) {
    const { code, retryable } = error as FrameFault
    return retryable ? `${code}, retryable` : code
  }
}

test('the features of a picture are its size, its attributes and its embedding', async () => {
  const features = await extractor.extract(new Uint8Array(picture))
  expect(extractor.dimensions).toBe(3)
  expect([features.width, features.height, features.format]).toEqual([640, 360, 'png'])
  expect([...features.embedding].map((value) => Number(value.toFixed(5)))).toEqual([1, 0, 0.2])
  expect(Object.values(features.attributes).every((value) => value >= 0 && value <= 1)).toBe(true)
  expect(features.attributes.contrast).toBeCloseTo(0, 5)
})

test('the same bytes have the same features, whatever else is extracted concurrently', async () => {
  const noise = Buffer.from(Uint8Array.from({ length: 300 * 200 * 3 }, (_, at) => (at * 7919) % 256))
  const bytes = await sharp(noise, { raw: { width: 300, height: 200, channels: 3 } })
    .jpeg()
    .toBuffer()
  const alone = await extractor.extract(new Uint8Array(bytes))
  const crowd = await Promise.all(Array.from({ length: 12 }, () => extractor.extract(new Uint8Array(bytes))))
  expect(crowd).toEqual(Array(12).fill(alone))
  // By now there are two workers, which share the work on a real-time frame, but not on a batch frame.
  expect(await extractor.extract(new Uint8Array(bytes))).toEqual(alone)
  expect(await extractor.extract(new Uint8Array(bytes), batch)).toEqual(alone)
})

test('a frame has the same numbers alone, in a crowd and in a batch, on one thread or two', async () => {
  const builtin = await createFeatureExtractor({ embedder: { kind: 'builtin' }, workers: 2 })
  const noise = Buffer.from(Uint8Array.from({ length: 640 * 360 * 3 }, (_, at) => (at * 7919 + (at >> 9)) % 256))
  const bytes = await sharp(noise, { raw: { width: 640, height: 360, channels: 3 } })
    .jpeg()
    .toBuffer()
  const extract = (work = realtime) => builtin.extract(new Uint8Array(bytes), work)
  const inBatch = await extract(batch)
  const crowd = await Promise.all(Array.from({ length: 6 }, () => extract()))
  // Both workers have started, so that a frame that is alone uses both.
  const alone = [await extract(), await extract()]
  for (const { attributes, embedding, preview } of [...crowd, ...alone]) {
    expect(attributes).toEqual(inBatch.attributes)
    expect(embedding).toEqual(inBatch.embedding)
    expect(await preview).toEqual(await inBatch.preview)
  }
  expect((await sharp(await inBatch.preview).metadata()).format).toBe('webp')
  await builtin.close()
})

test('the bytes are transferred to the worker without a copy, unless they share their buffer', async () => {
  const own = new Uint8Array(picture)
  await extractor.extract(own)
  expect(own.byteLength).toBe(0)
  const shared = new Uint8Array(picture.length + 10)
  shared.set(picture, 10)
  await extractor.extract(shared.subarray(10))
  expect(shared.byteLength).toBe(picture.length + 10)
})

describe('one request with every kind of bad frame', () => {
  test('returns an error for each, and features for the good frames', async () => {
    const frames = {
      picture: '640×360',
      'status/404': 'fetch_failed',
      'status/503': 'fetch_failed, retryable',
      'silent-headers': 'fetch_timeout, retryable',
      'silent-body': 'fetch_timeout, retryable',
      endless: 'image_too_large',
      'promises-too-much': 'image_too_large',
      'ends-early': 'fetch_failed, retryable',
      'says-less': 'not_an_image',
      'redirect/http%3A%2F%2F169.254.169.254%2Flatest%2F': 'url_forbidden',
      loop: 'fetch_failed',
      html: 'not_an_image',
      empty: 'not_an_image',
      gzip: '640×360',
      'gzip-bomb': 'image_too_large',
      chunked: '640×360',
    }
    const outcomes = await Promise.all(
      Object.keys(frames).map(async (trick) => [trick, await outcomeOf(host.url(trick))] as const),
    )
    expect(Object.fromEntries(outcomes)).toEqual(frames)
    expect(await outcomeOf(truncatedHost.url('picture'))).toBe('not_an_image')
    expect(await outcomeOf(host.url('picture'))).toBe('640×360')
  })
})

test('the event loop stays free while features are extracted', async () => {
  let turns = 0
  let extracting = true
  const turn = () => {
    turns += 1
    if (extracting) setImmediate(turn)
  }
  setImmediate(turn)
  await Promise.all(Array.from({ length: 20 }, () => extractor.extract(new Uint8Array(picture))))
  extracting = false
  expect(turns).toBeGreaterThan(100)
})

test('the memory of pictures is bounded for each account and for all of them', async () => {
  const largest = 10 * 1024 * 1024
  const releases: (() => void)[] = []
  const admitted = async (accountId: string) => {
    const waits: Promise<unknown>[] = []
    const before = releases.length
    for (let i = 0; i < 30; i++) {
      const admission = extractor.admit(largest, { ...realtime, accountId, signal: leave.signal })
      waits.push(admission.then((release) => releases.push(release)).catch(() => {}))
    }
    await new Promise((resolve) => setImmediate(resolve))
    return releases.length - before
  }
  const leave = new AbortController()
  // The first gets 120 of 256 MiB, and each of the others a part of the rest.
  expect([await admitted('a'), await admitted('b'), await admitted('c')]).toEqual([12, 6, 3])
  const count = releases.length
  releases[0]?.()
  await new Promise((resolve) => setImmediate(resolve))
  expect(releases.length).toBe(count + 1)
  leave.abort()
  for (const release of releases) release()
})

test('an account with too many waiting pictures is refused with a retry time', async () => {
  const path = await writeSmallModel({ card: { mean: 0, deviation: 1 } })
  const small = await createFeatureExtractor({ embedder: { kind: 'onnx', path }, workers: 1, queueMax: 1 })
  const admit = (accountId: string) => small.admit(200 * 1024 * 1024, { ...realtime, accountId })
  const [first, second] = [await admit('a'), admit('a')]
  const refusal = await admit('a').catch((error: unknown) => error)
  expect(() => rethrowForClient(refusal)).toThrow(
    expect.objectContaining({ code: 'unavailable', extras: { headers: { 'retry-after': '30' } } }),
  )
  const waiting = [second, admit('b')].map((admission) => admission.then((release) => release()))
  first()
  await Promise.all(waiting)
  await small.close()
})

test('an embedder that cannot be opened is refused with a one-line message', async () => {
  const path = await writeSmallModel({ card: { mean: 0, deviation: 0 } })
  await expect(createFeatureExtractor({ embedder: { kind: 'onnx', path }, workers: 2 })).rejects.toThrow(
    /^\S+model\.onnx: deviation must be above 0; correct it in \S+$/,
  )
})
