import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  defaultRetryPausesMs,
  parseRetryPauses,
  pauseAfter,
  retryAfterMsMax,
  retryAfterMsOf,
  retryPauseMsMax,
  retryPausesMax,
} from './retry.ts'

const [second, minute, hour] = [1000, 60_000, 3_600_000]

test('there are ten attempts: at once, 5 s, 5 min, 30 min, 2 h, 5 h, 10 h, 14 h, 20 h, 24 h', () => {
  const pauses = Array.from({ length: 10 }, (_, i) => pauseAfter(i + 1, defaultRetryPausesMs, 0.5))
  expect(pauses).toEqual([
    5 * second,
    5 * minute,
    30 * minute,
    2 * hour,
    5 * hour,
    10 * hour,
    14 * hour,
    20 * hour,
    24 * hour,
    undefined,
  ])
})

test('each pause has a jitter of ten percent, and no more', () => {
  expect([0, 0.5, 1].map((chance) => pauseAfter(1, [1000], chance))).toEqual([900, 1000, 1100])
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: retryPauseMsMax }),
      fc.double({ min: 0, max: 1, noNaN: true }),
      (ms, chance) => {
        const pause = pauseAfter(1, [ms], chance) ?? -1
        expect(pause).toBeGreaterThanOrEqual(ms * 0.9 - 1e-6)
        expect(pause).toBeLessThanOrEqual(ms * 1.1 + 1e-6)
      },
    ),
  )
})

test('Retry-After makes a pause longer, never shorter, and never longer than a day', () => {
  expect(pauseAfter(1, [1000], 0.5, 5000)).toBe(5000)
  expect(pauseAfter(1, [1000], 0.5, 10)).toBe(1000)
  expect(pauseAfter(1, [1000], 0.5, 30 * retryAfterMsMax)).toBe(retryAfterMsMax)
  expect(pauseAfter(2, [1000], 0.5, 5000)).toBe(undefined)
})

test('Retry-After is seconds or a date; anything else is ignored', () => {
  const now = Date.parse('2026-01-01T00:00:00Z')
  expect(retryAfterMsOf('120', now)).toBe(120_000)
  expect(retryAfterMsOf(' 0 ', now)).toBe(0)
  expect(retryAfterMsOf('Thu, 01 Jan 2026 00:01:00 GMT', now)).toBe(60_000)
  expect(retryAfterMsOf('Wed, 31 Dec 2025 00:00:00 GMT', now)).toBe(0)
  for (const text of [undefined, '', 'soon', '-1', '1.5', '2026-01-01', '1e3', '99999999999', 'GMT']) {
    expect([text, retryAfterMsOf(text, now)]).toEqual([text, undefined])
  }
})

test('a schedule is a comma-separated list of milliseconds', () => {
  expect(parseRetryPauses('5000, 300000,0')).toEqual([5000, 300_000, 0])
  expect(parseRetryPauses(Array(retryPausesMax).fill('1').join(','))).toHaveLength(retryPausesMax)
  const tooMany = Array(retryPausesMax + 1)
    .fill('1')
    .join(',')
  const wrong = ['', ',', '5000,', '-1', '1.5', '5s', 'x', String(retryPauseMsMax + 1), tooMany]
  for (const text of wrong) expect(() => parseRetryPauses(text), text).toThrow()
})
