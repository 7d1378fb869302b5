import type { Planes } from './planes.ts'

/** Half the width of the blur that the picture is held against: nine pixels in all. */
const reach = 4
const perTap = 1 / (2 * reach + 1)

/**
 * What a blur takes from the differences between neighbours (after Crété and others): most of them where edges are
 * crisp, nothing where the picture is already soft. 8/9 for a clean step, 0 for a ramp. Every second row will do.
 */
export function measureSharpness({ width, height, lightness }: Planes): number {
  let lost = 0
  let total = 0
  for (let y = height > 1 ? 1 : 0; y < height; y += 2) {
    const row = y * width
    // The blur's change from a pixel to the next is the difference of the two pixels at its ends.
    const rowAhead = y + reach < height ? row + reach * width : (height - 1) * width
    const rowBehind = y - 1 - reach > 0 ? row - (1 + reach) * width : 0
    const rowBefore = y === 0 ? row : row - width
    for (let x = 0; x < width; x++) {
      const value = lightness[row + x] ?? 0
      const down = Math.abs(value - (lightness[rowBefore + x] ?? 0))
      const downBlurred = Math.abs((lightness[rowAhead + x] ?? 0) - (lightness[rowBehind + x] ?? 0)) * perTap
      total += down
      lost += Math.max(0, down - downBlurred)
      if (x === 0) continue
      const ahead = x + reach < width ? x + reach : width - 1
      const behind = Math.max(0, x - 1 - reach)
      const across = Math.abs(value - (lightness[row + x - 1] ?? 0))
      const acrossBlurred = Math.abs((lightness[row + ahead] ?? 0) - (lightness[row + behind] ?? 0)) * perTap
      total += across
      lost += Math.max(0, across - acrossBlurred)
    }
  }
  return total < 1e-3 * width * height ? 0 : lost / total
}
