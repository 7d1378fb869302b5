import { logLikelihood, type Observation, slopeAndCurvature } from '../gaussian-process/likelihood.ts'
import { cholesky, solveCholesky } from '../linear-algebra/cholesky.ts'
import { dot, type Matrix, matrix } from '../linear-algebra/matrix.ts'

/** Independent factors before any judgement, and the values by which each is multiplied in each observation. */
export type FactorPrior = {
  readonly means: readonly number[]
  readonly variances: readonly number[]
  readonly values: readonly Float64Array[]
}

/** Laplace's approximation of the posterior of the factors. */
export type FactorPosterior = {
  readonly mean: Float64Array
  readonly covariance: Matrix
  readonly logEvidence: number
}

const newtonStepsMax = 30
/** A step that is expected to gain less ends the search. */
const convergenceTolerance = 1e-9
const stepSizeMin = 1e-3

/** Bayesian logistic regression: Newton's method on the log posterior, which is concave, with a line search. */
export function fitFactors(observations: readonly Observation[], prior: FactorPrior): FactorPosterior {
  let point = pointAt(observations, prior, Float64Array.from(prior.means))
  let { factor, gradient } = curvatureAt(observations, prior, point)
  for (let count = 0; count < newtonStepsMax; count++) {
    const step = solveCholesky(factor, gradient)
    if (dot(step, gradient) / 2 < convergenceTolerance) break
    point = searchLine(observations, prior, point, step)
    ;({ factor, gradient } = curvatureAt(observations, prior, point))
  }
  const size = prior.means.length
  const rows = prior.means.map((_, i) => solveCholesky(factor, unitVector(size, i)))
  const logDeterminant = prior.variances.reduce(
    (sum, variance, i) => sum + Math.log(variance) / 2 + Math.log(factor.values[i * size + i] as number),
    0,
  )
  return {
    mean: point.factors,
    covariance: matrix(size, size, (i, j) => (rows[i] as Float64Array)[j] as number),
    logEvidence: point.value - logDeterminant,
  }
}

type Point = { readonly factors: Float64Array; readonly utilities: Float64Array; readonly value: number }

function pointAt(observations: readonly Observation[], prior: FactorPrior, factors: Float64Array): Point {
  const { means, variances, values } = prior
  const utilities = new Float64Array(observations.length)
  let value = 0
  for (const [k, column] of values.entries()) {
    const factor = factors[k] as number
    for (let i = 0; i < utilities.length; i++) utilities[i] = (utilities[i] as number) + factor * (column[i] as number)
    value -= (factor - (means[k] as number)) ** 2 / (2 * (variances[k] as number))
  }
  for (let i = 0; i < utilities.length; i++) {
    value += logLikelihood(observations[i] as Observation, utilities[i] as number)
  }
  return { factors, utilities, value }
}

/** The gradient of the log posterior, and the Cholesky factor of its negative Hessian. */
function curvatureAt(
  observations: readonly Observation[],
  { means, variances, values }: FactorPrior,
  { factors, utilities }: Point,
) {
  const size = means.length
  const gradient = factors.map((factor, k) => ((means[k] as number) - factor) / (variances[k] as number))
  const hessian = new Float64Array(size * size)
  for (const [k, variance] of variances.entries()) hessian[k * size + k] = 1 / variance
  for (let i = 0; i < utilities.length; i++) {
    const { slope, curvature } = slopeAndCurvature(observations[i] as Observation, utilities[i] as number)
    for (let row = 0; row < size; row++) {
      const value = (values[row] as Float64Array)[i] as number
      gradient[row] = (gradient[row] as number) + slope * value
      const scale = curvature * value
      for (let column = 0; column <= row; column++) {
        const place = row * size + column
        hessian[place] = (hessian[place] as number) + scale * ((values[column] as Float64Array)[i] as number)
      }
    }
  }
  return { gradient, factor: cholesky({ rows: size, columns: size, values: hessian }) }
}

/** Halves the step until the log posterior does not decrease. */
function searchLine(observations: readonly Observation[], prior: FactorPrior, from: Point, step: Float64Array): Point {
  for (let size = 1; size > stepSizeMin; size /= 2) {
    const factors = from.factors.map((factor, k) => factor + size * (step[k] as number))
    const next = pointAt(observations, prior, factors)
    if (next.value >= from.value) return next
  }
  return from
}

function unitVector(size: number, place: number): Float64Array {
  const vector = new Float64Array(size)
  vector[place] = 1
  return vector
}
