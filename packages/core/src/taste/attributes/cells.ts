import { binColours } from './colour-space.ts'
import type { Planes } from './planes.ts'

/** The picture in about 32 cells along its long side, each with the statistics of its pixels. */
export interface Cells {
  readonly columns: number
  readonly rows: number
  readonly lightness: Float32Array
  readonly a: Float32Array
  readonly b: Float32Array
  readonly lightnessDeviation: Float32Array
  readonly chromaDeviation: Float32Array
  readonly lightnessMin: Float32Array
  readonly lightnessMax: Float32Array
  readonly gradientSum: Float32Array
  /** Spread of the cell's colours, contrasts and orientations, each as the size of its covariance ellipsoid. */
  readonly colourSpread: Float32Array
  readonly contrastSpread: Float32Array
  readonly orientationSpread: Float32Array
  /** How often lightness turns from rising to falling or back along a row of the cell, by more than a noticeable step. */
  readonly turnsPerRow: Float32Array
}

const cellsAlongLongSide = 32
const noticeableStep = 3

export function readCells(planes: Planes): Cells {
  const { width, height } = planes
  const sizePx = Math.max(width, height) / cellsAlongLongSide
  const columns = Math.max(1, Math.min(width, Math.round(width / sizePx)))
  const rows = Math.max(1, Math.min(height, Math.round(height / sizePx)))
  const xBounds = bounds(width, columns)
  const yBounds = bounds(height, rows)
  const cells = emptyCells(columns, rows)
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++) {
      const cell = row * columns + column
      const fromX = xBounds[column] ?? 0
      const toX = xBounds[column + 1] ?? width
      const fromY = yBounds[row] ?? 0
      const toY = yBounds[row + 1] ?? height
      readColours(planes, cells, cell, fromX, toX, fromY, toY)
      readStrokes(planes, cells, cell, fromX, toX, fromY, toY)
    }
  }
  return cells
}

/** First pixel of each part; a pixel belongs to the part that holds its centre, which makes the parts mirror each other. */
function bounds(length: number, parts: number): Int32Array {
  return Int32Array.from({ length: parts + 1 }, (_, part) => Math.ceil((part * length) / parts - 0.5))
}

function emptyCells(columns: number, rows: number) {
  const plane = () => new Float32Array(columns * rows)
  return {
    columns,
    rows,
    lightness: plane(),
    a: plane(),
    b: plane(),
    lightnessDeviation: plane(),
    chromaDeviation: plane(),
    lightnessMin: plane(),
    lightnessMax: plane(),
    gradientSum: plane(),
    colourSpread: plane(),
    contrastSpread: plane(),
    orientationSpread: plane(),
    turnsPerRow: plane(),
  } satisfies Cells
}

function readColours(p: Planes, cells: Cells, cell: number, fromX: number, toX: number, fromY: number, toY: number) {
  const { lightness, bins, width } = p
  let [l, a, b, ll, aa, bb, la, lb, ab] = [0, 0, 0, 0, 0, 0, 0, 0, 0]
  for (let y = fromY; y < toY; y++) {
    for (let i = y * width + fromX; i < y * width + toX; i++) {
      const bin = bins[i] ?? 0
      const pixelL = lightness[i] ?? 0
      const pixelA = binColours.a[bin] ?? 0
      const pixelB = binColours.b[bin] ?? 0
      l += pixelL
      a += pixelA
      b += pixelB
      ll += pixelL * pixelL
      aa += pixelA * pixelA
      bb += pixelB * pixelB
      la += pixelL * pixelA
      lb += pixelL * pixelB
      ab += pixelA * pixelB
    }
  }
  const n = (toX - fromX) * (toY - fromY)
  const [meanL, meanA, meanB] = [l / n, a / n, b / n]
  const varL = Math.max(0, ll / n - meanL * meanL)
  const varA = Math.max(0, aa / n - meanA * meanA)
  const varB = Math.max(0, bb / n - meanB * meanB)
  cells.lightness[cell] = meanL
  cells.a[cell] = meanA
  cells.b[cell] = meanB
  cells.lightnessDeviation[cell] = Math.sqrt(varL)
  cells.chromaDeviation[cell] = Math.sqrt(varA + varB)
  cells.colourSpread[cell] = volume3(
    varL,
    varA,
    varB,
    la / n - meanL * meanA,
    lb / n - meanL * meanB,
    ab / n - meanA * meanB,
  )
}

function readStrokes(p: Planes, cells: Cells, cell: number, fromX: number, toX: number, fromY: number, toY: number) {
  const { lightness, gradient, gradientX, gradientY, width } = p
  let [sum, squares, c, s, cc, ss, cs, turns] = [0, 0, 0, 0, 0, 0, 0, 0]
  let min = Number.POSITIVE_INFINITY
  let max = Number.NEGATIVE_INFINITY
  for (let y = fromY; y < toY; y++) {
    let direction = 0
    let last = lightness[y * width + fromX] ?? 0
    for (let i = y * width + fromX; i < y * width + toX; i++) {
      const value = lightness[i] ?? 0
      if (value < min) min = value
      if (value > max) max = value
      const step = value - last
      if (step > noticeableStep || step < -noticeableStep) {
        if (direction !== 0 && direction * step < 0) turns++
        direction = step
      }
      last = value
      const strength = gradient[i] ?? 0
      if (strength < 0.5) continue
      const dx = gradientX[i] ?? 0
      const dy = gradientY[i] ?? 0
      // Twice the angle, so that an edge and its reverse count as one orientation.
      const along = (dx * dx - dy * dy) / strength
      const across = (2 * dx * dy) / strength
      sum += strength
      squares += strength * strength
      c += along
      s += across
      cc += along * along
      ss += across * across
      cs += along * across
    }
  }
  const n = (toX - fromX) * (toY - fromY)
  const mean = sum / n
  cells.lightnessMin[cell] = min
  cells.lightnessMax[cell] = max
  cells.gradientSum[cell] = sum
  cells.contrastSpread[cell] = Math.sqrt(Math.max(0, squares / n - mean * mean))
  cells.orientationSpread[cell] = volume2(cc / n - (c / n) ** 2, ss / n - (s / n) ** 2, cs / n - (c / n) * (s / n))
  cells.turnsPerRow[cell] = turns / (toY - fromY)
}

/** The ellipsoid's mean radius over a floor of one unit, so that a spread along one axis alone still counts, but less. */
function volume3(xx: number, yy: number, zz: number, xy: number, xz: number, yz: number): number {
  const [x, y, z] = [xx + 1, yy + 1, zz + 1]
  const determinant = x * (y * z - yz * yz) - xy * (xy * z - yz * xz) + xz * (xy * yz - y * xz)
  return Math.max(0, Math.max(1, determinant) ** (1 / 6) - 1)
}

function volume2(xx: number, yy: number, xy: number): number {
  return Math.max(0, Math.max(1, (xx + 1) * (yy + 1) - xy * xy) ** (1 / 4) - 1)
}
