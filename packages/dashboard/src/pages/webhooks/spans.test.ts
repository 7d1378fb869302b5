import { expect, test } from 'vitest'
import { withinSpan } from './spans.ts'

test('a span goes back from now, and none takes in everything', () => {
  const now = Date.parse('2026-01-10T12:00:00Z')
  expect(withinSpan('2026-01-10T11:30:00Z', '1h', now)).toBe(true)
  expect(withinSpan('2026-01-10T10:30:00Z', '1h', now)).toBe(false)
  expect(withinSpan('2026-01-04T12:00:00Z', '7d', now)).toBe(true)
  expect(withinSpan('2020-01-01T00:00:00Z', '', now)).toBe(true)
})
