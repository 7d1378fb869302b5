import { afterEach, expect, test, vi } from 'vitest'
import { failureOf, Sender, type Sending } from './send.ts'

afterEach(() => vi.useRealTimers())

test('an attempt that cannot start is a failure and leaves no timer', async () => {
  vi.useFakeTimers()
  const dispatch = () => {
    throw new Error('the pool is closed')
  }
  const sending = { pool: { dispatch }, path: '/', headers: {}, body: '{}', nowMs: 0 } as unknown as Sending
  const sender = new Sender()
  expect(await sender.send(sending)).toEqual({
    status: null,
    error: 'the connection was refused or lost',
    response: null,
    retryAfterMs: 0,
  })
  expect(vi.getTimerCount()).toBe(0)
})

test('only a forbidden address is reported as forbidden', () => {
  const forbidden = Object.assign(new Error('the host is not on the public internet'), { code: 'url_forbidden' })
  expect(failureOf(forbidden).error).toBe('url_forbidden: the host is not on the public internet')
  expect(failureOf(new Error('out of memory')).error).toBe('the connection was refused or lost')
})
