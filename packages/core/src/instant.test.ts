import { expect, test } from 'vitest'
import { Timestamp } from './fields.ts'
import { instant } from './instant.ts'

test.each([
  ['2026-01-02T03:04:05Z', '2026-01-02T03:04:05.000Z'],
  ['2026-01-02T03:04:05.678901+02:00', '2026-01-02T01:04:05.678Z'],
  ['2026-01-02T03:04', '2026-01-02T03:04:00.000Z'],
  ['2026-01-02T03:04:05', '2026-01-02T03:04:05.000Z'],
  ['2026-01-02T23:30:00-01:00', '2026-01-03T00:30:00.000Z'],
  ['0000-01-01T00:00:00Z', '0000-01-01T00:00:00.000Z'],
  ['9999-12-31T23:59:59.999Z', '9999-12-31T23:59:59.999Z'],
])('%s is %s, wherever the machine stands', (timestamp, expected) => {
  expect(Timestamp.parse(timestamp)).toBe(timestamp)
  expect(instant(timestamp)).toBe(expected)
})

test.each(['0000-01-01T00:00:00+00:01', '9999-12-31T23:59:59-23:59'])('%s has no year of four digits', (timestamp) => {
  expect(Timestamp.safeParse(timestamp).error?.issues[0]?.message).toBe('must be in the years 0000 to 9999 of UTC')
})

test.each(['', 'T', 'yesterday', '2026-02-30T00:00:00Z', '2026-01-01', '2026-01-01T25:00:00Z'])(
  '%s is no time, and is refused without a crash',
  (timestamp) => {
    expect(Timestamp.safeParse(timestamp).success).toBe(false)
  },
)
