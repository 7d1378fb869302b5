import { squaredDistance } from '@palate/core/taste/kernel.ts'
import {
  cholesky,
  type Matrix,
  matrix,
  multiply,
  solveLower,
  solveLowerTransposed,
} from '@palate/core/taste/linear-algebra.ts'
import type { PriorHead } from '@palate/core/taste/prior.ts'
import { pack } from '@palate/core/taste/prior-packing.ts'
import { eigen } from './eigen.ts'
import type { Space } from './prior-space.ts'

/** One group of people who rated the same pictures; ratings are each rater's own, centred, of deviation one. */
export type RatedGroup = {
  readonly points: readonly Float32Array[]
  readonly ratings: readonly Float64Array[]
}

/** Choices between pictures, by their position in `points`. */
export type ChosenGroup = {
  readonly points: readonly Float32Array[]
  readonly choices: readonly { readonly winner: number; readonly loser: number }[]
}

/** The crowd's opinion as bumps around landmarks. */
export type Opinion = { readonly landmarks: readonly Float32Array[]; readonly weights: Float64Array }

export const priorBandwidth = 0.7
// Doubt about a picture's mean rating, and about one person's choice, against a crowd's variance of one.
const ratingNoise = 0.1
const choiceNoise = 2
const levelNoise = 0.01
// A deviation of people's ratings in log odds of being called good, so that the scores come out calibrated.
export const logOddsPerDeviation = 2
const directionAxes = 40
const directionsKept = 24

export function fitHead(space: Space, rated: readonly RatedGroup[], chosen: ChosenGroup, about: string): PriorHead {
  const opinion = fitOpinion(rated, chosen)
  const directions = fitDirections(rated, chosen)
  const [first] = space.projection
  return {
    about,
    dimensions: first?.length ?? 0,
    axes: space.projection.length,
    centre: pack(space.centre),
    projection: pack(joined(space.projection)),
    bandwidth: priorBandwidth,
    landmarks: pack(joined(opinion.landmarks)),
    landmarkWeights: pack(opinion.weights.map((weight) => weight * logOddsPerDeviation)),
    directions: pack(joined(directions.map((row) => row.map((value) => value * logOddsPerDeviation)))),
  }
}

/** Gaussian process regression on the mean ratings of each picture and the choices, as one utility. */
export function fitOpinion(rated: readonly RatedGroup[], { points, choices }: ChosenGroup): Opinion {
  const landmarks = [...rated.flatMap((group) => group.points), ...points]
  const size = landmarks.length
  const information = new Float64Array(size * size)
  const pull = new Float64Array(size)
  const add = (i: number, j: number, value: number) => {
    information[i * size + j] = (information[i * size + j] as number) + value
  }
  // That the middling picture of each group is neither good nor bad is held, but not tightly.
  const holdLevel = (start: number, count: number) => {
    for (let i = 0; i < count; i++) {
      for (let j = 0; j < count; j++) add(start + i, start + j, 1 / (levelNoise * count * count))
    }
  }
  let offset = 0
  for (const group of rated) {
    // Ratings are relative to the rater's own mean, so they say nothing of the level of the group's pictures.
    const means = centred(crowdMeans(group))
    for (const [i, value] of means.entries()) {
      pull[offset + i] = value / ratingNoise
      add(offset + i, offset + i, 1 / ratingNoise)
      for (let j = 0; j < means.length; j++) add(offset + i, offset + j, -1 / (ratingNoise * means.length))
    }
    holdLevel(offset, means.length)
    offset += group.points.length
  }
  holdLevel(offset, points.length)
  for (const { winner, loser } of choices) {
    const [w, l] = [offset + winner, offset + loser]
    for (const [i, j, sign] of [
      [w, w, 1],
      [l, l, 1],
      [w, l, -1],
      [l, w, -1],
    ] as const)
      add(i, j, sign / choiceNoise)
    pull[w] = (pull[w] as number) + 1 / choiceNoise
    pull[l] = (pull[l] as number) - 1 / choiceNoise
  }
  const kernel = matrix(size, size, (i, j) => bump(landmarks[i], landmarks[j]))
  return { landmarks, weights: dualOf({ rows: size, columns: size, values: information }, kernel, pull) }
}

export function opinionAt({ landmarks, weights }: Opinion, point: Float32Array): number {
  return landmarks.reduce((sum, landmark, i) => sum + (weights[i] as number) * bump(landmark, point), 0)
}

/**
 * The landmarks' weights w = K⁻¹f, where (K⁻¹ + A)·f = pull. A is singular, for choices say nothing of the level; with
 * K = L·Lᵀ the solution f = L·(I + Lᵀ·A·L)⁻¹·Lᵀ·pull has a sound matrix inside all the same.
 */
function dualOf(information: Matrix, kernel: Matrix, pull: Float64Array): Float64Array {
  const size = kernel.rows
  const steady = matrix(size, size, (i, j) => (kernel.values[i * size + j] as number) + (i === j ? 1e-6 : 0))
  const lower = cholesky(steady)
  const half = product(information, lower)
  const inner = productTransposed(lower, half)
  for (let i = 0; i < size; i++) inner.values[i * size + i] = (inner.values[i * size + i] as number) + 1
  const factor = cholesky(inner)
  const solved = solveLowerTransposed(factor, solveLower(factor, multiplyTransposed(lower, pull)))
  return solveLowerTransposed(lower, solved)
}

/**
 * Expectation maximisation of the covariance of people's linear tastes around what a prior fitted on the other groups
 * would have expected of them: the main lines along which an owner may turn out to differ.
 */
function fitDirections(rated: readonly RatedGroup[], chosen: ChosenGroup): readonly Float32Array[] {
  const groups = rated.map((group) => {
    const opinion = fitOpinion(
      rated.filter((other) => other !== group),
      chosen,
    )
    const expected = Float64Array.from(group.points, (point) => opinionAt(opinion, point))
    return {
      points: centredRows(group.points.map((point) => point.slice(0, directionAxes))),
      residuals: group.ratings.map((ratings) => centred(ratings.map((value, i) => value - (expected[i] as number)))),
    }
  })
  const axes = Math.min(directionAxes, groups[0]?.points.columns ?? 0)
  let covariance = matrix(axes, axes, (i, j) => (i === j ? startVariance : 0))
  let noise = 0.6
  for (let round = 0; round < emRounds; round++) ({ covariance, noise } = emRound(groups, covariance, noise))
  const { values, vectors } = eigen(covariance)
  const length = rated[0]?.points[0]?.length ?? 0
  return vectors.slice(0, directionsKept).map((vector, k) => {
    const row = new Float32Array(length)
    row.set(Float32Array.from(vector, (value) => value * Math.sqrt(values[k] as number)))
    return row
  })
}

const startVariance = 0.5
// How many imagined people of no particular taste are counted among the real ones.
const imaginedPeople = 100
const emRounds = 12

type Residuals = { readonly points: Matrix; readonly residuals: readonly Float64Array[] }

function emRound(groups: readonly Residuals[], covariance: Matrix, noise: number) {
  const axes = covariance.rows
  const sum = matrix(axes, axes, (i, j) => (i === j ? imaginedPeople * startVariance : 0))
  let people = imaginedPeople
  let squares = 0
  let seen = 0
  for (const { points, residuals } of groups) {
    const spread = product(points, covariance)
    const outer = product(spread, transposed(points))
    for (let i = 0; i < outer.rows; i++)
      outer.values[i * outer.rows + i] = (outer.values[i * outer.rows + i] as number) + noise
    const factor = cholesky(outer)
    const gain = columnsOf(spread).map((column) => solveLowerTransposed(factor, solveLower(factor, column)))
    const explained = productTransposed(
      spread,
      matrix(points.rows, axes, (i, j) => gain[j]?.[i] as number),
    )
    for (const ratings of residuals) {
      const tastes = gain.map((column) => column.reduce((total, value, i) => total + value * (ratings[i] as number), 0))
      for (let i = 0; i < axes; i++) {
        for (let j = 0; j < axes; j++) {
          sum.values[i * axes + j] =
            (sum.values[i * axes + j] as number) + (tastes[i] as number) * (tastes[j] as number)
        }
      }
      const predicted = multiply(points, tastes)
      squares += ratings.reduce((total, value, i) => total + (value - (predicted[i] as number)) ** 2, 0)
    }
    const doubt = matrix(
      axes,
      axes,
      (i, j) => (covariance.values[i * axes + j] as number) - (explained.values[i * axes + j] as number),
    )
    for (let k = 0; k < sum.values.length; k++)
      sum.values[k] = (sum.values[k] as number) + residuals.length * (doubt.values[k] as number)
    squares += residuals.length * trace(product(product(points, doubt), transposed(points)))
    people += residuals.length
    seen += residuals.length * points.rows
  }
  return {
    covariance: matrix(axes, axes, (i, j) => (sum.values[i * axes + j] as number) / people),
    noise: squares / seen,
  }
}

function crowdMeans({ points, ratings }: RatedGroup): Float64Array {
  const means = new Float64Array(points.length)
  for (const one of ratings) {
    for (let i = 0; i < means.length; i++) means[i] = (means[i] as number) + (one[i] as number) / ratings.length
  }
  return means
}

function bump(a: Float32Array | undefined, b: Float32Array | undefined): number {
  return a && b ? Math.exp(-squaredDistance(a, b) / (2 * priorBandwidth ** 2)) : 0
}

function centred(values: Float64Array): Float64Array {
  const middle = values.reduce((sum, value) => sum + value, 0) / values.length
  return values.map((value) => value - middle)
}

function centredRows(rows: readonly Float32Array[]): Matrix {
  const columns = rows[0]?.length ?? 0
  const middle = Float64Array.from(
    { length: columns },
    (_, j) => rows.reduce((sum, row) => sum + (row[j] as number), 0) / rows.length,
  )
  return matrix(rows.length, columns, (i, j) => (rows[i]?.[j] as number) - (middle[j] as number))
}

function joined(rows: readonly Float32Array[]): Float32Array {
  return Float32Array.from(rows.flatMap((row) => Array.from(row)))
}

function transposed({ rows, columns, values }: Matrix): Matrix {
  return matrix(columns, rows, (i, j) => values[j * columns + i] as number)
}

function columnsOf(of: Matrix): readonly Float64Array[] {
  const { columns, rows, values } = transposed(of)
  return Array.from({ length: rows }, (_, i) => values.slice(i * columns, (i + 1) * columns))
}

function product(a: Matrix, b: Matrix): Matrix {
  const values = new Float64Array(a.rows * b.columns)
  for (let i = 0; i < a.rows; i++) {
    for (let k = 0; k < a.columns; k++) {
      const left = a.values[i * a.columns + k] as number
      if (left === 0) continue
      for (let j = 0; j < b.columns; j++) {
        values[i * b.columns + j] =
          (values[i * b.columns + j] as number) + left * (b.values[k * b.columns + j] as number)
      }
    }
  }
  return { rows: a.rows, columns: b.columns, values }
}

function productTransposed(a: Matrix, b: Matrix): Matrix {
  return product(transposed(a), b)
}

function multiplyTransposed(a: Matrix, x: Float64Array): Float64Array {
  return multiply(transposed(a), x)
}

function trace({ rows, values }: Matrix): number {
  return Array.from({ length: rows }, (_, i) => values[i * rows + i] as number).reduce((sum, value) => sum + value, 0)
}
