import type { PixelSums } from './colours.ts'
import type { Planes } from './planes.ts'

/** "Extremely colourful" on the scale of Hasler and Süsstrunk. */
const colourfulnessMax = 109

/** The measures of lightness and colour strength, from single pixels. */
export function measureTone({ lightness, sums }: Planes) {
  const count = lightness.length
  const mean = sums.lightness / count
  return {
    brightness: mean / 100,
    contrast: Math.sqrt(Math.max(0, sums.lightnessSquares / count - mean * mean)) / 50,
    shadows: sums.dark / count,
    ...measureColourStrength(sums, count),
  }
}

function measureColourStrength(sums: PixelSums, count: number) {
  const meanRg = sums.redGreen / count
  const meanYb = sums.yellowBlue / count / 2
  const variance = sums.redGreenSquares / count - meanRg * meanRg + sums.yellowBlueSquares / count / 4 - meanYb * meanYb
  const hasler = Math.sqrt(Math.max(0, variance)) + 0.3 * Math.sqrt(meanRg * meanRg + meanYb * meanYb)
  return { colourfulness: Math.min(1, hasler / colourfulnessMax), saturation: sums.chroma / count / 255 }
}
