import { expect, test } from 'vitest'
import type { Store } from '../../store/store.ts'
import type { EventLogReader } from './event-log-reader.ts'
import { createEventStreams } from './event-stream.ts'
import { createStreamSlots } from './stream-slots.ts'

const caller = { accountId: 'acct', keyId: 'key', projectId: null, scopes: null, expiresAt: null }

test('a silent stream sends comments, and ends when its key does', async () => {
  const log = { findEnd: async () => 0 } as unknown as EventLogReader
  const store = { unavailability: () => undefined } as unknown as Store
  let isActive = true
  const timing = { keepAliveEveryMs: 5, keyCheckEveryMs: 5 }
  const streams = createEventStreams({ store }, log, async () => isActive, timing)
  const body = await streams.open(caller, {}, undefined, new AbortController().signal)
  const sent: string[] = []
  for await (const text of body) {
    sent.push(String(text))
    if (sent.length === 3) isActive = false
  }
  expect(sent.slice(0, 3)).toEqual([': open\n\n', ': keep-alive\n\n', ': keep-alive\n\n'])
})

test('the number of streams is bounded for a process and for an account', () => {
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
