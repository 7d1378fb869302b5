import {
  cholesky,
  type Matrix,
  matrix,
  multiply,
  solveLower,
  solveLowerTransposed,
} from '@palate/core/taste/linear-algebra.ts'
import { type ChosenGroup, fitOpinion, opinionAt, type RatedGroup } from './crowd-utility.ts'
import { centred, columnsOf, product, productTransposed, trace, transposed } from './dense.ts'
import { eigen } from './eigenvectors.ts'

const directionAxes = 40
const directionsKept = 24

/**
 * Expectation maximisation of the covariance of people's linear tastes around what a prior fitted on the other groups
 * would have expected of them: the main lines along which an owner may turn out to differ.
 */
export function fitDirections(rated: readonly RatedGroup[], chosen: ChosenGroup): readonly Float32Array[] {
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

function centredRows(rows: readonly Float32Array[]): Matrix {
  const columns = rows[0]?.length ?? 0
  const middle = Float64Array.from(
    { length: columns },
    (_, j) => rows.reduce((sum, row) => sum + (row[j] as number), 0) / rows.length,
  )
  return matrix(rows.length, columns, (i, j) => (rows[i]?.[j] as number) - (middle[j] as number))
}
