import { expect, test } from 'vitest'
import { conjugateGradients } from '../linear-algebra/conjugate-gradients.ts'
import { matrix, multiply } from '../linear-algebra/matrix.ts'
import { findMode, type LatentPrior, restrictPrior } from './laplace.ts'
import { slopeAndCurvature } from './likelihood.ts'

/** Observations of points on a line, with a smooth kernel. */
function priorOf(size: number, weight: number): LatentPrior {
  return {
    observations: Array.from({ length: size }, (_, i) => ({
      ...{ plus: i, minus: undefined, weight: weight * (1 + (i % 3)) },
      noise: { steepness: 1, tieMargin: 0.7 },
      outcome: [1, 0, 0.5][(i * 7) % 3] ?? 0,
    })),
    mean: Float64Array.from({ length: size }, (_, i) => Math.sin(i)),
    covariance: matrix(size, size, (i, j) => 4 * Math.exp(-(((i - j) / 5) ** 2)) + (i === j ? 0.01 : 0)),
  }
}

test.each([0.1, 1, 100])('at the mode the gradients of likelihood and prior cancel, with weights of %d', (weight) => {
  for (const size of [1, 5, 40, 120]) {
    const prior = priorOf(size, weight)
    const { gradient } = findMode(prior)
    // K⁻¹·(f − mean) = gradient, so f follows from the gradient, and the gradient from f.
    const deviations = multiply(prior.covariance, gradient)
    const errors = prior.observations.map((one, i) => {
      const utility = (deviations[i] ?? 0) + (prior.mean[i] ?? 0)
      return Math.abs(slopeAndCurvature(one, utility).slope - (gradient[i] ?? 0))
    })
    expect(Math.max(...errors)).toBeLessThan(1e-5)
  }
})

test('the prior of some observations is that of a set with only these', () => {
  const whole = priorOf(9, 1)
  const first = restrictPrior(whole, [0, 1, 2, 3])
  expect(first).toEqual(priorOf(4, 1))
  expect([...restrictPrior(whole, [8, 2]).covariance.values]).toEqual(
    [72 + 8, 72 + 2, 18 + 8, 18 + 2].map((i) => whole.covariance.values[i]),
  )
})

test('conjugate gradients solve a system that is nearly an identity, and give up on one that is far from it', () => {
  const size = 200
  const right = Float64Array.from({ length: size }, (_, i) => Math.cos(i))
  const near = matrix(size, size, (i, j) => (i === j ? 1 : 0) + Math.exp(-(((i - j) / 20) ** 2)) / 10)
  const x = conjugateGradients((v) => multiply(near, v), right, 1e-4)
  const image = multiply(near, x ?? new Float64Array(size))
  const missing = image.map((value, i) => value - (right[i] ?? 0))
  expect(Math.hypot(...missing) / Math.hypot(...right)).toBeLessThanOrEqual(1e-4)
  expect(conjugateGradients((v) => v.map((value, i) => value * (1 + i ** 2)), right, 1e-4)).toBeUndefined()
  expect(conjugateGradients((v) => v, new Float64Array(3), 1e-4)).toEqual(new Float64Array(3))
})
