import type { Planes } from './planes.ts'

/** Half the width of the blur that the picture is held against: nine pixels in all. */
const reach = 4
const taps = 2 * reach + 1

/**
 * What a blur takes from the differences between neighbours (after Crété and others): most of them where edges are
 * crisp, nothing where the picture is already soft. 8/9 for a clean step, 0 for a ramp.
 */
export function measureSharpness({ width, height, lightness }: Planes): number {
  const across = lostToBlur(lightness, height, width, width, 1)
  const down = lostToBlur(lightness, width, height, 1, width)
  const total = across.total + down.total
  return total < 1e-3 * lightness.length ? 0 : (across.lost + down.lost) / total
}

/** The blur is a running sum: its change from pixel to pixel is the difference of the two pixels at its ends. */
function lostToBlur(plane: Float32Array, lines: number, length: number, lineStride: number, stride: number) {
  let [lost, total] = [0, 0]
  for (let line = 0; line < lines; line++) {
    const start = line * lineStride
    for (let i = 1; i < length; i++) {
      const difference = Math.abs((plane[start + i * stride] ?? 0) - (plane[start + (i - 1) * stride] ?? 0))
      const ahead = Math.min(length - 1, i + reach)
      const behind = Math.max(0, i - 1 - reach)
      const blurred = Math.abs((plane[start + ahead * stride] ?? 0) - (plane[start + behind * stride] ?? 0)) / taps
      total += difference
      if (difference > blurred) lost += difference - blurred
    }
  }
  return { lost, total }
}
