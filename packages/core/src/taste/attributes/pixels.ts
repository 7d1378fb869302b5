/** A decoded picture: sRGB, three bytes a pixel, rows from the top. The measures are calibrated for a long side of 256. */
export interface Pixels {
  readonly width: number
  readonly height: number
  readonly data: Uint8Array
}
