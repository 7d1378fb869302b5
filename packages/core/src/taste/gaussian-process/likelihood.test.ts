import { expect, test } from 'vitest'
import { likelihoodOf, logLikelihood, type Observation, slopeAndCurvature } from './likelihood.ts'

const observed = (outcome: number, steepness = 1, tieMargin = 0, weight = 1): Observation => ({
  ...{ plus: 0, minus: 1, outcome, weight },
  noise: { steepness, tieMargin },
})
const probability = (observation: Observation, utility: number) => Math.exp(logLikelihood(observation, utility))
const utilities = [-30, -2, -0.3, 0, 0.3, 2, 30]

test('without ties a win is a logistic function of the utility', () => {
  for (const utility of utilities) {
    expect(probability(observed(1), utility)).toBeCloseTo(1 / (1 + Math.exp(-utility)), 12)
    expect(probability(observed(0), utility)).toBeCloseTo(1 / (1 + Math.exp(utility)), 12)
  }
})

test('win, loss and tie add up to 1, with the factor of a tie that does not depend on the utility', () => {
  for (const [steepness, margin] of [
    [1, 0.4],
    [1.6, 2],
  ] as const) {
    for (const utility of utilities) {
      const [win, loss, tie] = [1, 0, 0.5].map((outcome) => probability(observed(outcome, steepness, margin), utility))
      expect((win ?? 0) + (loss ?? 0) + (tie ?? 0) * (1 - Math.exp(-2 * margin))).toBeCloseTo(1, 12)
    }
  }
})

test('a tie is more probable the closer the two are, and a small win says little', () => {
  const tie = observed(0.5, 1, 1)
  expect(probability(tie, 0)).toBeGreaterThan(probability(tie, 0.5))
  expect(probability(tie, 0.5)).toBeCloseTo(probability(tie, -0.5), 12)
  expect(probability(observed(1, 1, 1), 0)).toBeLessThan(0.5)
})

test.each([0, 0.5, 1])('slope and curvature are the derivatives of the log likelihood of the outcome %d', (outcome) => {
  const step = 1e-4
  for (const observation of [observed(outcome, 1, 0), observed(outcome, 1.7, 0.9, 3)]) {
    for (const utility of [-2, -0.3, 0, 0.3, 2]) {
      const at = (distance: number) => logLikelihood(observation, utility + distance * step)
      const { slope, curvature } = slopeAndCurvature(observation, utility)
      expect(slope).toBeCloseTo((at(1) - at(-1)) / (2 * step), 5)
      expect(curvature).toBeCloseTo(-(at(1) - 2 * at(0) + at(-1)) / step ** 2, 5)
    }
  }
})

test('everything is finite for extreme utilities', () => {
  for (const outcome of [0, 0.5, 1]) {
    for (const utility of [-1e5, 1e5]) {
      const { slope, curvature } = slopeAndCurvature(observed(outcome, 2, 1), utility)
      expect([logLikelihood(observed(outcome, 2, 1), utility), slope, curvature].every(Number.isFinite)).toBe(true)
    }
  }
})

test('many observations at once have the same log likelihood, slopes and curvatures as one at a time', () => {
  const observations = [0, 0.5, 1].flatMap((outcome) => [observed(outcome, 1, 0), observed(outcome, 1.7, 0.9, 3)])
  const likelihood = likelihoodOf(observations)
  for (const utility of utilities) {
    const shifted = observations.map((_, i) => utility + i / 7)
    const sum = observations.reduce((total, one, i) => total + logLikelihood(one, shifted[i] as number), 0)
    expect(likelihood.at(Float64Array.from(shifted))).toBeCloseTo(sum, 9)
    for (const [i, one] of observations.entries()) {
      const { slope, curvature } = slopeAndCurvature(one, shifted[i] as number)
      expect(likelihood.slopes[i]).toBeCloseTo(slope, 12)
      expect(likelihood.curvatures[i]).toBeCloseTo(curvature, 12)
    }
  }
})
