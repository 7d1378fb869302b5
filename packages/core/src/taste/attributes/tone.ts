import type { Pixels } from './pixels.ts'
import type { Planes } from './planes.ts'

const shadowLightness = 20
/** "Extremely colourful" on the scale of Hasler and Süsstrunk. */
const colourfulnessMax = 109

/** The measures of lightness and colour strength, from single pixels. */
export function measureTone(pixels: Pixels, planes: Planes) {
  const { lightness } = planes
  const count = lightness.length
  let sum = 0
  let squares = 0
  let dark = 0
  for (let i = 0; i < count; i++) {
    const value = lightness[i] ?? 0
    sum += value
    squares += value * value
    if (value < shadowLightness) dark++
  }
  const mean = sum / count
  return {
    brightness: mean / 100,
    contrast: Math.sqrt(Math.max(0, squares / count - mean * mean)) / 50,
    shadows: dark / count,
    ...measureColourStrength(pixels.data, count),
  }
}

/** Integer sums are exact in any order. */
function measureColourStrength(data: Uint8Array, count: number) {
  let rg = 0
  let yb = 0
  let rgSquares = 0
  let ybSquares = 0
  let chroma = 0
  for (let pixel = 0, byte = 0; pixel < count; pixel++, byte += 3) {
    const red = data[byte] ?? 0
    const green = data[byte + 1] ?? 0
    const blue = data[byte + 2] ?? 0
    const redGreen = red - green
    const yellowBlue = red + green - 2 * blue
    rg += redGreen
    yb += yellowBlue
    rgSquares += redGreen * redGreen
    ybSquares += yellowBlue * yellowBlue
    chroma += Math.max(red, green, blue) - Math.min(red, green, blue)
  }
  const meanRg = rg / count
  const meanYb = yb / count / 2
  const variance = rgSquares / count - meanRg * meanRg + ybSquares / count / 4 - meanYb * meanYb
  const hasler = Math.sqrt(Math.max(0, variance)) + 0.3 * Math.sqrt(meanRg * meanRg + meanYb * meanYb)
  return { colourfulness: Math.min(1, hasler / colourfulnessMax), saturation: chroma / count / 255 }
}
