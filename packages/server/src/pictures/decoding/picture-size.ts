import { type ImageFormat, imageFormatOf } from './image-format.ts'

/** A picture with more pixels is refused. */
export const pixelsMax = 50_000_000

export interface PictureSize {
  readonly format: ImageFormat
  /** From the header, which may be wrong: only the decoder knows the true size. */
  readonly pixels: number
  /** A progressive JPEG, which cannot be decoded at a reduced size. */
  readonly isProgressive: boolean
}

/**
 * Reads a picture's size from its first bytes, in microseconds, without decoding anything. Undefined if this is not a
 * picture or its header is damaged. Hand-written, because the decoder reads headers on its decoding threads, where the
 * request would queue behind other pictures.
 */
export function readPictureSize(bytes: Uint8Array): PictureSize | undefined {
  const format = imageFormatOf(bytes)
  if (format === undefined) return undefined
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  try {
    return { format, isProgressive: false, ...readers[format](view) }
  } catch (error) {
    if (error instanceof RangeError) return undefined
    throw error
  }
}

/**
 * The sides of a picture as it is shown, from its first bytes. Undefined if only the decoder can tell: EXIF may rotate
 * the picture, and other formats have more to read.
 */
export function readUprightSides(bytes: Uint8Array): Sides | undefined {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  try {
    const sides = imageFormatOf(bytes) === 'jpeg' ? readUprightJpeg(view) : undefined
    return sides && pixelsIn(sides) > 0 ? sides : undefined
  } catch (error) {
    if (error instanceof RangeError) return undefined
    throw error
  }
}

export interface Sides {
  readonly width: number
  readonly height: number
}

function pixelsIn({ width, height }: Sides): number {
  return width * height
}

type Size = { readonly pixels: number; readonly isProgressive?: boolean }

/** Each throws a RangeError if the bytes end early. */
const readers: Readonly<Record<ImageFormat, (view: DataView) => Size>> = {
  png: (view) => ({ pixels: view.getUint32(16) * view.getUint32(20) }),
  gif: (view) => ({ pixels: view.getUint16(6, true) * view.getUint16(8, true) }),
  jpeg: readJpeg,
  webp: readWebp,
  avif: readAvif,
}

/** Skips segments up to the frame header (SOF). */
function readJpeg(view: DataView): Size {
  for (const { marker, at } of jpegSegments(view)) {
    if (frameMarkers.has(marker)) return { pixels: pixelsIn(jpegSides(view, at)), isProgressive: (marker & 3) === 2 }
  }
  throw new RangeError('no frame header within reach')
}

/** Undefined if the header contains EXIF, which can rotate the picture. The decoder reads that up to the first scan. */
function readUprightJpeg(view: DataView): Sides | undefined {
  let sides: Sides | undefined
  for (const { marker, at } of jpegSegments(view)) {
    if (marker === scanMarker) return sides
    if (marker === exifMarker && view.getUint32(at + 4) === exifSignature) return undefined
    if (frameMarkers.has(marker)) sides ??= jpegSides(view, at)
  }
  return undefined
}

function jpegSides(view: DataView, at: number): Sides {
  return { width: view.getUint16(at + 7), height: view.getUint16(at + 5) }
}

/** Throws a RangeError if the bytes end early. */
function* jpegSegments(view: DataView): Generator<{ readonly marker: number; readonly at: number }> {
  let at = 2
  for (let steps = 0; steps < jpegStepsMax; steps += 1) {
    const marker = view.getUint8(at + 1)
    // Decoders skip fill bytes, and garbage, before a marker.
    if (view.getUint8(at) !== 0xff || marker === 0xff) at += 1
    else {
      yield { marker, at }
      at += 2 + (markersAlone.has(marker) ? 0 : view.getUint16(at + 2))
    }
  }
}

const jpegStepsMax = 10_000

/** SOF0 to SOF15, without the tables DHT (C4), JPG (C8) and DAC (CC). */
const frameMarkers = new Set([0xc0, 0xc1, 0xc2, 0xc3, 0xc5, 0xc6, 0xc7, 0xc9, 0xca, 0xcb, 0xcd, 0xce, 0xcf])
/** SOS, and APP1 with the first four characters of its EXIF signature. */
const [scanMarker, exifMarker, exifSignature] = [0xda, 0xe1, 0x45786966]
/** Markers without a segment: TEM, RST0 to RST7 and SOI. */
const markersAlone = new Set([0x01, 0xd0, 0xd1, 0xd2, 0xd3, 0xd4, 0xd5, 0xd6, 0xd7, 0xd8])

function readWebp(view: DataView): Size {
  const chunk = view.getUint32(12)
  if (chunk === webpChunks.lossless) {
    const bits = view.getUint32(21, true)
    return { pixels: ((bits & 0x3fff) + 1) * (((bits >>> 14) & 0x3fff) + 1) }
  }
  if (chunk === webpChunks.extended) {
    const side = (at: number) => view.getUint16(at, true) + 0x10000 * view.getUint8(at + 2) + 1
    return { pixels: side(24) * side(27) }
  }
  return { pixels: (view.getUint16(26, true) & 0x3fff) * (view.getUint16(28, true) & 0x3fff) }
}

/** `VP8L` and `VP8X` as numbers. */
const webpChunks = { lossless: 0x5650384c, extended: 0x56503858 } as const

/** An AVIF contains several images (tiles, alpha, thumbnails), each with an `ispe` box. The largest is the picture. */
function readAvif(view: DataView): Size {
  const head = Buffer.from(view.buffer, view.byteOffset, Math.min(view.byteLength, avifHeaderBytesMax))
  let pixels = 0
  for (let at = head.indexOf('ispe'); at >= 0; at = head.indexOf('ispe', at + 4)) {
    pixels = Math.max(pixels, view.getUint32(at + 8) * view.getUint32(at + 12))
  }
  return { pixels }
}

const avifHeaderBytesMax = 64 * 1024
