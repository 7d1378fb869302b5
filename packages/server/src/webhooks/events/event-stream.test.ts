import { expect, test } from 'vitest'
import type { Store } from '../../store/store.ts'
import type { EventLogReader } from './event-log.ts'
import { createEventStreams, createStreamSlots } from './event-stream.ts'

test('an idle stream sends comments, and ends when the signal aborts', async () => {
  const log = { findEnd: async () => 0 } as unknown as EventLogReader
  const store = { unavailability: () => undefined } as unknown as Store
  const ending = new AbortController()
  const streams = createEventStreams({ store }, log, 5)
  const body = await streams.open('acct', {}, undefined, ending.signal)
  const sent: string[] = []
  for await (const text of body) {
    sent.push(String(text))
    if (sent.length === 3) ending.abort()
  }
  expect(sent.slice(0, 3)).toEqual([': open\n\n', ': keep-alive\n\n', ': keep-alive\n\n'])
})

test('the number of streams is limited per process and per account', () => {
  const { enter } = createStreamSlots(3, 2)
  const leave = enter('a')
  enter('a')
  expect(() => enter('a')).toThrow('2 event streams')
  enter('b')
  expect(() => enter('c')).toThrow('try again later')
  leave()
  leave()
  enter('c')
  expect(() => enter('c')).toThrow('try again later')
})
