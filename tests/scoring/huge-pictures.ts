import sharp from 'sharp'

/** A WebP of 38 bytes whose header declares this many pixels, which cost a decoder as much as any others. */
export async function hugeWebp(width: number, height: number): Promise<Buffer> {
  const bytes = await sharp({ create: { width: 16, height: 16, channels: 3, background: '#369' } })
    .webp({ lossless: true })
    .toBuffer()
  bytes.writeUInt32LE(((width - 1) | ((height - 1) << 14)) >>> 0, 21)
  return bytes
}
