import type { Pixels } from '@palate/core/taste/attributes.ts'
import type { WorkContext } from '../../work/work-context.ts'
import type { PictureShape } from '../decoding/decode.ts'

interface Space {
  /** Identifies the space: embedders with the same id give the same numbers for the same picture. */
  readonly id: string
  readonly dimensions: number
}

/** Maps pictures to vectors, such that similar pictures get similar vectors. */
export interface Embedder extends Space {
  /** The pixels that `embed` expects. */
  readonly picture: PictureShape
  embed(pictures: readonly Pixels[]): Promise<readonly Float32Array<ArrayBuffer>[]>
  close(): Promise<void>
}

/** An embedder outside the process, which decodes pictures itself. */
export interface RemoteEmbedder extends Space {
  /**
   * Takes a picture from `encoded-picture.ts`. Rejects with a FrameFault if the embedder refuses this picture, with
   * ScoringUnavailable, or with the reason of the caller's signal.
   */
  embed(picture: Uint8Array, work?: WorkContext, traceparent?: string): Promise<Float32Array<ArrayBuffer>>
  close(): Promise<void>
}
