import type { Pixels } from '@palate/core/taste/attributes.ts'
import sharp, { type Metadata } from 'sharp'
import { decodePicture, type PictureShape } from '../decoding/decode.ts'
import { type ImageFormat, imageFormatOf } from '../decoding/image-format.ts'

/** Pictures that are decoded for a remote embedder. Enough for models that take 224 to 448 pixels. */
export const remotePicture: PictureShape = { shape: 'whole', side: 448 }

/** A larger file is reduced before it is sent. As a data URL this is less than the megabyte that proxies accept. */
export const originalBytesMax = 700 * 1024

const originalFormats: readonly (ImageFormat | undefined)[] = ['jpeg', 'png', 'webp']

/**
 * A picture for a remote embedder, as JSON: a data URL. The file itself, if every decoder makes the same pixels from it;
 * otherwise a JPEG in the picture's own proportions. Expects a picture that can be decoded.
 */
export async function encodeForRemote(bytes: Uint8Array): Promise<Uint8Array<ArrayBuffer>> {
  const format = imageFormatOf(bytes)
  if (bytes.byteLength <= originalBytesMax && originalFormats.includes(format)) {
    if (isPlain(await sharp(bytes).metadata())) return dataUrl(`image/${format}`, bytes)
  }
  return encodePixels((await decodePicture(bytes, remotePicture)).decoded)
}

export async function encodePixels({ width, height, data }: Pixels): Promise<Uint8Array<ArrayBuffer>> {
  const picture = sharp(data, { raw: { width, height, channels: 3 } })
  return dataUrl('image/jpeg', await picture.jpeg({ quality: 95, chromaSubsampling: '4:4:4' }).toBuffer())
}

/** Decoders differ in what they do about transparency, EXIF rotation, colour profiles, CMYK and animations. */
function isPlain({ hasAlpha, orientation = 1, hasProfile, pages = 1, space, depth }: Metadata): boolean {
  return !hasAlpha && orientation === 1 && !hasProfile && pages === 1 && space === 'srgb' && depth === 'uchar'
}

/** As bytes, so that a thread transfers them and the event loop does not build the text. */
function dataUrl(type: string, bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  const base64 = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('base64')
  return new TextEncoder().encode(`"data:${type};base64,${base64}"`)
}
