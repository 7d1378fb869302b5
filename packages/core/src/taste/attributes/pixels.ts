/** A decoded picture: sRGB, three bytes per pixel, rows from the top. Measures expect a long side of 256 pixels. */
export interface Pixels {
  readonly width: number
  readonly height: number
  readonly data: Uint8Array
}
