import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { textOrStream } from './text-or-stream.ts'

const bytesMax = 1000

/** Pieces of 100 bytes, and how many were produced. */
function pieces(count: number) {
  const made = { count: 0 }
  async function* make() {
    for (; made.count < count; made.count++) yield 'é'.repeat(50)
  }
  return { made, body: Readable.from(make(), { objectMode: false, highWaterMark: 1 }) }
}

test('a stream of up to the allowed number of bytes becomes a text', async () => {
  expect(await textOrStream(pieces(10).body, bytesMax)).toBe('é'.repeat(500))
  expect(await textOrStream(pieces(0).body, bytesMax)).toBe('')
})

test('a longer one stays a stream with all its bytes, and is not read further until a reader asks for more', async () => {
  const { body, made } = pieces(100)
  const whole = await textOrStream(body, bytesMax)
  expect(whole).toBeInstanceOf(Readable)
  expect(made.count).toBeLessThan(20)
  expect(await text(whole as Readable)).toBe('é'.repeat(5000))
})

test('the source is destroyed with the stream, whether it was read or not', async () => {
  const { body } = pieces(100)
  const whole = (await textOrStream(body, bytesMax)) as Readable
  whole.destroy()
  await expect.poll(() => body.destroyed).toBe(true)
})

test('the stream passes on failures before and after the limit', async () => {
  async function* failing(count: number) {
    for (let i = 0; i < count; i++) yield 'x'.repeat(100)
    throw new Error('it broke')
  }
  await expect(textOrStream(Readable.from(failing(3)), bytesMax)).rejects.toThrow('it broke')
  const whole = await textOrStream(Readable.from(failing(30)), bytesMax)
  await expect(text(whole as Readable)).rejects.toThrow('it broke')
})
