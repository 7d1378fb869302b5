import { once } from 'node:events'
import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { MessageChannel } from 'node:worker_threads'
import { Fault } from '@palate/core/fault.ts'
import { expect, test } from 'vitest'
import { receiveStream, sendStream } from './rpc-streams.ts'

const asIs = (error: unknown) => error
const bytes = { objectMode: false }

function passOn(stream: Readable, failureOf = asIs): Readable {
  return receiveStream(sendStream(stream, failureOf), bytes)
}

/** Counts the pieces that were taken from it. */
function countingStream(pieces: number) {
  const counted = { taken: 0 }
  function* piecesOf() {
    for (; counted.taken < pieces; counted.taken += 1) yield Buffer.alloc(100_000, 'x')
  }
  const stream = Readable.from(piecesOf(), { objectMode: false, highWaterMark: 1 })
  return { stream, counted }
}

test('texts, bytes and objects arrive unchanged', async () => {
  expect(await text(passOn(Readable.from(['é', Buffer.from('ü'), 'x'.repeat(300_000)])))).toBe(
    `éü${'x'.repeat(300_000)}`,
  )
  const items = [{ list: 'a', items: [1] }, { list: 'b' }]
  const port = sendStream(Readable.from(items), asIs)
  expect(await receiveStream(port, { objectMode: true }).toArray()).toEqual(items)
  expect(await text(passOn(Readable.from([])))).toBe('')
})

test('memory that others share is not moved', async () => {
  const shared = Buffer.from('shared')
  expect(await text(passOn(Readable.from([shared])))).toBe('shared')
  expect(shared.toString()).toBe('shared')
})

test('pieces are taken only as fast as they are read, and none if they are never read', async () => {
  const { stream, counted } = countingStream(50)
  const received = passOn(stream)
  await nextTurn()
  expect(counted.taken).toBe(0)
  const reader = received[Symbol.asyncIterator]()
  await reader.next()
  for (let turns = 0; turns < 20; turns++) await nextTurn()
  expect(counted.taken).toBeLessThan(10)
  received.destroy()
  await once(stream, 'close')
})

test('if the reader leaves, before or while reading, the stream is destroyed', async () => {
  for (const read of [false, true]) {
    const { stream } = countingStream(50)
    const received = passOn(stream)
    if (read) await received[Symbol.asyncIterator]().next()
    received.destroy()
    await once(stream, 'close')
    expect(stream.destroyed).toBe(true)
  }
})

test('an error of the stream is an error of the reader', async () => {
  async function* failing() {
    yield 'x'
    throw new Error('no store')
  }
  const received = passOn(Readable.from(failing()), () => new Fault('unavailable', 'try again'))
  await expect(text(received)).rejects.toEqual(new Fault('unavailable', 'try again'))
})

test('if the thread stops before a stream is read, only its reader sees the error', async () => {
  const { port1, port2 } = new MessageChannel()
  const received = receiveStream(port1, bytes)
  port2.close()
  await once(port1, 'close')
  await nextTurn()
  await expect(text(received)).rejects.toMatchObject({ code: 'unavailable' })
})

test('if it stops after the reader has left, nobody does', async () => {
  const { port1, port2 } = new MessageChannel()
  const received = receiveStream(port1, bytes)
  received.read()
  port2.close()
  await new Promise((resolve) => received.on('close', resolve))
  expect(received.errored).toMatchObject({ code: 'unavailable' })
})
