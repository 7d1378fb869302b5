import { attributesVersion, type Measured } from '@palate/core/taste/attributes.ts'
import type { ImageFormat } from '../decoding/image-format.ts'

/** The representation of a picture for scoring. The same bytes and embedder always give the same features. */
export interface Features {
  /** SHA-256 of the picture's bytes, in hex. */
  readonly contentHash: string
  readonly attributes: Measured
  readonly embedding: Float32Array<ArrayBuffer>
  /** The built-in embedding, if `embedding` is from another embedder: the prior exists only in the built-in space. */
  readonly builtinEmbedding?: Float32Array<ArrayBuffer>
}

export interface ExtractedFeatures extends Omit<Features, 'contentHash'> {
  readonly width: number
  readonly height: number
  readonly format: ImageFormat
  /** A small thumbnail, as WebP, which is made after the other features. Undefined if that failed. Never rejects. */
  readonly preview: Promise<Uint8Array | undefined>
}

/** Embeddings of different spaces cannot be compared. */
export interface EmbeddingSpace {
  readonly id: string
  readonly dimensions: number
  /** Describes the built-in embedder if it runs alongside another one. */
  readonly builtin?: { readonly id: string; readonly dimensions: number }
}

/** Features of different spaces are stored separately. */
export interface FeatureSpace {
  readonly id: string
  /** The length of `embedding`. */
  readonly dimensions: number
  /** The length of `builtinEmbedding`; 0 if features have none. */
  readonly builtinDimensions: number
}

/** Features depend on the embedders and on how attributes are measured. */
export function featureSpaceOf({ id, dimensions, builtin }: EmbeddingSpace): FeatureSpace {
  const embedders = builtin === undefined ? id : `${id}+${builtin.id}`
  return { id: `${embedders}.${attributesVersion}`, dimensions, builtinDimensions: builtin?.dimensions ?? 0 }
}

/**
 * The only way to create features. Throws if an embedding is missing or its length does not match the space, because
 * the model would read past its end.
 */
export function createFeatures(
  space: Pick<FeatureSpace, 'dimensions' | 'builtinDimensions'>,
  { contentHash, attributes, embedding, builtinEmbedding }: Features,
): Features {
  const [length, builtinLength] = [embedding.length, builtinEmbedding?.length ?? 0]
  if (length !== space.dimensions || builtinLength !== space.builtinDimensions) {
    const wanted = `${space.dimensions} and ${space.builtinDimensions}`
    throw new RangeError(`embeddings have ${length} and ${builtinLength} numbers instead of ${wanted}`)
  }
  return { contentHash, attributes, embedding, ...(builtinEmbedding && { builtinEmbedding }) }
}
