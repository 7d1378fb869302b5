import { encodeForRemote, originalBytesMax } from '@palate/server/pictures/embedders/encoded-picture.ts'
import sharp, { type Sharp } from 'sharp'
import { expect, test } from 'vitest'

const side = 600
const noise = Uint8Array.from({ length: side * side * 3 }, (_, at) => (at * 7919 + (at >> 9)) % 256)
const painted = () => sharp(noise, { raw: { width: side, height: side, channels: 3 } })
const red = () => sharp({ create: { width: side, height: side / 2, channels: 3, background: '#c81e1e' } })

async function sent(bytes: Uint8Array) {
  const url: string = JSON.parse(Buffer.from(await encodeForRemote(bytes)).toString())
  const [, type, base64 = ''] = /^data:(.*);base64,(.*)$/.exec(url) ?? []
  return { type, bytes: Buffer.from(base64, 'base64') }
}

test.each([
  ['jpeg', () => red().jpeg()],
  ['png', () => red().png()],
  ['webp', () => red().webp()],
])('a plain %s is sent as it is', async (format, make) => {
  const bytes = await make().toBuffer()
  expect(await sent(bytes)).toEqual({ type: `image/${format}`, bytes })
})

test.each<[string, () => Sharp]>([
  ['a GIF', () => red().gif()],
  ['an AVIF', () => red().avif({ effort: 0 })],
  ['a transparent PNG', () => red().ensureAlpha(0.5).png()],
  ['a PNG with 16 bits', () => red().toColourspace('rgb16').png()],
  ['a CMYK JPEG', () => red().toColourspace('cmyk').jpeg()],
  ['a JPEG that EXIF rotates', () => red().withMetadata({ orientation: 6 }).jpeg()],
  ['a picture with a colour profile', () => red().withIccProfile('p3').png()],
])('%s is sent as an upright JPEG in its own proportions', async (what, make) => {
  const { type, bytes } = await sent(await make().toBuffer())
  expect(type).toBe('image/jpeg')
  const { format, width, height, hasAlpha, orientation } = await sharp(bytes).metadata()
  expect([format, hasAlpha, orientation]).toEqual(['jpeg', false, undefined])
  expect(width / height).toBeCloseTo(what.includes('EXIF') ? 0.5 : 2, 1)
})

test('a file that is too large to send is reduced', async () => {
  const bytes = await painted().png({ compressionLevel: 0 }).toBuffer()
  expect(bytes.byteLength).toBeGreaterThan(originalBytesMax)
  const reduced = await sent(bytes)
  expect(reduced.type).toBe('image/jpeg')
  expect(await sharp(reduced.bytes).metadata()).toMatchObject({ width: 448, height: 448 })
})
