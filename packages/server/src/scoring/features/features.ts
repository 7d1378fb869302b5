import { attributesVersion, type Measured } from '@palate/core/taste/attributes.ts'
import type { ImageFormat } from '../pictures/image-format.ts'

/** What scoring knows of a picture. The same bytes and the same embedder always give the same features. */
export interface Features {
  /** SHA-256 of the picture's bytes, in hex. */
  readonly contentHash: string
  readonly attributes: Measured
  readonly embedding: Float32Array<ArrayBuffer>
  /** What the built-in embedder gives, if `embedding` is another's: the prior is known in that space alone. */
  readonly builtinEmbedding?: Float32Array<ArrayBuffer>
}

export interface ExtractedFeatures extends Omit<Features, 'contentHash'> {
  readonly width: number
  readonly height: number
  readonly format: ImageFormat
  /** A small thumbnail, as WebP. */
  readonly preview: Uint8Array
}

/** Embeddings of different spaces cannot be compared. */
export interface EmbeddingSpace {
  readonly id: string
  readonly dimensions: number
  /** Of the built-in embedder that runs beside another. */
  readonly builtinId?: string
}

/** Features of different spaces are stored apart. */
export interface FeatureSpace {
  readonly id: string
  /** Of `embedding`. */
  readonly dimensions: number
}

/** Features depend on the embedders and on how attributes are measured. */
export function featureSpaceOf({ id, dimensions, builtinId }: EmbeddingSpace): FeatureSpace {
  const embedders = builtinId === undefined ? id : `${id}+${builtinId}`
  return { id: `${embedders}.${attributesVersion}`, dimensions }
}
