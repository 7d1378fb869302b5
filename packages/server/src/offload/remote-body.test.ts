import { once } from 'node:events'
import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { MessageChannel } from 'node:worker_threads'
import { Fault } from '@palate/core/fault.ts'
import { expect, test } from 'vitest'
import type { CheckedRequest } from '../http/request/check-request.ts'
import type { OffloadMethods } from './offload-thread.ts'
import {
  charactersPerPieceMax,
  createRemoteBodies,
  framesPerPieceMax,
  joinChecked,
  readRemoteBody,
} from './remote-body.ts'
import { connect, type FailureOf } from './rpc.ts'

/** Sends a body from one end, and reads it at the other. */
function passOn(body: string | Buffer | Readable | null, failureOf?: FailureOf) {
  const { port1, port2 } = new MessageChannel()
  const { send, read, close } = createRemoteBodies()
  connect(port1, { readBody: read, closeBody: close }, failureOf)
  const { call } = connect<OffloadMethods>(port2)
  const holds = { now: 0 }
  const hold = () => {
    holds.now += 1
    return () => {
      holds.now -= 1
    }
  }
  const sent = send({ status: 200, mediaType: 'text/plain', body })
  if ('checked' in sent) throw new Error('this is no response')
  const received = sent.stream === undefined ? sent.answer.body : readRemoteBody({ call, hold }, sent.stream)
  return { received, holds, stop: () => port1.close() }
}

function streamed(body: Readable, failureOf?: FailureOf) {
  const { received, ...rest } = passOn(body, failureOf)
  return { received: received as unknown as Readable, ...rest }
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

test('short texts arrive with the response, long ones and streams piece by piece', async () => {
  expect(passOn(null).received).toBe(null)
  expect(passOn('short').received).toBe('short')
  const long = 'é'.repeat(300_000)
  for (const body of [long, Buffer.from(long)]) expect(await text(passOn(body).received as never)).toBe(long)
  const { received } = streamed(Readable.from(['é', Buffer.from('ü'), 'x'.repeat(300_000)]))
  expect(await text(received)).toBe(`éü${'x'.repeat(300_000)}`)
  expect(await text(streamed(Readable.from([])).received)).toBe('')
})

test('memory that others share is not moved', async () => {
  const shared = Buffer.from('shared')
  expect(await text(streamed(Readable.from([shared])).received)).toBe('shared')
  expect(shared.toString()).toBe('shared')
})

test('pieces are taken only as fast as they are read, and none if they are never read', async () => {
  const { stream, counted } = countingStream(50)
  const { received } = streamed(stream)
  await nextTurn()
  expect(counted.taken).toBe(0)
  await received[Symbol.asyncIterator]().next()
  for (let turns = 0; turns < 20; turns++) await nextTurn()
  expect(counted.taken).toBeLessThan(10)
  received.destroy()
  await once(stream, 'close')
})

test('if the reader leaves, before or while reading, the stream is destroyed, and the thread may end', async () => {
  for (const isRead of [false, true]) {
    const { stream } = countingStream(50)
    const { received, holds } = streamed(stream)
    if (isRead) await received[Symbol.asyncIterator]().next()
    expect(holds.now).toBe(1)
    received.destroy()
    await once(stream, 'close')
    expect([stream.destroyed, holds.now]).toEqual([true, 0])
  }
})

test('an error of the stream is an error of the reader', async () => {
  async function* failing() {
    yield 'x'
    throw new Error('no store')
  }
  const { received } = streamed(Readable.from(failing()), () => new Fault('unavailable', 'try again'))
  await expect(text(received)).rejects.toEqual(new Fault('unavailable', 'try again'))
})

test('if the thread stops before a stream is read, only its reader sees the error', async () => {
  const { received, stop } = streamed(Readable.from(['x']))
  stop()
  await nextTurn()
  await expect(text(received)).rejects.toMatchObject({ code: 'unavailable' })
})

test('the frames of a checked request arrive in pieces, by their number and length', async () => {
  const { port1, port2 } = new MessageChannel()
  const { sendChecked, read, close } = createRemoteBodies()
  const pieces: number[] = []
  const readBody = async (stream: number) => {
    const piece = await read(stream)
    if (piece) pieces.push(piece.length)
    return piece
  }
  connect(port1, { readBody, closeBody: close })
  const { call } = connect<OffloadMethods>(port2)
  const frameOf = (id: number, characters: number) => ({ id: `${id}`, url: 'x'.repeat(characters) })
  const short = Array.from({ length: framesPerPieceMax + 1 }, (_, i) => frameOf(i, 10))
  const long = [1, 2, 3, 4].map((i) => frameOf(i, charactersPerPieceMax / 2 - 10))
  const frames = [...short, frameOf(0, 2 * charactersPerPieceMax), ...long]
  const input = { params: {}, query: {}, body: { profile_id: 'p', frames } }
  const checked = { input, attempt: undefined } as unknown as CheckedRequest
  const sent = sendChecked(checked)
  if (!('checked' in sent)) throw new Error('this is a response')
  expect(sent.checked.input.body).toEqual({ profile_id: 'p', frames: [] })
  expect(await joinChecked({ call }, sent.checked, sent.stream)).toEqual(checked)
  expect(pieces).toEqual([framesPerPieceMax, 1, 1, 2, 2])
  const other = { input: { ...input, body: { profile_id: 'p' } }, attempt: undefined } as unknown as CheckedRequest
  expect(sendChecked(other)).toEqual({ checked: other })
  port1.close()
})
