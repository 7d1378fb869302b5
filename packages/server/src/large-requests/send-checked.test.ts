import { MessageChannel } from 'node:worker_threads'
import { expect, test } from 'vitest'
import type { CheckedRequest } from '../http/request/check-request.ts'
import type { RequestMessage } from './messages.ts'
import { receiveAnswer } from './receive-answer.ts'
import { charactersPerPieceMax, itemsPerPieceMax, sendChecked } from './send-checked.ts'

/** What arrives, and the number of items in the largest piece of a list. */
async function passOn(body: unknown) {
  const checked = { input: { params: { id: 'p' }, query: {}, body }, attempt: undefined } as CheckedRequest
  const { port1, port2 } = new MessageChannel()
  const pieces: (readonly unknown[])[] = []
  port1.on('message', (message: RequestMessage) => void ('list' in message && pieces.push(message.items)))
  const received = receiveAnswer(port1)
  sendChecked(port2, checked)
  expect(await received).toEqual({ checked })
  return pieces
}

test('a checked body without long lists is sent whole', async () => {
  expect(await passOn({ frames: [1, 2], dimensions: ['a'] })).toEqual([])
  expect(await passOn(undefined)).toEqual([])
})

test('long lists of a checked body are sent in pieces and arrive unchanged', async () => {
  const frames = Array.from({ length: 2 * itemsPerPieceMax + 1 }, (_, i) => ({ id: `f${i}`, url: 'data:,' }))
  const pieces = await passOn({ profile_id: 'p', frames, dimensions: ['a'], other: frames.map(({ id }) => id) })
  expect(pieces.map((piece) => piece.length)).toEqual([500, 500, 1, 500, 500, 1])
  const large = Array.from({ length: 5 }, (_, i) => ({ id: i, url: 'x'.repeat(charactersPerPieceMax / 2) }))
  expect((await passOn({ frames: large })).map((piece) => piece.length)).toEqual([1, 1, 1, 1, 1])
})
