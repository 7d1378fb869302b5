import fc from 'fast-check'
import { expect, test } from 'vitest'
import { Timestamp } from './fields.ts'
import { instant } from './instant.ts'

test.each([
  ['2026-01-02T03:04:05Z', '2026-01-02T03:04:05.000Z'],
  ['2026-01-02T03:04:05.678901+02:00', '2026-01-02T01:04:05.678Z'],
  ['2026-01-02T03:04', '2026-01-02T03:04:00.000Z'],
  ['2026-01-02T03:04:05', '2026-01-02T03:04:05.000Z'],
  ['2026-01-02T03:04Z', '2026-01-02T03:04:00.000Z'],
  ['2026-01-02T03:04+02:00', '2026-01-02T01:04:00.000Z'],
  ['2026-01-02T03:04:05+0530', '2026-01-01T21:34:05.000Z'],
  ['2026-01-02T03:04:05-05', '2026-01-02T08:04:05.000Z'],
  ['2026-01-02T03:04:05,6Z', '2026-01-02T03:04:05.600Z'],
  ['2026-01-02t03:04:05z', '2026-01-02T03:04:05.000Z'],
  ['2026-12-31T24:00Z', '2027-01-01T00:00:00.000Z'],
  ['20260102T030405Z', '2026-01-02T03:04:05.000Z'],
  ['20260102T0304+0200', '2026-01-02T01:04:00.000Z'],
  ['2024-02-29T00:00:00Z', '2024-02-29T00:00:00.000Z'],
  ['0099-01-01T00:00:00Z', '0099-01-01T00:00:00.000Z'],
  ['2026-01-02T23:30:00-01:00', '2026-01-03T00:30:00.000Z'],
  ['0000-01-01T00:00:00Z', '0000-01-01T00:00:00.000Z'],
  ['9999-12-31T23:59:59.999Z', '9999-12-31T23:59:59.999Z'],
])('%s is %s in any time zone of the machine', (timestamp, expected) => {
  expect(Timestamp.parse(timestamp)).toBe(timestamp)
  expect(instant(timestamp)).toBe(expected)
})

test.each(['0000-01-01T00:00:00+00:01', '9999-12-31T23:59:59-23:59'])(
  '%s has no four-digit year in UTC',
  (timestamp) => {
    expect(Timestamp.safeParse(timestamp).error?.issues[0]?.message).toBe('must be in the years 0000 to 9999 in UTC')
  },
)

test.each([
  '',
  'T',
  'yesterday',
  '1767323045',
  '2026-02-30T00:00:00Z',
  '2026-02-29T00:00:00Z',
  '2026-13-01T00:00:00Z',
  '2026-00-01T00:00:00Z',
  '2026-01-00T00:00:00Z',
  '2026-01-01',
  '20260101',
  '2026-01-01T25:00:00Z',
  '2026-01-01T24:00:01Z',
  '2026-01-01T00:60Z',
  '2026-01-01T00:00:61Z',
  '2026-01-01T00:00:00+24:00',
  '2026-01-01T00:00:00+02:60',
  '2026-01-01T00:00:00.Z',
  '2026-01-01T0000Z',
  '20260101T00:00Z',
  '2026-01-01 00:00:00Z',
  ' 2026-01-01T00:00:00Z',
  '2026-01-01T00:00:00Z\n',
  '2026-01-01T00:00:00ZZ',
  '٢٠٢٦-01-01T00:00:00Z',
])('%j is not a time and is refused without crashing', (timestamp) => {
  expect(Timestamp.safeParse(timestamp).error?.issues[0]?.message).toMatch(/^must be an ISO 8601 date and time/)
})

test('a time with any offset is the same instant as in UTC', () => {
  fc.assert(
    fc.property(
      fc.date({ min: new Date('0001-01-01'), max: new Date('9998-12-31'), noInvalidDate: true }),
      fc.integer({ min: -1439, max: 1439 }),
      (at, minutes) => {
        const local = new Date(at.getTime() + minutes * 60_000).toISOString()
        const [hours, rest] = [Math.abs(minutes) / 60, Math.abs(minutes) % 60].map((n) =>
          String(Math.trunc(n)).padStart(2, '0'),
        )
        const extended = `${local.slice(0, -1)}${minutes < 0 ? '-' : '+'}${hours}:${rest}`
        expect(instant(extended)).toBe(at.toISOString())
        expect(instant(extended.replace(/-(?=.*T)|:/g, ''))).toBe(at.toISOString())
      },
    ),
  )
})
