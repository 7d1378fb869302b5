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
    const target = out.subarray(row * rowBytes, (row + 1) * rowBytes)
    const source = data.subarray((starts[row] as number) * rowBytes)
    const rowWeights = weights.subarray(row * reach, (row + 1) * reach)
    if (reach > 3) addRows(target, source, rowWeights, sums)
    else if (rowWeights[2] === 0) blendTwo(target, source, rowWeights)
    else blendThree(target, source, rowWeights)
  }
  return { width, height, data: out }
}

// A picture is seldom reduced to less than half. Written out for two and three lines, the sums stay in registers.

function blendTwo(out: Uint8Array, data: Uint8Array, weights: Int32Array): void {
  const length = out.length
  const [one = 0, two = 0] = weights
  for (let at = 0; at < length; at += 1) {
    const sum = Math.imul(data[at] as number, one) + Math.imul(data[at + length] as number, two)
    out[at] = (sum + half) >> weightBits
  }
}

function blendThree(out: Uint8Array, data: Uint8Array, weights: Int32Array): void {
  const length = out.length
  const [one = 0, two = 0, three = 0] = weights
  for (let at = 0; at < length; at += 1) {
    const sum = Math.imul(data[at] as number, one) + Math.imul(data[at + length] as number, two)
    out[at] = (sum + Math.imul(data[at + 2 * length] as number, three) + half) >> weightBits
  }
}

function addRows(out: Uint8Array, data: Uint8Array, weights: Int32Array, sums: Int32Array): void {
  const length = out.length
  sums.fill(half)
  for (const [nth, weight] of weights.entries()) {
    if (weight === 0) continue
    for (let at = 0, from = nth * length; at < length; at += 1, from += 1) {
      sums[at] = (sums[at] as number) + Math.imul(data[from] as number, weight)
    }
  }
  for (let at = 0; at < length; at += 1) out[at] = (sums[at] as number) >> weightBits
}

function shrinkColumns(pixels: Pixels, width: number): Pixels {
  if (width === pixels.width) return pixels
  const { height, data } = pixels
  const out = new Uint8Array(width * height * 3)
  const { starts, weights, reach } = coverageOf(pixels.width, width)
  let to = 0
  for (let row = 0; row < height; row += 1) {
    const rowStart = row * pixels.width
    for (let column = 0; column < width; column += 1) {
      let at = (rowStart + (starts[column] as number)) * 3
      const from = column * reach
      const first = weights[from] as number
      let red = half + Math.imul(data[at] as number, first)
      let green = half + Math.imul(data[at + 1] as number, first)
      let blue = half + Math.imul(data[at + 2] as number, first)
      for (let nth = 1; nth < reach; nth += 1) {
        const weight = weights[from + nth] as number
        // The weights behind the last pixel that is covered are 0.
        if (weight === 0) break
        at += 3
        red += Math.imul(data[at] as number, weight)
        green += Math.imul(data[at + 1] as number, weight)
        blue += Math.imul(data[at + 2] as number, weight)
      }
      out[to] = red >> weightBits
      out[to + 1] = green >> weightBits
      out[to + 2] = blue >> weightBits
      to += 3
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
