import sharp from 'sharp'
import { type DecodedPicture, fitWithin, openPicture } from './decode.ts'
import { reducePicture } from './reduce.ts'
import { previewSide } from './thumbnail-sides.ts'

/** Less effort makes files a tenth larger in half the time. */
const previewOptions = { quality: 70, effort: 0 }

/** A small WebP thumbnail of an already decoded picture. Encoded on another thread. */
export function previewOf({ width, height, decoded }: Omit<DecodedPicture, 'format'>): Promise<Uint8Array> {
  const { data, ...size } = reducePicture(decoded, ...fitWithin(width, height, previewSide), 'area')
  return sharp(data, { raw: { ...size, channels: 3 } })
    .webp(previewOptions)
    .toBuffer()
}

/** A WebP thumbnail whose longer side has this many pixels, or fewer if the picture is smaller. */
export async function renderThumbnail(bytes: Uint8Array, side: number): Promise<Uint8Array> {
  return openPicture(bytes, (picture) =>
    picture.resize(side, side, { fit: 'inside', withoutEnlargement: true }).webp({ quality: 80, effort: 2 }),
  )
}
