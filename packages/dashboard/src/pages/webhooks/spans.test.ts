import { expect, test } from 'vitest'
import { beginOf } from './spans.ts'

test('a span goes back from now, and no span means no limit', () => {
  const now = Date.parse('2026-01-10T12:00:00Z')
  expect(beginOf('1h', now)).toBe('2026-01-10T11:00:00.000Z')
  expect(beginOf('7d', now)).toBe('2026-01-03T12:00:00.000Z')
  expect([beginOf('', now), beginOf('no span', now)]).toEqual([undefined, undefined])
})
