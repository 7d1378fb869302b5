import type { Pixels } from '@palate/core/taste/attributes.ts'

/** Reduces a picture by area averaging. Never enlarges a side. */
export function shrinkPixels(pixels: Pixels, width: number, height: number): Pixels {
  const narrow = Math.min(width, pixels.width)
  const low = Math.min(height, pixels.height)
  return shrinkColumns(shrinkRows(pixels, low), narrow)
}

/** Weights are fixed-point integers with this many fraction bits: faster than floats and rounded alike everywhere. */
const weightBits = 16
const half = 1 << (weightBits - 1)

function shrinkRows(pixels: Pixels, height: number): Pixels {
  if (height === pixels.height) return pixels
  const { width, data } = pixels
  const rowBytes = width * 3
  const out = new Uint8Array(rowBytes * height)
  const sums = new Int32Array(rowBytes)
  const { starts, weights, reach } = coverageOf(pixels.height, height)
  for (let row = 0; row < height; row += 1) {
    sums.fill(half)
    for (let nth = 0; nth < reach; nth += 1) {
      const weight = weights[row * reach + nth] as number
      if (weight === 0) continue
      const start = ((starts[row] as number) + nth) * rowBytes
      for (let at = 0; at < rowBytes; at += 1) {
        sums[at] = (sums[at] as number) + (data[start + at] as number) * weight
      }
    }
    const to = row * rowBytes
    for (let at = 0; at < rowBytes; at += 1) out[to + at] = (sums[at] as number) >> weightBits
  }
  return { width, height, data: out }
}

function shrinkColumns(pixels: Pixels, width: number): Pixels {
  if (width === pixels.width) return pixels
  const { height, data } = pixels
  const out = new Uint8Array(width * height * 3)
  const { starts, weights, reach } = coverageOf(pixels.width, width)
  for (let row = 0; row < height; row += 1) {
    const rowStart = row * pixels.width
    for (let column = 0; column < width; column += 1) {
      let red = half
      let green = half
      let blue = half
      const first = (rowStart + (starts[column] as number)) * 3
      for (let nth = 0; nth < reach; nth += 1) {
        const weight = weights[column * reach + nth] as number
        if (weight === 0) continue
        const at = first + nth * 3
        red += (data[at] as number) * weight
        green += (data[at + 1] as number) * weight
        blue += (data[at + 2] as number) * weight
      }
      const to = (row * width + column) * 3
      out[to] = red >> weightBits
      out[to + 1] = green >> weightBits
      out[to + 2] = blue >> weightBits
    }
  }
  return { width, height, data: out }
}

interface Coverage {
  /** The first source line that each line of the result covers. */
  readonly starts: Int32Array
  /** `reach` weights for each line, from its first source line on. */
  readonly weights: Int32Array
  readonly reach: number
}

function coverageOf(from: number, to: number): Coverage {
  const step = from / to
  const reach = Math.ceil(step) + 1
  const starts = new Int32Array(to)
  const weights = new Int32Array(to * reach)
  for (let line = 0; line < to; line += 1) {
    const start = line * step
    const first = Math.min(from - 1, Math.floor(start))
    starts[line] = first
    // Each weight is the difference of two rounded sums, so that the weights of a line add up to exactly one.
    let before = 0
    for (let nth = 0; nth < reach; nth += 1) {
      const covered = Math.min(1, Math.max(0, (first + nth + 1 - start) / step))
      const sum = first + nth >= from - 1 ? 1 << weightBits : Math.round(covered * (1 << weightBits))
      weights[line * reach + nth] = sum - before
      before = sum
    }
  }
  return { starts, weights, reach }
}
