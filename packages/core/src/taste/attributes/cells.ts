import { binColours } from './colour-space.ts'
import type { Planes } from './planes.ts'

/** Statistics of the picture's cells. There are about 32 along the long side. */
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
  /** Spread of the cell's colours, contrasts and orientations: the size of each covariance ellipsoid. */
  readonly colourSpread: Float32Array
  readonly contrastSpread: Float32Array
  readonly orientationSpread: Float32Array
  /** Local extrema of lightness along a row of the cell, counting only noticeable steps; mean over the rows. */
  readonly turnsPerRow: Float32Array
  /** Share of the cell near the light or the dark end of its range: large for strokes on a ground, 0 without strokes. */
  readonly groundShare: Float32Array
}

const cellsAlongLongSide = 32
const noticeableStep = 3
/** A pixel belongs to an end of the range if it is within this share of the range. */
const groundReach = 0.15

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
      readGradients(planes, cells, cell, fromX, toX, fromY, toY)
      readStrokes(planes, cells, cell, fromX, toX, fromY, toY)
    }
  }
  return cells
}

/** First pixel of each part. A pixel belongs to the part with its centre, so the parts are mirror-symmetric. */
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
    groundShare: plane(),
  } satisfies Cells
}

/** Reads every second row: JPEG stores chroma at half resolution anyway. */
function readColours(p: Planes, cells: Cells, cell: number, fromX: number, toX: number, fromY: number, toY: number) {
  const { lightness, bins, width } = p
  const { a: binA, b: binB } = binColours()
  let l = 0
  let a = 0
  let b = 0
  let ll = 0
  let aa = 0
  let bb = 0
  let la = 0
  let lb = 0
  let ab = 0
  for (let y = fromY; y < toY; y += 2) {
    const end = y * width + toX
    for (let i = y * width + fromX; i < end; i++) {
      const bin = bins[i] ?? 0
      const pixelL = lightness[i] ?? 0
      const pixelA = binA[bin] ?? 0
      const pixelB = binB[bin] ?? 0
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
  const n = (toX - fromX) * ((toY - fromY + 1) >> 1)
  const [meanL, meanA, meanB] = [l / n, a / n, b / n]
  const varL = Math.max(0, ll / n - meanL * meanL)
  const varA = Math.max(0, aa / n - meanA * meanA)
  const varB = Math.max(0, bb / n - meanB * meanB)
  const [covLA, covLB, covAB] = [la / n - meanL * meanA, lb / n - meanL * meanB, ab / n - meanA * meanB]
  cells.lightness[cell] = meanL
  cells.a[cell] = meanA
  cells.b[cell] = meanB
  cells.lightnessDeviation[cell] = Math.sqrt(varL)
  cells.chromaDeviation[cell] = Math.sqrt(varA + varB)
  cells.colourSpread[cell] = volume3(varL, varA, varB, covLA, covLB, covAB)
}

/** Reads every second row: a Sobel gradient covers three rows. */
function readGradients(p: Planes, cells: Cells, cell: number, fromX: number, toX: number, fromY: number, toY: number) {
  const { gradient, gradientX, gradientY, width } = p
  let sum = 0
  let squares = 0
  let c = 0
  let s = 0
  let cc = 0
  let ss = 0
  let cs = 0
  for (let y = fromY; y < toY; y += 2) {
    const end = y * width + toX
    for (let i = y * width + fromX; i < end; i++) {
      const strength = gradient[i] ?? 0
      if (strength < 1) continue
      const dx = gradientX[i] ?? 0
      const dy = gradientY[i] ?? 0
      // Twice the angle, so that an edge and its reverse count as one orientation.
      const scale = 1 / strength
      const along = (dx * dx - dy * dy) * scale
      const across = 2 * dx * dy * scale
      sum += strength
      squares += strength * strength
      c += along
      s += across
      cc += along * along
      ss += across * across
      cs += along * across
    }
  }
  const n = (toX - fromX) * ((toY - fromY + 1) >> 1)
  cells.gradientSum[cell] = (sum / n) * (toX - fromX) * (toY - fromY)
  cells.contrastSpread[cell] = Math.sqrt(Math.max(0, squares / n - (sum / n) ** 2))
  cells.orientationSpread[cell] = volume2(cc / n - (c / n) ** 2, ss / n - (s / n) ** 2, cs / n - (c / n) * (s / n))
}

function readStrokes(p: Planes, cells: Cells, cell: number, fromX: number, toX: number, fromY: number, toY: number) {
  const { lightness, width } = p
  let min = Number.POSITIVE_INFINITY
  let max = Number.NEGATIVE_INFINITY
  let turns = 0
  for (let y = fromY; y < toY; y++) {
    const start = y * width + fromX
    const end = y * width + toX
    let last = lightness[start] ?? 0
    let direction = 0
    for (let i = start; i < end; i++) {
      const value = lightness[i] ?? 0
      if (value < min) min = value
      if (value > max) max = value
      const step = value - last
      last = value
      if (step <= noticeableStep && step >= -noticeableStep) continue
      if (direction * step < 0) turns++
      direction = step
    }
  }
  cells.lightnessMin[cell] = min
  cells.lightnessMax[cell] = max
  cells.turnsPerRow[cell] = turns / (toY - fromY)
  const strokesMin = (toY - fromY) / 4
  cells.groundShare[cell] = turns < strokesMin ? 0 : shareGround(p, min, max, fromX, toX, fromY, toY)
}

function shareGround(p: Planes, min: number, max: number, fromX: number, toX: number, fromY: number, toY: number) {
  const { lightness, width } = p
  const darkEnd = min + groundReach * (max - min)
  const lightEnd = max - groundReach * (max - min)
  let dark = 0
  let light = 0
  for (let y = fromY; y < toY; y++) {
    const end = y * width + toX
    for (let i = y * width + fromX; i < end; i++) {
      const value = lightness[i] ?? 0
      if (value <= darkEnd) dark++
      if (value >= lightEnd) light++
    }
  }
  return Math.max(dark, light) / ((toX - fromX) * (toY - fromY))
}

/** Mean radius of the covariance ellipsoid, with 1 added to each variance so that a spread along one axis also counts. */
function volume3(xx: number, yy: number, zz: number, xy: number, xz: number, yz: number): number {
  const [x, y, z] = [xx + 1, yy + 1, zz + 1]
  const determinant = x * (y * z - yz * yz) - xy * (xy * z - yz * xz) + xz * (xy * yz - y * xz)
  return Math.max(0, Math.max(1, determinant) ** (1 / 6) - 1)
}

function volume2(xx: number, yy: number, xy: number): number {
  return Math.max(0, Math.max(1, (xx + 1) * (yy + 1) - xy * xy) ** (1 / 4) - 1)
}
