import { expect, test } from 'vitest'
import { describeDay } from './time-ago.tsx'

test('days are named in local time', () => {
  const now = new Date(2026, 2, 1, 9)
  expect(describeDay(new Date(2026, 2, 1, 0, 5), now)).toBe('Today')
  expect(describeDay(new Date(2026, 1, 28, 23, 59), now)).toBe('Yesterday')
  expect(describeDay(new Date(2026, 1, 27), now)).toBe('February 27, 2026')
})
