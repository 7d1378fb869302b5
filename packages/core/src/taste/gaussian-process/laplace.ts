import { choleskyOfLower, solveCholesky } from '../linear-algebra/cholesky.ts'
import { conjugateGradients } from '../linear-algebra/conjugate-gradients.ts'
import { dot, type Matrix, multiplySymmetric } from '../linear-algebra/matrix.ts'
import { logLikelihood, type Observation, slopeAndCurvature } from './likelihood.ts'

/** The observations, and the prior of their latent utilities, one for each observation. */
export type LatentPrior = {
  readonly observations: readonly Observation[]
  readonly mean: Float64Array
  /** Symmetric. Only the lower triangle is read. */
  readonly covariance: Matrix
}

/** The mode of the posterior. Each array has an entry for each observation. */
export type PosteriorMode = {
  /** Gradient of the log likelihood at the mode. */
  readonly gradient: Float64Array
  /** √W: square root of the negative Hessian of the log likelihood at the mode, which is diagonal. */
  readonly hessianRoot: Float64Array
  /** The log likelihood plus the log density of the prior there, relative to that at the prior's own mode. */
  readonly logPosterior: number
}

const newtonStepsMax = 40
const convergenceTolerance = 1e-6
const stepSizeMin = 1e-3
/**
 * A share of a Newton step's right-hand side. Later steps correct earlier ones, so the first may be less accurate.
 */
const residualShareMax = 0.1
const residualShareMin = 1e-4
const residualShareAtStart = 1e-2
/** Used only for the direction of a step, where a certain outcome has no curvature. */
const hessianRootMin = 1e-3

/**
 * Newton's method on the log posterior, which is concave, with a backtracking line search. It works on the dual
 * variables a, where the latent utility is f = K·a + prior mean, so that K is never inverted. The utilities at a similar
 * prior's mode are a good start.
 */
export function findMode(
  prior: LatentPrior,
  start?: Float64Array,
): PosteriorMode & { readonly utilities: Float64Array } {
  let point = pointAt(prior, start ? dualAfter(prior, start) : new Float64Array(prior.observations.length))
  let distanceBefore: number | undefined
  for (let step = 0; step < newtonStepsMax; step++) {
    const { target, distance } = newtonStep(prior, point, distanceBefore)
    const next = searchLine(prior, point, target)
    const converged = next.value - point.value < convergenceTolerance
    point = next
    distanceBefore = distance
    if (converged) break
  }
  const utilities = utilitiesAt(prior, point)
  return { ...curvatureAt(prior, utilities), logPosterior: point.value, utilities }
}

/**
 * The Cholesky factor of I + √W·K·√W, from which the posterior variances follow. It always exists, because every
 * eigenvalue is at least 1.
 */
export function choleskyFactorAt(prior: LatentPrior, { hessianRoot }: PosteriorMode): Matrix {
  return choleskyOfLower(systemAt(prior, hessianRoot))
}

/** The lower triangle of I + √W·K·√W. */
function systemAt({ covariance }: LatentPrior, hessianRoot: Float64Array): Matrix {
  const { rows: size, values } = covariance
  const system = new Float64Array(size * size)
  for (let row = 0; row < size; row++) {
    const scale = at(hessianRoot, row)
    for (let i = row * size, column = 0; column <= row; column++, i++) {
      system[i] = scale * (values[i] as number) * (hessianRoot[column] as number)
    }
    system[row * size + row] = at(system, row * size + row) + 1
  }
  return { rows: size, columns: size, values: system }
}

/** Laplace's approximation of the log probability that the prior gave to the outcomes. */
export function logEvidence({ logPosterior }: PosteriorMode, { rows: size, values }: Matrix): number {
  let logDeterminant = 0
  for (let row = 0; row < size; row++) logDeterminant += Math.log(values[row * size + row] as number)
  return logPosterior - logDeterminant
}

/** The prior of some of the observations. */
export function restrictPrior({ observations, mean, covariance }: LatentPrior, chosen: readonly number[]): LatentPrior {
  const values = new Float64Array(chosen.length ** 2)
  let next = 0
  for (const row of chosen) {
    const start = row * covariance.columns
    for (const column of chosen) {
      values[next] = covariance.values[start + column] as number
      next += 1
    }
  }
  return {
    observations: chosen.map((i) => at(observations, i)),
    mean: Float64Array.from(chosen, (i) => at(mean, i)),
    covariance: { rows: chosen.length, columns: chosen.length, values },
  }
}

/** A value of the dual variables, with K·dual and the log posterior there. */
type Point = { readonly dual: Float64Array; readonly deviations: Float64Array; readonly value: number }

function pointAt(
  prior: LatentPrior,
  dual: Float64Array,
  deviations = multiplySymmetric(prior.covariance, dual),
): Point {
  return { dual, deviations, value: logPosterior(prior, dual, deviations) }
}

/** Halves the step until the log posterior does not decrease. */
function searchLine(prior: LatentPrior, from: Point, target: Float64Array): Point {
  const goal = pointAt(prior, target)
  let next = goal
  for (let size = 0.5; next.value < from.value && size > stepSizeMin / 2; size /= 2) {
    const between = (a: Float64Array, b: Float64Array) => a.map((value, i) => value + size * (at(b, i) - value))
    next = pointAt(prior, between(from.dual, goal.dual), between(from.deviations, goal.deviations))
  }
  return next
}

function logPosterior({ observations, mean }: LatentPrior, dual: Float64Array, deviations: Float64Array): number {
  let sum = -dot(dual, deviations) / 2
  for (const [i, observation] of observations.entries()) {
    sum += logLikelihood(observation, at(deviations, i) + at(mean, i))
  }
  return sum
}

/**
 * The dual variables after a full Newton step, and the distance of the present ones from the gradient, which is 0 at the
 * mode. The step d solves (I + W·K)·d = gradient − a.
 */
function newtonStep(
  prior: LatentPrior,
  point: Point,
  distanceBefore: number | undefined,
): { readonly target: Float64Array; readonly distance: number } {
  const { gradient, hessianRoot } = curvatureAt(prior, utilitiesAt(prior, point))
  const missing = gradient.map((value, i) => value - at(point.dual, i))
  const distance = Math.sqrt(dot(missing, missing))
  const step = solveStep(prior, hessianRoot, missing, residualShare(distance, distanceBefore))
  return { target: point.dual.map((value, i) => value + at(step, i)), distance }
}

/** The dual variables after a full Newton step from utilities: (I + W·K)·a = gradient + W·(f − prior mean). */
function dualAfter(prior: LatentPrior, utilities: Float64Array): Float64Array {
  const { gradient, hessianRoot } = curvatureAt(prior, utilities)
  const right = gradient.map((value, i) => value + at(hessianRoot, i) ** 2 * (at(utilities, i) - at(prior.mean, i)))
  return solveStep(prior, hessianRoot, right, residualShareAtStart)
}

/** The d with (I + W·K)·d = r, as √W·y with (I + √W·K·√W)·y = r / √W. */
function solveStep(
  prior: LatentPrior,
  hessianRoot: Float64Array,
  r: Float64Array,
  residualShare: number,
): Float64Array {
  const root = hessianRoot.map((value) => Math.max(value, hessianRootMin))
  const scaled = (x: Float64Array) => x.map((value, i) => value * at(root, i))
  const multiplyBySystem = (x: Float64Array) => {
    const image = multiplySymmetric(prior.covariance, scaled(x))
    return image.map((value, i) => at(x, i) + value * at(root, i))
  }
  const right = r.map((value, i) => value / at(root, i))
  const y =
    conjugateGradients(multiplyBySystem, right, residualShare) ??
    solveCholesky(choleskyOfLower(systemAt(prior, root)), right)
  return scaled(y)
}

/** Newton's method converges quadratically and can use no more accuracy than this (Eisenstat and Walker, 1996). */
function residualShare(distance: number, distanceBefore: number | undefined): number {
  if (distanceBefore === undefined) return residualShareMax
  return Math.min(Math.max((distance / distanceBefore) ** 2, residualShareMin), residualShareMax)
}

function utilitiesAt({ mean }: LatentPrior, { deviations }: Point): Float64Array {
  return deviations.map((value, i) => value + at(mean, i))
}

function curvatureAt({ observations }: LatentPrior, utilities: Float64Array) {
  const gradient = new Float64Array(observations.length)
  const hessianRoot = new Float64Array(observations.length)
  for (const [i, observation] of observations.entries()) {
    const { slope, curvature } = slopeAndCurvature(observation, at(utilities, i))
    gradient[i] = slope
    hessianRoot[i] = Math.sqrt(curvature)
  }
  return { gradient, hessianRoot }
}

function at<T>(list: ArrayLike<T>, index: number): T {
  const value = list[index]
  if (value === undefined) throw new RangeError(`no value at index ${index}`)
  return value
}
