import { expect, test } from 'vitest'
import { createMinuteCounter } from './rate-limits.ts'

test.each([
  ['2001:db8:1:2::1', '2001:db8:1:2:ffff::9', true],
  ['2001:db8::1', '2001:db8::2:3:4:5', true],
  ['2001:db8::1', '2001:db8:0:1::1', false],
  ['fe80::1', 'fe80::2', true],
  ['::1', '1::1', false],
  ['::ffff:192.0.2.1', '::ffff:192.0.2.2', false],
  ['192.0.2.1', '192.0.2.2', false],
])('%s and %s count as one network: %s', (one, other, together) => {
  const counter = createMinuteCounter()
  expect(counter.add(one, 0)).toBe(1)
  expect(counter.add(other, 0)).toBe(together ? 2 : 1)
  expect(counter.count(other, 59_999)).toBe(together ? 2 : 1)
  expect(counter.count(other, 60_000)).toBe(0)
})
