import { expect, test } from 'vitest'
import type { TasteFrame } from './observations.ts'
import { marginalsAt, posteriorAt } from './posterior.ts'
import { fitTaste, predictTaste } from './preference.ts'
import type { JointPosterior } from './taste-model.ts'

const frame = (x: number, priorMean: number, wishMean = 0): TasteFrame => ({
  coordinates: { axes: Float32Array.of(x), directions: Float32Array.of(Math.sin(x)) },
  ...{ priorMean, wishMean },
})
const frames = [frame(0, 1), frame(0.4, -1), frame(1, 0.5, 0.3), frame(3, -0.2)]
const candidates = [frame(0, 1), frame(0.2, 1.5), frame(5, -2, 1), frame(1, 0.5, 0.3)]
const model = fitTaste({
  frames,
  labels: [
    { frame: 0, good: false },
    { frame: 1, good: true },
  ],
  comparisons: [
    { a: 2, b: 3, outcome: 0 },
    { a: 0, b: 3, outcome: 1 },
  ],
})
const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0)

test('the weights of the components add up to one, and each gives a symmetric covariance', () => {
  const parts = posteriorAt(model, candidates)
  expect(parts.length).toBe(3)
  expect(sum(parts.map(({ weight }) => weight))).toBeCloseTo(1, 12)
  for (const { covariance } of parts) {
    for (const [i] of candidates.entries()) {
      for (const [j] of candidates.entries()) expect(covariance.values[4 * i + j]).toBe(covariance.values[4 * j + i])
      expect(covariance.values[5 * i]).toBeGreaterThan(0)
    }
  }
})

test('the joint posterior has the same means and variances as each frame alone', () => {
  const parts = posteriorAt(model, candidates)
  for (const [part, { weight, means, variances }] of marginalsAt(model, candidates).entries()) {
    expect(weight).toBe(parts[part]?.weight)
    expect(means).toEqual(parts[part]?.means)
    for (const [i, variance] of variances.entries()) {
      expect(parts[part]?.covariance.values[5 * i]).toBeCloseTo(variance, 10)
    }
  }
  for (const [i, candidate] of candidates.entries()) {
    expect(predictTaste(model, candidate).mean).toBeCloseTo(
      sum(parts.map(({ weight, means }) => weight * (means[i] ?? 0))),
      10,
    )
  }
})

test('the same picture twice has a difference without variance', () => {
  const [same, other] = [frame(0.7, 0.4), frame(0.7, 0.4)]
  for (const { covariance, means } of posteriorAt(model, [same, other])) {
    const [a = 0, b = 0, , d = 0] = covariance.values
    expect(a + d - 2 * b).toBeCloseTo(0, 10)
    expect(means[0]).toBe(means[1])
  }
})

test('without judgements it is the prior', () => {
  const { settings } = model
  const [follows] = posteriorAt(fitTaste({ frames: [], labels: [], comparisons: [] }, settings), candidates)
  const { weight, mean, variance } = settings.agreement[0] ?? { weight: 0, mean: 0, variance: 0 }
  expect(follows?.weight).toBeCloseTo(weight, 12)
  expect(follows?.means[2]).toBeCloseTo(1 - 2 * mean, 12)
  const { localVariance, sharedVariance } = settings.kernel
  expect(follows?.covariance.values[10]).toBeCloseTo(
    localVariance +
      sharedVariance * Math.sin(5) ** 2 +
      settings.wishVariance +
      4 * variance +
      settings.labelBiasVariance,
    6,
  )
})

test('the picture-specific effect is included for no pictures, for judged ones or for all', () => {
  const { pictureVariance } = model.settings
  const [judged, other] = [frame(0, 1), frame(7, 0.4)]
  const [none, forJudged, all] = (['none', 'judged', 'all'] as const).map(
    (particular) => posteriorAt(model, [judged, other], particular)[0] as JointPosterior,
  )
  const variance = (part: JointPosterior | undefined, i: number) => part?.covariance.values[3 * i] ?? Number.NaN
  expect(forJudged?.means[0]).not.toBeCloseTo(none?.means[0] ?? 0, 3)
  expect(all?.means).toEqual(forJudged?.means)
  expect(forJudged?.means[1]).toBe(none?.means[1])
  expect(variance(all, 0)).toBe(variance(forJudged, 0))
  expect(variance(forJudged, 0)).toBeLessThan(variance(none, 0) + pictureVariance)
  expect(variance(forJudged, 1)).toBe(variance(none, 1))
  expect(variance(all, 1)).toBeCloseTo(variance(none, 1) + pictureVariance, 10)
})
