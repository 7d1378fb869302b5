import type { Pixels } from '@palate/core/taste/attributes.ts'

/** Makes a picture smaller, each pixel the mean of the area that it covers. A side is never made longer. */
export function shrinkPixels(pixels: Pixels, width: number, height: number): Pixels {
  const narrow = Math.min(width, pixels.width)
  const low = Math.min(height, pixels.height)
  return shrinkColumns(shrinkRows(pixels, low), narrow)
}

function shrinkRows(pixels: Pixels, height: number): Pixels {
  if (height === pixels.height) return pixels
  const { width, data } = pixels
  const rowBytes = width * 3
  const out = new Uint8Array(rowBytes * height)
  const sums = new Float32Array(rowBytes)
  const step = pixels.height / height
  for (let row = 0; row < height; row += 1) {
    sums.fill(0.5)
    for (const [source, share] of sharesOf(row, step, pixels.height)) {
      const start = source * rowBytes
      for (let at = 0; at < rowBytes; at += 1) sums[at] = (sums[at] ?? 0) + (data[start + at] ?? 0) * share
    }
    out.set(sums, row * rowBytes)
  }
  return { width, height, data: out }
}

function shrinkColumns(pixels: Pixels, width: number): Pixels {
  if (width === pixels.width) return pixels
  const { height, data } = pixels
  const out = new Uint8Array(width * height * 3)
  const step = pixels.width / width
  for (let column = 0; column < width; column += 1) {
    const shares = sharesOf(column, step, pixels.width)
    for (let row = 0; row < height; row += 1) {
      let red = 0.5
      let green = 0.5
      let blue = 0.5
      for (const [source, share] of shares) {
        const at = (row * pixels.width + source) * 3
        red += (data[at] ?? 0) * share
        green += (data[at + 1] ?? 0) * share
        blue += (data[at + 2] ?? 0) * share
      }
      const to = (row * width + column) * 3
      out[to] = red
      out[to + 1] = green
      out[to + 2] = blue
    }
  }
  return { width, height, data: out }
}

/** Which source lines a line of the result covers, and how much of it each makes up. */
function sharesOf(line: number, step: number, linesMax: number): readonly (readonly [source: number, share: number])[] {
  const start = line * step
  const end = Math.min(start + step, linesMax)
  const shares: [number, number][] = []
  for (let source = Math.floor(start); source < end; source += 1) {
    const covered = Math.min(source + 1, end) - Math.max(source, start)
    if (covered > 1e-6) shares.push([source, covered / step])
  }
  return shares
}
