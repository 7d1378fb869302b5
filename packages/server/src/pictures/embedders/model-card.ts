import type { PictureShape, Resampling } from '../decoding/decode.ts'

/** The input format of a model. */
export interface ModelCard {
  readonly input: string
  readonly output: string
  /** A uint8 model gets the bytes unchanged; a float32 model gets `(byte / 255 - mean) / deviation` per channel. */
  readonly type: 'uint8' | 'float32'
  /** Resized to a square, resized in its own proportions to about as many pixels, or cropped to its central square. */
  readonly shape: PictureShape['shape']
  readonly size: number
  /** With `middle`: the short side that the picture is resized to first. */
  readonly shortSide?: number
  readonly resampling?: Resampling
  readonly layout: 'NCHW' | 'NHWC'
  readonly mean: readonly [number, number, number]
  readonly deviation: readonly [number, number, number]
}
