import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { estimateCostMs } from './decode-cost.ts'
import { readPictureSize, readUprightSides } from './picture-size.ts'

const picture = (width: number, height: number) => sharp({ create: { width, height, channels: 3, background: '#369' } })

/** 38 bytes that decode to the number of pixels in their header. */
const emptyWebp = await picture(16, 16).webp({ lossless: true }).toBuffer()

function hugeWebp(width: number, height: number): Buffer {
  const bytes = Buffer.from(emptyWebp)
  bytes.writeUInt32LE(((width - 1) | ((height - 1) << 14)) >>> 0, 21)
  return bytes
}

describe('the size of a picture is read from its first bytes', () => {
  const photograph = picture(301, 207).withExif({ IFD0: { Artist: 'x'.repeat(20_000) } })
  test.each([
    ['a JPEG behind long metadata', photograph.clone().jpeg(), 'jpeg', false],
    ['a progressive JPEG', picture(301, 207).jpeg({ progressive: true }), 'jpeg', true],
    ['a PNG', photograph.clone().png(), 'png', false],
    ['a WebP', picture(301, 207).webp(), 'webp', false],
    ['a lossless WebP', picture(301, 207).webp({ lossless: true }), 'webp', false],
    ['an extended WebP', photograph.clone().webp(), 'webp', false],
    ['a GIF', picture(301, 207).gif(), 'gif', false],
    ['an AVIF', picture(301, 207).avif({ effort: 0 }), 'avif', false],
  ])('of %s', async (_, image, format, isProgressive) => {
    expect(readPictureSize(await image.toBuffer())).toEqual({ format, pixels: 301 * 207, isProgressive })
  })

  test('of a WebP whose header names 49 megapixels', () => {
    expect(readPictureSize(hugeWebp(7000, 6999))).toMatchObject({ pixels: 7000 * 6999 })
    expect(readPictureSize(hugeWebp(16_384, 16_383))).toMatchObject({ pixels: 16_384 * 16_383 })
  })

  test.each(['jpeg', 'png', 'webp', 'gif'] as const)('and a %s that ends in its header has none', async (format) => {
    const bytes = await picture(301, 207).toFormat(format).toBuffer()
    for (let length = 0; length < 24; length += 1) {
      expect(readPictureSize(bytes.subarray(0, length)) ?? { pixels: 0 }).toMatchObject({ pixels: expect.any(Number) })
    }
    expect(readPictureSize(bytes.subarray(0, 9))).toBeUndefined()
  })

  test('and the search for a missing JPEG frame header ends early', () => {
    const garbage = new Uint8Array(8 * 1024 * 1024)
    garbage.set([0xff, 0xd8, 0xff, 0xe0])
    expect(readPictureSize(garbage)).toBeUndefined()
  })
})

describe('the sides of a JPEG, as it is shown, are read from its first bytes', () => {
  const sidesFor = async (bytes: Buffer) => (await sharp(bytes).metadata()).autoOrient

  test.each([
    ['baseline', picture(301, 207).jpeg()],
    ['progressive', picture(301, 207).jpeg({ progressive: true })],
    ['grey', picture(301, 207).toColourspace('b-w').jpeg()],
    ['CMYK', picture(301, 207).toColourspace('cmyk').jpeg()],
    ['with a colour profile', picture(301, 207).withIccProfile('p3').jpeg()],
    ['with XMP', picture(301, 207).withXmp('<x:xmpmeta xmlns:x="adobe:ns:meta/"/>').jpeg()],
  ])('%s', async (_, image) => {
    const bytes = await image.toBuffer()
    expect(readUprightSides(bytes)).toEqual(await sidesFor(bytes))
  })

  test.each([1, 3, 6, 8])('unless EXIF may rotate it: orientation %i', async (orientation) => {
    expect(readUprightSides(await picture(301, 207).withMetadata({ orientation }).jpeg().toBuffer())).toBeUndefined()
  })

  test('unless EXIF follows the frame header', async () => {
    const bytes = await picture(301, 207).jpeg().toBuffer()
    const rotated = await picture(9, 9).withMetadata({ orientation: 6 }).jpeg().toBuffer()
    const at = rotated.indexOf(Buffer.from([0xff, 0xe1]))
    const exif = rotated.subarray(at, at + 2 + rotated.readUInt16BE(at + 2))
    const scan = bytes.indexOf(Buffer.from([0xff, 0xda]))
    const late = Buffer.concat([bytes.subarray(0, scan), exif, bytes.subarray(scan)])
    expect(await sidesFor(late)).toEqual({ width: 207, height: 301 })
    expect(readUprightSides(late)).toBeUndefined()
  })

  test('unless the header is damaged or it is not a JPEG', async () => {
    const bytes = await picture(301, 207).jpeg().toBuffer()
    for (let length = 0; length < bytes.indexOf(Buffer.from([0xff, 0xda])); length += 1) {
      expect(readUprightSides(bytes.subarray(0, length))).toBeUndefined()
    }
    const flat = Buffer.from(bytes)
    flat.writeUInt16BE(0, bytes.indexOf(Buffer.from([0xff, 0xc0])) + 5)
    expect(readUprightSides(flat)).toBeUndefined()
    expect(readUprightSides(await picture(301, 207).png().toBuffer())).toBeUndefined()
  })
})

describe('the cost of a picture', () => {
  test('does not depend on its number of bytes: 38 of them can cost ten times as much as a photograph', async () => {
    const photograph = await picture(1280, 720).jpeg().toBuffer()
    expect(estimateCostMs(photograph)).toBeLessThan(25)
    expect(estimateCostMs(hugeWebp(7000, 7000))).toBeGreaterThan(200)
  })

  test('is low if it will be refused', () => {
    expect(estimateCostMs(hugeWebp(10_000, 10_000))).toBe(1)
    expect(estimateCostMs(new Uint8Array(1000))).toBe(1)
  })
})
