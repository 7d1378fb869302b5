import type { Cells } from './cells.ts'
import type { Swatch } from './palette.ts'
import type { Planes } from './planes.ts'

/** A cell's weight is limited to this colour difference. */
const weightMax = 50
const blocksAlongLongSide = 64
/** The offset of the centre of weight, as a share of the side, at which balance is 0. */
const offCentreMax = 0.25
const thirdsReach = 1 / 6
const centreReach = 0.5

/** The measures of composition. A cell's visual weight is its difference from `ground`, the most common colour. */
export function measureLayout(planes: Planes, cells: Cells, ground: Swatch | undefined) {
  const weights = new Float64Array(cells.columns * cells.rows)
  for (let cell = 0; cell < weights.length; cell++) weights[cell] = weigh(cells, cell, ground)
  return {
    symmetry: measureSymmetry(planes),
    balance: measureBalance(weights, cells),
    centre_focus: measureNearness(weights, nearCentre(cells)),
    thirds_energy: measureNearness(cells.gradientSum, nearThirds(cells)),
  }
}

const nearCentre = tabulateNearness((x, y) => 1 - Math.hypot(x - 0.5, y - 0.5) / centreReach)
const nearThirds = tabulateNearness((x, y) => {
  const acrossThird = Math.min(Math.abs(x - 1 / 3), Math.abs(x - 2 / 3))
  const downThird = Math.min(Math.abs(y - 1 / 3), Math.abs(y - 2 / 3))
  return 1 - Math.hypot(acrossThird, downThird) / thirdsReach
})

/** The nearness of each cell to a target. Depends only on the grid, so the last table is kept for the next picture. */
function tabulateNearness(nearness: (x: number, y: number) => number) {
  let last = { columns: 0, rows: 0, table: new Float64Array() }
  return ({ columns, rows }: Cells): Float64Array => {
    if (columns === last.columns && rows === last.rows) return last.table
    const at = (cell: number) => nearness(((cell % columns) + 0.5) / columns, (Math.floor(cell / columns) + 0.5) / rows)
    last = { columns, rows, table: Float64Array.from({ length: columns * rows }, (_, cell) => Math.max(0, at(cell))) }
    return last.table
  }
}

function weigh(cells: Cells, cell: number, ground: Swatch | undefined): number {
  if (ground === undefined) return 0
  const lightness = (cells.lightness[cell] ?? 0) - ground.lightness
  const a = (cells.a[cell] ?? 0) - ground.a
  const b = (cells.b[cell] ?? 0) - ground.b
  const difference = Math.sqrt(lightness * lightness + a * a + b * b)
  // Palette colours are quantised, so a difference below 5 may be quantisation alone.
  return Math.max(0, Math.min(weightMax, difference) - 5)
}

function measureBalance(weights: Float64Array, { columns, rows }: Cells): number {
  let [total, x, y] = [0, 0, 0]
  for (let cell = 0; cell < weights.length; cell++) {
    const weight = weights[cell] ?? 0
    total += weight
    x += weight * (((cell % columns) + 0.5) / columns - 0.5)
    y += weight * ((Math.floor(cell / columns) + 0.5) / rows - 0.5)
  }
  return total === 0 ? 1 : Math.max(0, 1 - Math.hypot(x, y) / total / offCentreMax)
}

/** The odds of weight near a target, relative to evenly spread weight: 0.5 for even, 1 for all near, 0 for none. */
function measureNearness(weights: Float64Array | Float32Array, nearness: Float64Array): number {
  let [total, near, even] = [0, 0, 0]
  for (let cell = 0; cell < weights.length; cell++) {
    const closeness = nearness[cell] ?? 0
    total += weights[cell] ?? 0
    near += closeness * (weights[cell] ?? 0)
    even += closeness / weights.length
  }
  if (total === 0 || even === 0 || even === 1) return 0.5
  const share = near / total
  return (share * (1 - even)) / (share * (1 - even) + even * (1 - share))
}

/** Compares the left half with the mirrored right half in blocks, relative to how much both deviate from the mean. */
function measureSymmetry({ width, height, lightness, sums }: Planes): number {
  const half = width >> 1
  const block = Math.max(1, Math.round(Math.max(width, height) / blocksAlongLongSide))
  const mean = sums.lightness / lightness.length
  let difference = 0
  let deviation = 0
  for (let top = 0; top < height; top += block) {
    const bottom = Math.min(height, top + block)
    for (let from = 0; from < half; from += block) {
      const to = Math.min(half, from + block)
      let left = 0
      let right = 0
      for (let y = top; y < bottom; y++) {
        const start = y * width
        for (let x = from; x < to; x++) {
          left += (lightness[start + x] ?? 0) - mean
          right += (lightness[start + width - 1 - x] ?? 0) - mean
        }
      }
      difference += Math.abs(left - right)
      deviation += Math.abs(left) + Math.abs(right)
    }
  }
  // With less than half an L* of deviation on average there is no shape that could be asymmetric.
  return deviation <= half * height ? 1 : 1 - difference / deviation
}
