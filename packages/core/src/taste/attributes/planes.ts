import { binCount, levelOf, lightnessTable, luminanceOfBlue, luminanceOfGreen, luminanceOfRed } from './colour-space.ts'
import type { Pixels } from './pixels.ts'

/**
 * What several measures need, computed once: lightness, its Sobel gradient (L* per pixel), and each pixel's colour bin.
 * The arrays are reused: they are valid until the next call of `readPlanes`.
 */
export interface Planes {
  readonly width: number
  readonly height: number
  readonly lightness: Float32Array
  readonly gradientX: Float32Array
  readonly gradientY: Float32Array
  readonly gradient: Float32Array
  readonly bins: Uint16Array
  /** Number of pixels in each colour bin, and the bins that are not empty. */
  readonly histogram: Int32Array
  readonly occupied: Uint16Array
}

export function readPlanes({ width, height, data }: Pixels): Planes {
  const count = width * height
  const scratch = scratchFor(count)
  const { lightness, bins, histogram } = scratch
  const lightnessOf = lightnessTable()
  histogram.fill(0)
  for (let pixel = 0, byte = 0; pixel < count; pixel++, byte += 3) {
    const red = data[byte] ?? 0
    const green = data[byte + 1] ?? 0
    const blue = data[byte + 2] ?? 0
    const luminance = (luminanceOfRed[red] ?? 0) + (luminanceOfGreen[green] ?? 0) + (luminanceOfBlue[blue] ?? 0)
    lightness[pixel] = lightnessOf[luminance] ?? 100
    const bin = ((levelOf[red] ?? 0) << 10) | ((levelOf[green] ?? 0) << 5) | (levelOf[blue] ?? 0)
    bins[pixel] = bin
    histogram[bin] = (histogram[bin] ?? 0) + 1
  }
  sobel(scratch, width, height)
  return { width, height, ...scratch, occupied: occupiedBins(histogram) }
}

/** Sobel filter with sliding column sums. Borders repeat the outermost pixel, so a flat picture has no edges. */
function sobel(scratch: Scratch, width: number, height: number): void {
  const { lightness, gradientX, gradientY, gradient } = scratch
  for (let y = 0; y < height; y++) {
    const here = y * width
    const above = y === 0 ? here : here - width
    const below = y === height - 1 ? here : here + width
    let sum = (lightness[above] ?? 0) + 2 * (lightness[here] ?? 0) + (lightness[below] ?? 0)
    let drop = (lightness[below] ?? 0) - (lightness[above] ?? 0)
    let sumBefore = sum
    let dropBefore = drop
    for (let x = 0; x < width; x++) {
      const next = x === width - 1 ? x : x + 1
      const nextAbove = lightness[above + next] ?? 0
      const nextBelow = lightness[below + next] ?? 0
      const sumNext = nextAbove + 2 * (lightness[here + next] ?? 0) + nextBelow
      const dropNext = nextBelow - nextAbove
      const dx = (sumNext - sumBefore) / 8
      const dy = (dropBefore + 2 * drop + dropNext) / 8
      gradientX[here + x] = dx
      gradientY[here + x] = dy
      gradient[here + x] = Math.sqrt(dx * dx + dy * dy)
      sumBefore = sum
      sum = sumNext
      dropBefore = drop
      drop = dropNext
    }
  }
}

function occupiedBins(histogram: Int32Array): Uint16Array {
  let found = 0
  for (let bin = 0; bin < binCount; bin++) if (histogram[bin] !== 0) scratchOccupied[found++] = bin
  return scratchOccupied.subarray(0, found)
}

type Scratch = Omit<Planes, 'width' | 'height' | 'occupied'>

let scratchPixels = 0
let scratchBuffer = new ArrayBuffer(0)
const scratchHistogram = new Int32Array(binCount)
const scratchOccupied = new Uint16Array(binCount)

/**
 * Reuses one buffer for all pictures, because allocating fresh pages costs as much as the arithmetic. Every value is
 * written before it is read, so nothing carries over.
 */
function scratchFor(count: number): Scratch {
  if (count > scratchPixels) {
    scratchPixels = count
    scratchBuffer = new ArrayBuffer(count * 18)
  }
  return {
    lightness: new Float32Array(scratchBuffer, 0, count),
    gradientX: new Float32Array(scratchBuffer, count * 4, count),
    gradientY: new Float32Array(scratchBuffer, count * 8, count),
    gradient: new Float32Array(scratchBuffer, count * 12, count),
    bins: new Uint16Array(scratchBuffer, count * 16, count),
    histogram: scratchHistogram,
  }
}
