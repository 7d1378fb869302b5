import type { Pixels } from '@palate/core/taste/attributes.ts'
import type { PictureFeatures } from '@palate/core/taste/model/fit-input.ts'
import type { Embedder } from '@palate/server/pictures/embedders/embedder.ts'
import sharp from 'sharp'
import { extractFeatures } from '../picture-features.ts'

export async function featuresOf(embedder: Embedder, { width, height, data }: Pixels): Promise<PictureFeatures> {
  const picture = sharp(data, { raw: { width, height, channels: 3 } }).png()
  return extractFeatures(embedder, await picture.toBuffer())
}
