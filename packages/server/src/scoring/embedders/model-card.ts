import type { PictureShape, Resampling } from '../pictures/decode.ts'

/** How a model takes its pictures. */
export interface ModelCard {
  readonly input: string
  readonly output: string
  /** A uint8 model gets the bytes unchanged; a float32 model gets `(byte / 255 - mean) / deviation` for each channel. */
  readonly type: 'uint8' | 'float32'
  /** Resized to a square, or in its own proportions with about as many pixels, or the square in its middle. */
  readonly shape: PictureShape['shape']
  readonly size: number
  /** With `middle`: the short side that the picture is resized to first. */
  readonly shortSide?: number
  readonly resampling?: Resampling
  readonly layout: 'NCHW' | 'NHWC'
  readonly mean: readonly [number, number, number]
  readonly deviation: readonly [number, number, number]
}
