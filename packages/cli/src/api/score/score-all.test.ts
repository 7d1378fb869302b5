import { Palate } from '@palate/client'
import { expect, test } from 'vitest'
import { scoreAll } from './score-all.ts'

/**
 * The far end scores a frame by the number in its id, and remembers how many frames each request had. A batch ends with
 * this status after `scored` of its frames.
 */
function createFarEnd({ status = 'completed', scored = Number.POSITIVE_INFINITY } = {}) {
  const sizes: number[] = []
  const paths = new Set<string>()
  let open = 0
  let mostOpen = 0
  const fetch = async (address: unknown, request?: RequestInit) => {
    if (request?.method === 'GET') return Response.json({ batch_id: 'batch_1', branch_id: 'main' })
    open += 1
    mostOpen = Math.max(mostOpen, open)
    paths.add(new URL(String(address)).pathname)
    const { frames } = JSON.parse(String(request?.body)) as { frames: { id: string }[] }
    sizes.push(frames.length)
    await new Promise((resolve) => setImmediate(resolve))
    open -= 1
    const scores = frames.map(({ id }) => ({ frame_id: id, aesthetics: Number(/\d+$/.exec(id)) }))
    if (!String(address).endsWith('/batch')) return Response.json({ scores, latency_ms: 1.5 })
    const results = scores
      .map((score, index) => ({ type: 'score', index, ...score, attempts: 1 }))
      .toReversed()
      .map((line, place) => ({ ...line, seq: place + 1 }))
    const counts = { total: frames.length, succeeded: frames.length, failed: 0, canceled: 0 }
    const lines = [
      { type: 'batch', batch_id: 'batch_1', profile_id: 'prof_1', version_id: null, total: frames.length },
      ...results.slice(0, scored),
      {
        type: 'done',
        status,
        counts,
        latency_ms: 1.5,
        model: 'a',
        models: [
          { model: 'a', seq: 1 },
          { model: 'b', seq: 2 },
        ],
      },
    ]
    const body = lines.map((line) => `${JSON.stringify(line)}\n`).join('')
    return new Response(body, { headers: { 'content-type': 'application/x-ndjson' } })
  }
  const palate = new Palate({ apiKey: 'plt_x', fetch: fetch as typeof globalThis.fetch })
  return { palate, sizes, paths, mostOpen: () => mostOpen }
}

const inputsOf = (count: number, url: string) => Array.from({ length: count }, (_, i) => ({ id: `frame ${i}`, url }))

test('more than 32 pictures are scored as batches of 200, two at a time, and come back in their order', async () => {
  const { palate, sizes, paths, mostOpen } = createFarEnd()
  let done = 0
  const inputs = inputsOf(700, 'https://example.com/a.png')
  const { scores, latency_ms, states, models } = await scoreAll(palate, { request: {} }, inputs, (count) => {
    done += count
  })
  expect(sizes).toEqual([200, 200, 200, 100])
  expect(paths).toEqual(new Set(['/v1/score/batch']))
  expect(mostOpen()).toBe(2)
  expect(done).toBe(700)
  expect(scores).toEqual(inputs.map(({ id }, i) => ({ frame_id: id, aesthetics: i })))
  expect(latency_ms).toBe(6)
  expect(states).toEqual([{ branchId: 'main', versionId: null }])
  expect(models).toEqual(['a', 'b'])
})

test.each([
  { count: 32, thumbnails: false, expected: [32] },
  { count: 70, thumbnails: true, expected: [32, 32, 6] },
])(
  '$count pictures with thumbnails $thumbnails are scored 32 to a request',
  async ({ count, thumbnails, expected }) => {
    const { palate, sizes, paths } = createFarEnd()
    const inputs = inputsOf(count, 'https://example.com/a.png')
    const { scores } = await scoreAll(palate, { request: { thumbnails } }, inputs)
    expect(sizes).toEqual(expected)
    expect(paths).toEqual(new Set(['/v1/score']))
    expect(scores.map(({ aesthetics }) => aesthetics)).toEqual(inputs.map((_, i) => i))
  },
)

test('a batch that somebody cancels keeps its results, and the other pictures fail', async () => {
  const { palate } = createFarEnd({ status: 'canceled', scored: 30 })
  const request = { dimensions: ['aesthetics'] }
  const { scores } = await scoreAll(palate, { request }, inputsOf(40, 'https://example.com/a.png'))
  const message = 'the batch was canceled before this picture'
  expect(scores[9]).toEqual({
    frame_id: 'frame 9',
    aesthetics: null,
    error: { code: 'batch_ended', message, retryable: true },
  })
  expect(scores.filter(({ error }) => error)).toHaveLength(10)
  expect(scores[39]).toEqual({ frame_id: 'frame 39', aesthetics: 39 })
})

test('a request holds 8,000,000 characters of pictures, or one that is larger', async () => {
  const { palate, sizes } = createFarEnd()
  await scoreAll(palate, { request: {} }, inputsOf(5, `data:,${'x'.repeat(3_500_000)}`))
  await scoreAll(palate, { request: {} }, inputsOf(2, `data:,${'x'.repeat(9_000_000)}`))
  expect(sizes).toEqual([2, 2, 1, 1, 1])
})

test('a file that cannot be read fails in its place', async () => {
  const { palate } = createFarEnd()
  const inputs = [{ id: '/no/such/file 1' }, ...inputsOf(1, 'data:,')]
  const [first, second] = (await scoreAll(palate, { request: {} }, inputs)).scores
  expect(first).toMatchObject({ frame_id: '/no/such/file 1', error: { code: 'unreadable', retryable: false } })
  expect(second).toEqual({ frame_id: 'frame 0', aesthetics: 0 })
})
