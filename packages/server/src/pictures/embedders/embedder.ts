import type { Pixels } from '@palate/core/taste/attributes.ts'
import type { PictureShape } from '../decoding/decode.ts'

/** Maps pictures to vectors, such that similar pictures get similar vectors. */
export interface Embedder {
  /** Identifies the space: embedders with the same id give the same numbers for the same picture. */
  readonly id: string
  readonly dimensions: number
  /** The pixels that `embed` expects. */
  readonly picture: PictureShape
  /** A remote embedder passes `traceparent` on. */
  embed(pictures: readonly Pixels[], traceparent?: string): Promise<readonly Float32Array<ArrayBuffer>[]>
  close(): Promise<void>
}
