import { Palate } from '@palate/client'
import { expect, test } from 'vitest'
import { scoreAll } from './score-all.ts'

/** The far end scores a frame by the number in its id, and remembers how many frames each request had. */
function createFarEnd() {
  const sizes: number[] = []
  let open = 0
  let mostOpen = 0
  const fetch = async (_: unknown, request?: RequestInit) => {
    open += 1
    mostOpen = Math.max(mostOpen, open)
    const { frames } = JSON.parse(String(request?.body)) as { frames: { id: string }[] }
    sizes.push(frames.length)
    await new Promise((resolve) => setImmediate(resolve))
    open -= 1
    const scores = frames.map(({ id }) => ({ frame_id: id, aesthetics: Number(/\d+$/.exec(id)) }))
    return Response.json({ scores, latency_ms: 1.5 })
  }
  const palate = new Palate({ apiKey: 'plt_x', fetch: fetch as typeof globalThis.fetch })
  return { palate, sizes, mostOpen: () => mostOpen }
}

const inputsOf = (count: number, url: string) => Array.from({ length: count }, (_, i) => ({ id: `frame ${i}`, url }))

test('pictures are scored 32 to a request, two requests at a time, and come back in their order', async () => {
  const { palate, sizes, mostOpen } = createFarEnd()
  let done = 0
  const inputs = inputsOf(100, 'https://example.com/a.png')
  const { scores, latency_ms } = await scoreAll(palate, { request: {} }, inputs, (count) => {
    done += count
  })
  expect(sizes).toEqual([32, 32, 32, 4])
  expect(mostOpen()).toBe(2)
  expect(done).toBe(100)
  expect(scores.map(({ aesthetics }) => aesthetics)).toEqual(inputs.map((_, i) => i))
  expect(latency_ms).toBe(6)
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
