import { createHash } from 'node:crypto'
import { parseCidrs } from '@palate/server/scoring/addresses.ts'
import { createFeatureReader, type FeatureReader, type Features } from '@palate/server/scoring/features.ts'
import { createFetcher } from '@palate/server/scoring/fetch.ts'
import { createFrameReader, type FeatureMemory, type FrameReaderOptions } from '@palate/server/scoring/frame-reader.ts'
import { createGuard } from '@palate/server/scoring/guard.ts'
import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type EvilHost, startEvilHost } from './evil-host.ts'
import { writeSmallModel } from './small-model.ts'

let features: FeatureReader
let host: EvilHost
let picture: Buffer
let contentHash: string
let embedded: number
let kept: Map<string, Features>
const fetcher = createFetcher({
  guard: createGuard({ allow: parseCidrs('127.0.0.0/8') }),
  limits: { fetchTimeoutMs: 1_000 },
})

beforeAll(async () => {
  picture = await sharp({ create: { width: 32, height: 16, channels: 3, background: '#ff0000' } })
    .png()
    .toBuffer()
  contentHash = createHash('sha256').update(picture).digest('hex')
  const path = await writeSmallModel({ card: { mean: 0, deviation: 1 } })
  features = await createFeatureReader({ embedder: { kind: 'onnx', path }, workers: 1 })
  host = await startEvilHost(picture)
})
afterAll(() => Promise.all([features.close(), fetcher.close(), host.close()]))
beforeEach(() => {
  embedded = 0
  kept = new Map()
})

function readerWith(options: Partial<FrameReaderOptions> = {}) {
  const memory: FeatureMemory = {
    find: async (hash) => kept.get(hash),
    keep: async (hash, found) => void kept.set(hash, found),
  }
  const reader: FrameReaderOptions['reader'] = {
    read: (bytes, readOptions) => {
      embedded += 1
      return features.read(bytes, readOptions)
    },
  }
  return createFrameReader({ fetcher, reader, memory, ...options })
}

const dataUrl = () => `data:image/png;base64,${picture.toString('base64')}`
const red = { width: 32, height: 16, format: 'png', embedding: Float32Array.of(1, 0, 0) }

test('a frame is read from http, from a data address and from the library, and embedded once for all of them', async () => {
  const reader = readerWith()
  const openFrame = async (id: string) => (id === 'frm_1' ? new Uint8Array(picture) : undefined)
  for (const url of [host.url('picture'), dataUrl(), 'frame:frm_1', host.url('chunked')]) {
    expect(await reader.read(url, { openFrame })).toMatchObject({ contentHash, features: red })
  }
  expect(embedded).toBe(1)
  expect([...kept.keys()]).toEqual([contentHash])
})

test('the same picture asked for many times at once is embedded once', async () => {
  const reader = readerWith()
  const urls = Array.from({ length: 20 }, (_, at) => (at % 2 === 0 ? host.url('picture') : dataUrl()))
  const frames = await Promise.all(urls.map((url) => reader.read(url)))
  expect(frames.every((frame) => frame.contentHash === contentHash)).toBe(true)
  expect(embedded).toBe(1)
})

test('a picture that its host says is unchanged is not sent again', async () => {
  const reader = readerWith()
  await reader.read(host.url('cached'))
  const before = host.requests.length
  expect(await reader.read(host.url('cached'))).toMatchObject({ contentHash, features: red })
  expect(host.requests.slice(before).map(({ headers }) => headers['if-none-match'])).toEqual(['"picture-1"'])
  expect(embedded).toBe(1)
})

test('a picture whose features were forgotten is fetched whole', async () => {
  const reader = readerWith()
  await reader.read(host.url('cached'))
  kept.clear()
  expect(await reader.read(host.url('cached'))).toMatchObject({ contentHash, features: red })
  expect(host.requests.at(-1)?.headers['if-none-match']).toBeUndefined()
  expect(embedded).toBe(2)
})

test('the number of remembered addresses is bounded', async () => {
  const reader = readerWith({ addressesMax: 1 })
  for (const url of [host.url('cached'), host.url('cached?other'), host.url('cached')]) await reader.read(url)
  expect(host.requests.slice(-3).map(({ headers }) => headers['if-none-match'])).toEqual(Array(3).fill(undefined))
})

test('a frame that cannot be read says why, and is tried anew the next time', async () => {
  const reader = readerWith()
  await expect(reader.read('frame:frm_2')).rejects.toMatchObject({ code: 'frame_not_found', retryable: false })
  await expect(reader.read('ftp://host/a.png')).rejects.toMatchObject({ code: 'url_forbidden' })
  await expect(reader.read('data:,hello')).rejects.toMatchObject({ code: 'not_an_image' })
  await expect(reader.read('data:,hello')).rejects.toMatchObject({ code: 'not_an_image' })
  await expect(reader.read(host.url('html'))).rejects.toMatchObject({ code: 'not_an_image' })
  await expect(readerWith({ frameBytesMax: 10 }).read(dataUrl())).rejects.toMatchObject({ code: 'image_too_large' })
  expect(kept.size).toBe(0)
})

test('frames of a silent host hold up no others, however few may be in hand', async () => {
  const reader = readerWith({ framesInHandMax: 1 })
  const leave = new AbortController()
  const silent = Array.from({ length: 3 }, () => reader.read(host.url('silent-headers'), { signal: leave.signal }))
  expect(await reader.read(host.url('picture'))).toMatchObject({ contentHash })
  expect(await reader.read(dataUrl())).toMatchObject({ contentHash })
  leave.abort(new Error('the client left'))
  const outcomes = await Promise.allSettled(silent)
  expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected'])
})

test('no more frames wait for a worker than may be in hand: the next is not fetched before', async () => {
  let finish = () => {}
  const busy = new Promise<void>((resolve) => {
    finish = resolve
  })
  const fetched: string[] = []
  const reader = readerWith({
    framesInHandMax: 1,
    fetcher: {
      fetch: async (url, options) => {
        const answer = await fetcher.fetch(url, options)
        fetched.push(new URL(url).search)
        return answer
      },
    },
    reader: { read: (bytes) => busy.then(() => features.read(bytes)) },
  })
  const frames = [reader.read(host.url('picture?1')), reader.read(host.url('picture?2'))]
  await expect.poll(() => fetched.length).toBe(1)
  finish()
  await Promise.all(frames)
  expect(fetched.length).toBe(2)
})
