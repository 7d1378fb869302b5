import sharp from 'sharp'

const sideMax = 7000

/** A WebP of 38 bytes with 49 megapixels, as a data URL. Each number has its own size, and so its own bytes. */
export async function hugePictureUrl(number: number): Promise<string> {
  const bytes = await sharp({ create: { width: 16, height: 16, channels: 3, background: '#369' } })
    .webp({ lossless: true })
    .toBuffer()
  const [width, height] = [sideMax - (number % 100), sideMax - Math.floor(number / 100)]
  bytes.writeUInt32LE(((width - 1) | ((height - 1) << 14)) >>> 0, 21)
  return `data:image/webp;base64,${bytes.toString('base64')}`
}
