import type { Pixels } from '@palate/core/taste/attributes.ts'
import { type Area, wholeArea } from '@palate/core/taste/regions/hidden-cell.ts'
import sharp, { type Sharp } from 'sharp'
import { FrameFault } from '../picture-faults.ts'
import { describeUnreadable, type ImageFormat, imageFormatOf } from './image-format.ts'
import { pixelsMax, readUprightSides, type Sides } from './picture-size.ts'
import { reducePicture } from './reduce.ts'

/**
 * The pixels that an embedder expects: the whole picture resized to a square, the whole picture in its own proportions,
 * or its central square.
 */
export interface PictureShape {
  readonly shape: 'square' | 'whole' | 'middle'
  /** The side of the square. In its own proportions, the picture gets about the same number of pixels. */
  readonly side: number
  /** With `middle`: the short side to which the picture is resized before the central crop. */
  readonly shortSide?: number
  /** Lanczos, unless the embedder was trained with another filter. */
  readonly resampling?: Resampling
}

/** What attributes are measured on where the built-in embedder, which expects the same, does not run. */
export const attributesPicture: PictureShape = { shape: 'whole', side: 224 }

export type Resampling = 'lanczos' | 'cubic' | 'linear'

export interface PictureHeader {
  /** The size of the original, after applying its EXIF orientation. */
  readonly width: number
  readonly height: number
  readonly format: ImageFormat
}

export interface DecodedPicture extends PictureHeader {
  /** Reduced in size. With a square shape, not in the original's proportions. */
  readonly decoded: Pixels
}

/** Part of the embedders' ids, because a change in decoding changes the embeddings. */
export const decodeVersion = 3

/**
 * Decodes to sRGB with three bytes per pixel, upright, with transparency over white. Reads the first frame of an
 * animation.
 *
 * The picture is decoded once, at about the size that the embedder expects. `forEmbedder` and `forAttributes` reduce it
 * further, for a fraction of the cost of a second decode.
 */
export async function decodePicture(bytes: Uint8Array, wanted: PictureShape): Promise<DecodedPicture> {
  const header = await readHeader(bytes)
  const { width, height } = header
  const decoded =
    wanted.shape === 'middle' ? await readMiddle(bytes, wanted) : await readWhole(bytes, wanted, width, height)
  return { ...header, decoded }
}

/** More than a screen has. Of a page that is longer, the first screens show its design. */
const topPixelsMax = 4_000_000

/** The upper part of a picture at its own size. Otherwise like `decodePicture`. */
export async function decodeTop(bytes: Uint8Array): Promise<Pixels> {
  const { width, height } = await readHeader(bytes)
  const shown = {
    width: Math.min(width, topPixelsMax),
    height: Math.max(1, Math.min(height, Math.floor(topPixelsMax / width))),
  }
  return readPixels(bytes, [shown.width, shown.height], (picture) => picture.extract({ left: 0, top: 0, ...shown }))
}

/** Refuses bytes whose signature is not a supported format or whose header gives too large a size. */
export async function readHeader(bytes: Uint8Array): Promise<PictureHeader> {
  const format = imageFormatOf(bytes)
  if (format === undefined) throw notAnImage(bytes)
  const { width, height } = await readSize(bytes)
  if (width * height > pixelsMax) {
    throw new FrameFault('image_too_large', `the picture has more than ${pixelsMax} pixels`)
  }
  return { width, height, format }
}

export function forEmbedder({ decoded }: DecodedPicture, { shape, side }: PictureShape): Pixels {
  return shape === 'square' ? reducePicture(decoded, side, side, 'area') : decoded
}

/** The part of the original that a decoded picture shows. */
export function shownArea({ width, height }: PictureHeader, { shape, side, shortSide = side }: PictureShape): Area {
  if (shape !== 'middle') return wholeArea
  const shown = (Math.min(width, height) * side) / shortSide
  const margin = (length: number) => (1 - shown / length) / 2
  const [left, top] = [margin(width), margin(height)]
  return { left, top, right: 1 - left, bottom: 1 - top }
}

/** In the original's proportions. Not for the `middle` shape. */
export function forAttributes({ width, height, decoded }: Omit<DecodedPicture, 'format'>): Pixels {
  const side = Math.min(attributesSideMax, Math.max(decoded.width, decoded.height))
  return reducePicture(decoded, ...fitWithin(width, height, side), 'area')
}

type Size = [width: number, height: number]

/** Smaller squares are decoded at this size, because the attributes need it. */
const squareSideMin = 224
const attributesSideMax = 256
/** A longer strip is widened, because a network cannot use a line of pixels. */
const proportionMax = 4

function sizeFor({ shape, side, resampling }: PictureShape, width: number, height: number): Size {
  if (shape === 'square' && resampling) return [side, side]
  if (shape === 'square') return [Math.max(side, squareSideMin), Math.max(side, squareSideMin)]
  const stretch = Math.sqrt(Math.min(proportionMax, Math.max(1 / proportionMax, width / height)))
  return [Math.round(side * stretch), Math.round(side / stretch)]
}

/** The size at which the picture fits into a square. Never larger than the picture. */
export function fitWithin(width: number, height: number, side: number): Size {
  const scale = Math.min(1, side / Math.max(width, height))
  return [Math.max(1, Math.round(width * scale)), Math.max(1, Math.round(height * scale))]
}

const decodeTimeoutSeconds = 10

// One thread per picture, because the workers already use all cores. No cache, because no picture is decoded twice.
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

/** Reads only the header, before anything is decompressed. The decoder needs most of a millisecond to do so. */
async function readSize(bytes: Uint8Array): Promise<Sides> {
  const sides = readUprightSides(bytes)
  if (sides) return sides
  const { autoOrient } = await sharp(bytes, { limitInputPixels: false })
    .metadata()
    .catch((error) => refuse(bytes, error))
  return autoOrient
}

const kernels = { lanczos: 'lanczos3', cubic: 'cubic', linear: 'linear' } as const

async function readWhole(
  bytes: Uint8Array,
  shape: PictureShape,
  fullWidth: number,
  fullHeight: number,
): Promise<Pixels> {
  const [width, height] = sizeFor(shape, fullWidth, fullHeight)
  const resampling = shape.resampling ?? 'lanczos'
  if (resampling === 'lanczos' && isReducedHere([fullWidth, fullHeight], [width, height])) {
    return reducePicture(await readPixels(bytes, [fullWidth, fullHeight]), width, height, 'lanczos')
  }
  return readPixels(bytes, [width, height], (picture) =>
    picture.resize(width, height, { fit: 'fill', kernel: kernels[resampling] }),
  )
}

/**
 * From this reduction on, libjpeg decodes at half the size or less, and pixels of other formats would take much memory.
 */
const reductionHereMax = 3

/** Up to a moderate reduction the decoder returns all pixels, because it reduces them more slowly. */
function isReducedHere([fullWidth, fullHeight]: Size, [width, height]: Size): boolean {
  const [across, down] = [fullWidth / width, fullHeight / height]
  return Math.min(across, down) >= 1 && Math.max(across, down) < reductionHereMax
}

async function readMiddle(
  bytes: Uint8Array,
  { side, shortSide = side, resampling = 'lanczos' }: PictureShape,
): Promise<Pixels> {
  const middle = { left: Math.floor((shortSide - side) / 2), top: Math.floor((shortSide - side) / 2) }
  return readPixels(bytes, [side, side], (picture) =>
    picture
      .resize(shortSide, shortSide, { fit: 'cover', kernel: kernels[resampling] })
      .extract({ ...middle, width: side, height: side }),
  )
}

async function readPixels(
  bytes: Uint8Array,
  [width, height]: Size,
  resize: (picture: Sharp) => Sharp = (picture) => picture,
): Promise<Pixels> {
  const data = await openPicture(bytes, (picture) =>
    resize(picture.flatten({ background: '#fff' }).toColourspace('srgb')).raw({ depth: 'uchar' }),
  )
  // Not the size that the header gave.
  if (data.length !== 3 * width * height) throw notAnImage(bytes)
  return { width, height, data }
}

/** Runs `make` on a picture, within the decoding limits. The caller has checked the format. */
export function openPicture(
  bytes: Uint8Array,
  make: (picture: Sharp) => Sharp,
  timeoutSeconds = decodeTimeoutSeconds,
): Promise<Buffer> {
  const read = (failOn: 'error' | 'warning') =>
    make(sharp(bytes, { limitInputPixels: pixelsMax, failOn }).autoOrient())
      .timeout({ seconds: timeoutSeconds })
      .toBuffer()
  if (imageFormatOf(bytes) !== 'jpeg') return read('error').catch((error) => refuse(bytes, error))
  return read('warning')
    .catch((error: Error) => {
      // The header claims more pixels than there are. libjpeg would fill the rest with grey.
      if (error.message.includes('premature end')) throw error
      return read('error')
    })
    .catch((error) => refuse(bytes, error))
}

/** Replaces the decoder's message, which reveals internals. */
function refuse(bytes: Uint8Array, error: Error): never {
  if (error.message.includes('timeout')) {
    throw new FrameFault('image_too_large', 'the picture takes too long to decode', { cause: error })
  }
  throw notAnImage(bytes, error)
}

function notAnImage(bytes: Uint8Array, cause?: Error): FrameFault {
  return new FrameFault('not_an_image', describeUnreadable(bytes), { cause })
}
