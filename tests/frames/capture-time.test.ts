import { captureTimeOf } from '@palate/core/frames/capture-time.ts'
import * as fc from 'fast-check'
import sharp from 'sharp'
import { expect, test } from 'vitest'

async function taken(exif: Readonly<Record<string, string>>): Promise<Uint8Array> {
  const picture = sharp({ create: { width: 8, height: 8, channels: 3, background: '#888' } }).jpeg()
  return picture.withExif({ IFD0: { Make: 'A camera' }, IFD2: exif }).toBuffer()
}

test('is read from a JPEG to the millisecond', async () => {
  const time = { DateTimeOriginal: '2026:05:01 12:00:03' }
  expect(captureTimeOf(await taken(time))).toBe('2026-05-01T12:00:03.000')
  expect(captureTimeOf(await taken({ ...time, SubSecTimeOriginal: '25' }))).toBe('2026-05-01T12:00:03.250')
  expect(captureTimeOf(await taken({ ...time, SubSecTimeOriginal: '123456' }))).toBe('2026-05-01T12:00:03.123')
})

test('is unknown without a camera, without a clock, and for other files', async () => {
  expect(captureTimeOf(await taken({}))).toBeUndefined()
  for (const time of ['0000:00:00 00:00:00', '2026:02:30 12:00:00', '2026-05-01 12:00:00', 'noon']) {
    expect(captureTimeOf(await taken({ DateTimeOriginal: time })), time).toBeUndefined()
  }
  const png = await sharp({ create: { width: 8, height: 8, channels: 3, background: '#888' } })
    .png()
    .toBuffer()
  expect(captureTimeOf(png)).toBeUndefined()
  expect(captureTimeOf(new Uint8Array())).toBeUndefined()
})

test('damaged data have a time or none, wherever they end', async () => {
  const whole = await taken({ DateTimeOriginal: '2026:05:01 12:00:03' })
  fc.assert(
    fc.property(
      fc.nat(whole.length),
      fc.array(fc.tuple(fc.nat(400), fc.nat(255)), { maxLength: 8 }),
      (length, changes) => {
        const damaged = Uint8Array.from(whole.subarray(0, length))
        for (const [at, value] of changes) if (at < damaged.length) damaged[at] = value
        expect(captureTimeOf(damaged) ?? '2026-05-01T12:00:03.000').toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}$/)
      },
    ),
  )
})
