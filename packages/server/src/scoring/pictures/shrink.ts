import type { Pixels } from '@palate/core/taste/attributes.ts'

/** Makes a picture smaller, each pixel the mean of the area that it covers. A side is never made longer. */
export function shrinkPixels(pixels: Pixels, width: number, height: number): Pixels {
  const narrow = Math.min(width, pixels.width)
  const low = Math.min(height, pixels.height)
  return shrinkColumns(shrinkRows(pixels, low), narrow)
}

/** Shares are integers, of which so many make a whole: whole numbers are quicker than fractions, and round alike everywhere. */
const shareBits = 16
const half = 1 << (shareBits - 1)

function shrinkRows(pixels: Pixels, height: number): Pixels {
  if (height === pixels.height) return pixels
  const { width, data } = pixels
  const rowBytes = width * 3
  const out = new Uint8Array(rowBytes * height)
  const sums = new Int32Array(rowBytes)
  const { starts, shares, reach } = coverOf(pixels.height, height)
  for (let row = 0; row < height; row += 1) {
    sums.fill(half)
    for (let nth = 0; nth < reach; nth += 1) {
      const share = shares[row * reach + nth] as number
      if (share === 0) continue
      const start = ((starts[row] as number) + nth) * rowBytes
      for (let at = 0; at < rowBytes; at += 1) {
        sums[at] = (sums[at] as number) + (data[start + at] as number) * share
      }
    }
    const to = row * rowBytes
    for (let at = 0; at < rowBytes; at += 1) out[to + at] = (sums[at] as number) >> shareBits
  }
  return { width, height, data: out }
}

function shrinkColumns(pixels: Pixels, width: number): Pixels {
  if (width === pixels.width) return pixels
  const { height, data } = pixels
  const out = new Uint8Array(width * height * 3)
  const { starts, shares, reach } = coverOf(pixels.width, width)
  for (let row = 0; row < height; row += 1) {
    const rowStart = row * pixels.width
    for (let column = 0; column < width; column += 1) {
      let red = half
      let green = half
      let blue = half
      const first = (rowStart + (starts[column] as number)) * 3
      for (let nth = 0; nth < reach; nth += 1) {
        const share = shares[column * reach + nth] as number
        if (share === 0) continue
        const at = first + nth * 3
        red += (data[at] as number) * share
        green += (data[at + 1] as number) * share
        blue += (data[at + 2] as number) * share
      }
      const to = (row * width + column) * 3
      out[to] = red >> shareBits
      out[to + 1] = green >> shareBits
      out[to + 2] = blue >> shareBits
    }
  }
  return { width, height, data: out }
}

interface Cover {
  /** The first source line that each line of the result covers. */
  readonly starts: Int32Array
  /** `reach` for each line: how much of it that source line and the next ones make up. */
  readonly shares: Int32Array
  readonly reach: number
}

function coverOf(from: number, to: number): Cover {
  const step = from / to
  const reach = Math.ceil(step) + 1
  const starts = new Int32Array(to)
  const shares = new Int32Array(to * reach)
  for (let line = 0; line < to; line += 1) {
    const start = line * step
    const first = Math.min(from - 1, Math.floor(start))
    starts[line] = first
    // Each share is the difference of two rounded sums, so that all of them together are exactly one.
    let before = 0
    for (let nth = 0; nth < reach; nth += 1) {
      const covered = Math.min(1, Math.max(0, (first + nth + 1 - start) / step))
      const sum = first + nth >= from - 1 ? 1 << shareBits : Math.round(covered * (1 << shareBits))
      shares[line * reach + nth] = sum - before
      before = sum
    }
  }
  return { starts, shares, reach }
}
