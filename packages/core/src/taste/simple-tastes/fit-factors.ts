import type { Likelihood } from '../gaussian-process/likelihood.ts'
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
const convergenceTolerance = 1e-10
const stepSizeMin = 1e-3

/**
 * Bayesian logistic regression: Newton's method on the log posterior, which is concave, with a line search. A start near
 * the mode saves time.
 */
export function fitFactors(
  likelihood: Likelihood,
  prior: FactorPrior,
  start: ArrayLike<number> = prior.means,
): FactorPosterior {
  let point = pointAt(likelihood, prior, Float64Array.from(start))
  let { factor, gradient } = curvatureAt(likelihood, prior, point)
  for (let count = 0; count < newtonStepsMax; count++) {
    const step = solveCholesky(factor, gradient)
    if (dot(step, gradient) / 2 < convergenceTolerance) break
    const next = searchLine(likelihood, prior, point, step)
    if (!next) break
    point = next
    ;({ factor, gradient } = curvatureAt(likelihood, prior, point))
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

/** The factors, and the log posterior there. */
type Point = { readonly factors: Float64Array; readonly value: number }

function pointAt(likelihood: Likelihood, { means, variances, values }: FactorPrior, factors: Float64Array): Point {
  const utilities = new Float64Array(likelihood.slopes.length)
  let logPrior = 0
  for (const [k, column] of values.entries()) {
    const factor = factors[k] as number
    for (let i = 0; i < utilities.length; i++) utilities[i] = (utilities[i] as number) + factor * (column[i] as number)
    logPrior -= (factor - (means[k] as number)) ** 2 / (2 * (variances[k] as number))
  }
  return { factors, value: logPrior + likelihood.at(utilities) }
}

/**
 * The gradient of the log posterior, and the Cholesky factor of its negative Hessian, at the point where the likelihood
 * was evaluated last.
 */
function curvatureAt(
  { slopes, curvatures }: Likelihood,
  { means, variances, values }: FactorPrior,
  { factors }: Point,
) {
  const size = means.length
  const gradient = factors.map((factor, k) => ((means[k] as number) - factor) / (variances[k] as number))
  const hessian = new Float64Array(size * size)
  for (let row = 0; row < size; row++) {
    const own = values[row] as Float64Array
    gradient[row] = (gradient[row] as number) + dot(own, slopes)
    for (let column = 0; column <= row; column++) {
      const other = values[column] as Float64Array
      let sum = row === column ? 1 / (variances[row] as number) : 0
      for (let i = 0; i < own.length; i++) sum += (curvatures[i] as number) * (own[i] as number) * (other[i] as number)
      hessian[row * size + column] = sum
    }
  }
  return { gradient, factor: cholesky({ rows: size, columns: size, values: hessian }) }
}

/** Halves the step until the log posterior does not decrease; undefined if it always does. */
function searchLine(likelihood: Likelihood, prior: FactorPrior, from: Point, step: Float64Array): Point | undefined {
  for (let size = 1; size > stepSizeMin; size /= 2) {
    const factors = from.factors.map((factor, k) => factor + size * (step[k] as number))
    const next = pointAt(likelihood, prior, factors)
    if (next.value >= from.value) return next
  }
  return undefined
}

function unitVector(size: number, place: number): Float64Array {
  const vector = new Float64Array(size)
  vector[place] = 1
  return vector
}
