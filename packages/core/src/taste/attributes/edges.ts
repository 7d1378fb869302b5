import type { Planes } from './planes.ts'

/** A gradient of this many L* a pixel is an edge. */
export const edgeGradient = 4
/** Within 15 degrees of upright or level. */
const axisSlope = Math.tan(Math.PI / 12)

/** How many edges there are, how many of them are level or upright, and how many rows and columns those share. */
export function measureEdges({ width, height, gradient, gradientX, gradientY }: Planes) {
  const columns = new Float64Array(width)
  const rows = new Float64Array(height)
  let edges = 0
  let energy = 0
  let upright = 0
  let level = 0
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const strength = gradient[y * width + x] ?? 0
      if (strength < edgeGradient) continue
      edges++
      energy += strength
      const across = Math.abs(gradientX[y * width + x] ?? 0)
      const down = Math.abs(gradientY[y * width + x] ?? 0)
      if (down <= across * axisSlope) {
        columns[x] = (columns[x] ?? 0) + strength
        upright += strength
      } else if (across <= down * axisSlope) {
        rows[y] = (rows[y] ?? 0) + strength
        level += strength
      }
    }
  }
  // No edge is neither straight nor crooked, and none is out of line.
  if (energy === 0) return { edge_density: 0, straightness: 0.5, grid_alignment: 1 }
  const aligned = upright * concentration(columns, upright) + level * concentration(rows, level)
  return {
    edge_density: edges / (width * height),
    straightness: (upright + level) / energy,
    grid_alignment: aligned / energy,
  }
}

/** 1 where all the energy lies in one line, 0 where every line has the same; logarithmic in the effective number of lines. */
function concentration(lines: Float64Array, total: number): number {
  if (total === 0 || lines.length === 1) return 1
  let squares = 0
  for (const energy of lines) squares += (energy / total) ** 2
  return Math.max(0, 1 + Math.log(squares) / Math.log(lines.length))
}
