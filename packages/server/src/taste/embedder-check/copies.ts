import sharp from 'sharp'

/** JPEG quality at which differences are hard to see. */
const recompressedQuality = 70

export function flipped(bytes: Uint8Array): Promise<Uint8Array> {
  return sharp(bytes).autoOrient().flop().png().toBuffer()
}

export function recompressed(bytes: Uint8Array): Promise<Uint8Array> {
  return sharp(bytes).autoOrient().flatten({ background: '#fff' }).jpeg({ quality: recompressedQuality }).toBuffer()
}
