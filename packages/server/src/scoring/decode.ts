import type { Pixels } from '@palate/core/taste/attributes.ts'
import sharp from 'sharp'
import { FrameFault } from './frame-fault.ts'
import { type ImageFormat, imageFormatOf } from './image-format.ts'
import { shrinkPixels } from './shrink.ts'

/** What an embedder wants to see: the whole picture squeezed into a square, or in its own proportions. */
export interface PictureShape {
  readonly shape: 'square' | 'whole'
  /** Of the square, or the longest of the whole picture. */
  readonly side: number
}

export interface DecodedPicture {
  /** As it is shown, turned by its EXIF orientation. */
  readonly width: number
  readonly height: number
  readonly format: ImageFormat
  readonly forEmbedder: Pixels
  /** In its own proportions, for the attributes. */
  readonly forAttributes: Pixels
}

/** Goes into the embedders' ids: another way of decoding is another space. */
export const decodeVersion = 1

export const pixelsMax = 50_000_000

/**
 * sRGB, three bytes a pixel, turned upright, transparency over white, the first frame where there are many.
 *
 * The picture is decoded once, into a square, and its true proportions are restored out of that by averaging the
 * rows (or columns) that were stretched: a fraction of the cost of a second decode.
 */
export async function decodePicture(bytes: Uint8Array, wanted: PictureShape): Promise<DecodedPicture> {
  const format = imageFormatOf(bytes)
  if (format === undefined) throw notAnImage()
  const { width, height } = await readSize(bytes)
  if (width * height > pixelsMax) {
    throw new FrameFault('image_too_large', `the picture has more than ${pixelsMax} pixels`)
  }
  const square = await readSquare(bytes, Math.max(wanted.side, squareSideMin))
  const wholeWithin = (side: number) => shrinkPixels(square, ...fitWithin(width, height, Math.min(side, square.width)))
  return {
    width,
    height,
    format,
    forEmbedder: wanted.shape === 'whole' ? wholeWithin(wanted.side) : shrinkPixels(square, wanted.side, wanted.side),
    forAttributes: wholeWithin(attributesSideMax),
  }
}

const squareSideMin = 224
const attributesSideMax = 256
const decodeTimeoutSeconds = 10

// One thread for each picture: the workers already keep the cores busy. No cache: no picture is decoded twice.
sharp.concurrency(1)
sharp.cache(false)
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({
  operation: [
    'VipsForeignLoadJpegBuffer',
    'VipsForeignLoadPngBuffer',
    'VipsForeignLoadWebpBuffer',
    'VipsForeignLoadNsgifBuffer',
    'VipsForeignLoadHeifBuffer',
  ],
})

/** From the header alone: nothing is expanded yet. */
async function readSize(bytes: Uint8Array): Promise<{ readonly width: number; readonly height: number }> {
  const { autoOrient } = await sharp(bytes, { limitInputPixels: false }).metadata().catch(refuse)
  return autoOrient
}

async function readSquare(bytes: Uint8Array, side: number): Promise<Pixels> {
  const data = await sharp(bytes, { limitInputPixels: pixelsMax, failOn: 'error' })
    .autoOrient()
    .flatten({ background: '#fff' })
    .toColourspace('srgb')
    .resize(side, side, { fit: 'fill' })
    .timeout({ seconds: decodeTimeoutSeconds })
    .raw({ depth: 'uchar' })
    .toBuffer()
    .catch(refuse)
  return { width: side, height: side, data }
}

/** The size of the whole picture within a square; it is never made larger than it is. */
function fitWithin(width: number, height: number, side: number): [width: number, height: number] {
  const scale = Math.min(1, side / Math.max(width, height))
  return [Math.max(1, Math.round(width * scale)), Math.max(1, Math.round(height * scale))]
}

/** The decoder's own words speak of its inner parts, so they stay here. */
function refuse(error: Error): never {
  if (error.message.includes('timeout')) {
    throw new FrameFault('image_too_large', 'the picture takes too long to decode', { cause: error })
  }
  throw notAnImage(error)
}

function notAnImage(cause?: Error): FrameFault {
  return new FrameFault('not_an_image', 'this is not a whole JPEG, PNG, WebP, GIF or AVIF picture', { cause })
}
