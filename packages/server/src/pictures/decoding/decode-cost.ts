import type { ImageFormat } from './image-format.ts'
import { pixelsMax, readPictureSize } from './picture-size.ts'

/** Estimates the milliseconds that a worker needs for a picture: decoding, measuring, embedding. */
export function estimateCostMs(bytes: Uint8Array): number {
  const size = readPictureSize(bytes)
  // Not a picture, or too large: only the header is read.
  if (!size || size.pixels > pixelsMax) return refusedMs
  const { perMegapixel, perMegabyte } = size.isProgressive ? progressiveJpeg : decoders[size.format]
  return embeddingMs + (size.pixels / 1e6) * perMegapixel + (bytes.byteLength / 1e6) * perMegabyte
}

const refusedMs = 1
const embeddingMs = 15

interface DecoderSpeed {
  readonly perMegapixel: number
  readonly perMegabyte: number
}

/**
 * Milliseconds, measured on a machine with two cores (flat and noisy pictures of 0.2 to 49 megapixels). Only the
 * proportions matter, because the measured time later replaces the estimate.
 */
const decoders: Readonly<Record<ImageFormat, DecoderSpeed>> = {
  jpeg: { perMegapixel: 1.5, perMegabyte: 15 },
  png: { perMegapixel: 2, perMegabyte: 8 },
  webp: { perMegapixel: 4, perMegabyte: 120 },
  gif: { perMegapixel: 17, perMegabyte: 10 },
  avif: { perMegapixel: 45, perMegabyte: 2000 },
}
const progressiveJpeg: DecoderSpeed = { perMegapixel: 9, perMegabyte: 40 }
