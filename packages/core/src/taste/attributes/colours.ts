import { once } from '../../generic/once.ts'
import { lightnessTable, luminanceBits, partOfBlue, partOfGreen, partOfRed } from './colour-space.ts'
import type { Pixels } from './pixels.ts'

/** Sums over all pixels. All but the first two are integers, which are exact in any order. */
export interface PixelSums {
  readonly lightness: number
  readonly lightnessSquares: number
  /** Number of pixels in deep shadow. */
  readonly dark: number
  readonly redGreen: number
  readonly redGreenSquares: number
  readonly yellowBlue: number
  readonly yellowBlueSquares: number
  readonly chroma: number
}

interface ColourPlanes {
  readonly lightness: Float32Array
  readonly bins: Uint16Array
  readonly histogram: Int32Array
}

const shadowLightness = 20
const luminanceMask = (1 << luminanceBits) - 1
const firstOutsideShadow = once(() => lightnessTable().findIndex((lightness) => lightness >= shadowLightness))

/** Fills the planes and adds up the pixels, in one pass without branches: noise would make them unpredictable. */
export function readColours({ width, height, data }: Pixels, planes: ColourPlanes): PixelSums {
  const { lightness, bins, histogram } = planes
  const lightnessOf = lightnessTable()
  const lit = firstOutsideShadow()
  // Local names, because V8 would look up an imported one for every pixel.
  const [ofRed, ofGreen, ofBlue] = [partOfRed, partOfGreen, partOfBlue]
  let [lightnessSum, lightnessSquares, dark] = [0, 0, 0]
  let [redGreenSum, redGreenSquares, yellowBlueSum, yellowBlueSquares, chromaTwice] = [0, 0, 0, 0, 0]
  histogram.fill(0)
  for (let y = 0, pixel = 0, byte = 0; y < height; y++) {
    // The sums of a row fit into 32 bits, in which integers add fastest.
    let [rowRedGreen, rowRedGreenSquares, rowYellowBlue, rowYellowBlueSquares, rowChromaTwice] = [0, 0, 0, 0, 0]
    for (const end = pixel + width; pixel < end; pixel++, byte += 3) {
      const red = data[byte] as number
      const green = data[byte + 1] as number
      const blue = data[byte + 2] as number
      const parts = ((ofRed[red] as number) + (ofGreen[green] as number) + (ofBlue[blue] as number)) | 0
      const luminance = parts & luminanceMask
      const value = lightnessOf[luminance] as number
      lightness[pixel] = value
      lightnessSum += value
      lightnessSquares += value * value
      // The sign bit of the difference.
      dark = (dark + ((luminance - lit) >>> 31)) | 0
      const bin = parts >>> luminanceBits
      bins[pixel] = bin
      histogram[bin] = (histogram[bin] as number) + 1
      const redGreen = red - green
      const yellowBlue = red + green - 2 * blue
      rowRedGreen = (rowRedGreen + redGreen) | 0
      rowRedGreenSquares = (rowRedGreenSquares + redGreen * redGreen) | 0
      rowYellowBlue = (rowYellowBlue + yellowBlue) | 0
      rowYellowBlueSquares = (rowYellowBlueSquares + yellowBlue * yellowBlue) | 0
      // The differences of the channels add up to twice the largest.
      rowChromaTwice = (rowChromaTwice + Math.abs(redGreen) + Math.abs(green - blue) + Math.abs(blue - red)) | 0
    }
    redGreenSum += rowRedGreen
    redGreenSquares += rowRedGreenSquares
    yellowBlueSum += rowYellowBlue
    yellowBlueSquares += rowYellowBlueSquares
    chromaTwice += rowChromaTwice
  }
  return {
    lightness: lightnessSum,
    lightnessSquares,
    dark,
    redGreen: redGreenSum,
    redGreenSquares,
    yellowBlue: yellowBlueSum,
    yellowBlueSquares,
    chroma: chromaTwice / 2,
  }
}
