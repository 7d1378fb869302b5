import { binCount, levelOf, lightnessOf, luminanceOfBlue, luminanceOfGreen, luminanceOfRed } from './colour-space.ts'
import type { Pixels } from './pixels.ts'

/** What every measure reads, computed once: lightness, its Sobel gradient (L* a pixel), and the colour bin of each pixel. */
export interface Planes {
  readonly width: number
  readonly height: number
  readonly lightness: Float32Array
  readonly gradientX: Float32Array
  readonly gradientY: Float32Array
  readonly gradient: Float32Array
  readonly bins: Uint16Array
  readonly histogram: Uint32Array
}

export function readPlanes({ width, height, data }: Pixels): Planes {
  const count = width * height
  const lightness = new Float32Array(count)
  const bins = new Uint16Array(count)
  const histogram = new Uint32Array(binCount)
  for (let pixel = 0, byte = 0; pixel < count; pixel++, byte += 3) {
    const red = data[byte] ?? 0
    const green = data[byte + 1] ?? 0
    const blue = data[byte + 2] ?? 0
    const luminance = (luminanceOfRed[red] ?? 0) + (luminanceOfGreen[green] ?? 0) + (luminanceOfBlue[blue] ?? 0)
    lightness[pixel] = lightnessOf(luminance)
    const bin = ((levelOf[red] ?? 0) << 10) | ((levelOf[green] ?? 0) << 5) | (levelOf[blue] ?? 0)
    bins[pixel] = bin
    histogram[bin] = (histogram[bin] ?? 0) + 1
  }
  return { width, height, lightness, bins, histogram, ...sobel(lightness, width, height) }
}

/** Borders repeat the outermost pixel, so a flat picture has no edge at its frame. */
function sobel(lightness: Float32Array, width: number, height: number) {
  const gradientX = new Float32Array(lightness.length)
  const gradientY = new Float32Array(lightness.length)
  const gradient = new Float32Array(lightness.length)
  for (let y = 0; y < height; y++) {
    const above = Math.max(0, y - 1) * width
    const here = y * width
    const below = Math.min(height - 1, y + 1) * width
    for (let x = 0; x < width; x++) {
      const left = x === 0 ? 0 : x - 1
      const right = x === width - 1 ? x : x + 1
      const aboveLeft = lightness[above + left] ?? 0
      const aboveRight = lightness[above + right] ?? 0
      const belowLeft = lightness[below + left] ?? 0
      const belowRight = lightness[below + right] ?? 0
      const sides = (lightness[here + right] ?? 0) - (lightness[here + left] ?? 0)
      const ends = (lightness[below + x] ?? 0) - (lightness[above + x] ?? 0)
      const dx = (aboveRight - aboveLeft + 2 * sides + belowRight - belowLeft) / 8
      const dy = (belowLeft - aboveLeft + 2 * ends + belowRight - aboveRight) / 8
      gradientX[here + x] = dx
      gradientY[here + x] = dy
      gradient[here + x] = Math.sqrt(dx * dx + dy * dy)
    }
  }
  return { gradientX, gradientY, gradient }
}
