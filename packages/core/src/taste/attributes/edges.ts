import type { Planes } from './planes.ts'

/** A pixel with at least this gradient (in L* per pixel) is an edge. */
export const edgeGradient = 4
/** Within 15 degrees of vertical or horizontal. */
const axisSlope = Math.tan(Math.PI / 12)

/** The density of edges, the share that is horizontal or vertical, and how few rows and columns those occupy. */
export function measureEdges({ width, height, gradient, gradientX, gradientY }: Planes) {
  const columns = new Float64Array(width)
  const rows = new Float64Array(height)
  let edges = 0
  let energy = 0
  let vertical = 0
  let horizontal = 0
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
        vertical += strength
      } else if (across <= down * axisSlope) {
        rows[y] = (rows[y] ?? 0) + strength
        horizontal += strength
      }
    }
  }
  // Without edges, straightness is neutral and nothing is misaligned.
  if (energy === 0) return { edge_density: 0, straightness: 0.5, grid_alignment: 1 }
  const aligned = vertical * concentration(columns, vertical) + horizontal * concentration(rows, horizontal)
  return {
    edge_density: edges / (width * height),
    straightness: (vertical + horizontal) / energy,
    grid_alignment: aligned / energy,
  }
}

/** 1 if all energy is in one line, 0 if it is spread evenly; logarithmic in the effective number of lines. */
function concentration(lines: Float64Array, total: number): number {
  if (total === 0 || lines.length === 1) return 1
  let squares = 0
  for (const energy of lines) squares += (energy / total) ** 2
  return Math.max(0, 1 + Math.log(squares) / Math.log(lines.length))
}
