import { IncomingMessage, ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import { expect, test } from 'vitest'
import { createUnsentResponses } from './unsent-responses.ts'

function response(): ServerResponse {
  return new ServerResponse(new IncomingMessage(new Socket()))
}

test('past the limit, the network with the most unread bytes is disconnected, oldest response first', () => {
  const closed: string[] = []
  const unsent = createUnsentResponses((network, bytes) => closed.push(`${network} ${bytes}`), 100)
  const [honest, first, second, third] = [response(), response(), response(), response()]
  unsent.add(honest, '192.0.2.1', 30)
  unsent.add(first, '192.0.2.2', 30)
  unsent.add(second, '192.0.2.2', 31)
  expect(closed).toEqual([])
  unsent.add(third, '192.0.2.2', 32)
  expect(closed).toEqual(['192.0.2.2 30'])
  expect([honest, first, second, third].map(({ destroyed }) => destroyed)).toEqual([false, true, false, false])
  expect(unsent.total).toBe(93)
})

test('a response counts once, until it is closed', () => {
  const unsent = createUnsentResponses(() => {}, 100)
  const one = response()
  unsent.add(one, '192.0.2.1', 60)
  unsent.add(response(), '192.0.2.1', 60)
  one.emit('close')
  expect(unsent.total).toBe(60)
})
