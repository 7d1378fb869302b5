import { measureAttributes } from '@palate/core/taste/attributes.ts'
import type { PictureFeatures } from '@palate/core/taste/model/fit-input.ts'
import { decodePicture, forAttributes, forEmbedder } from '@palate/server/pictures/decoding/decode.ts'
import type { Embedder } from '@palate/server/pictures/embedders/embedder.ts'

/** The features of a picture file, as the service extracts them. */
export async function extractFeatures(embedder: Embedder, bytes: Uint8Array): Promise<PictureFeatures> {
  const picture = await decodePicture(bytes, embedder.picture)
  const [embedding = new Float32Array()] = await embedder.embed([forEmbedder(picture, embedder.picture)])
  return { embedding, attributes: measureAttributes(forAttributes(picture)) }
}
