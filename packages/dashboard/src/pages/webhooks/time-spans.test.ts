import { expect, test } from 'vitest'
import { startOfSpan } from './time-spans.ts'

test('a span goes back from now, and no span means no limit', () => {
  const now = Date.parse('2026-01-10T12:00:00Z')
  expect(startOfSpan('1h', now)).toBe('2026-01-10T11:00:00.000Z')
  expect(startOfSpan('7d', now)).toBe('2026-01-03T12:00:00.000Z')
  expect([startOfSpan('', now), startOfSpan('no span', now)]).toEqual([undefined, undefined])
})
