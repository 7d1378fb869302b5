import { binCount } from './colour-space.ts'
import { type PixelSums, readColours } from './colours.ts'
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
  readonly sums: PixelSums
}

export function readPlanes({ width, height, data }: Pixels): Planes {
  const scratch = scratchFor(width * height)
  const sums = readColours({ width, height, data }, scratch)
  for (let y = 0; y < height; y++) readGradients(scratch, width, height, y)
  return { width, height, ...scratch, occupied: occupiedBins(scratch.histogram), sums }
}

/**
 * Sobel filter of one row with sliding column sums. Borders repeat the outermost pixel, so a flat picture has no edges.
 */
function readGradients(scratch: Scratch, width: number, height: number, y: number): void {
  const { lightness, gradientX, gradientY, gradient } = scratch
  const here = y * width
  const above = y === 0 ? here : here - width
  const below = y === height - 1 ? here : here + width
  let sum = (lightness[above] as number) + 2 * (lightness[here] as number) + (lightness[below] as number)
  let drop = (lightness[below] as number) - (lightness[above] as number)
  let sumBefore = sum
  let dropBefore = drop
  for (let x = 0; x < width; x++) {
    const next = x === width - 1 ? x : x + 1
    const nextAbove = lightness[above + next] as number
    const nextBelow = lightness[below + next] as number
    const sumNext = nextAbove + 2 * (lightness[here + next] as number) + nextBelow
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

function occupiedBins(histogram: Int32Array): Uint16Array {
  let found = 0
  for (let bin = 0; bin < binCount; bin++) if (histogram[bin] !== 0) scratchOccupied[found++] = bin
  return scratchOccupied.subarray(0, found)
}

type Scratch = Omit<Planes, 'width' | 'height' | 'occupied' | 'sums'>

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
