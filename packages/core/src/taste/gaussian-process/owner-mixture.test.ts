import { expect, test } from 'vitest'
import type { TasteFrame, TasteSettings } from './observations.ts'
import { fitTaste, predictTaste, tasteSettings } from './preference.ts'

/** Pictures far apart, so that only the agreement with the prior mean carries over from one to another. */
const frames: readonly TasteFrame[] = Array.from({ length: 40 }, (_, i) => ({
  coordinates: { axes: Float32Array.of(9 * i), directions: new Float32Array(0) },
  priorMean: i % 2 === 0 ? 1 : -1,
}))
const elsewhere: TasteFrame = {
  coordinates: { axes: Float32Array.of(-9), directions: new Float32Array(0) },
  priorMean: 1,
}

function labelled(isGood: (priorMean: number, i: number) => boolean, settings: TasteSettings = tasteSettings) {
  const labels = frames.map(({ priorMean }, i) => ({ frame: i, good: isGood(priorMean, i) }))
  return fitTaste({ frames, labels, comparisons: [] }, settings)
}

/** The mean factor of those who mostly agree with the crowd. */
const usual = tasteSettings.agreement[0]?.mean ?? 0

/** The posterior probability of the kind with this mean factor. */
const weightOf = ({ components }: ReturnType<typeof labelled>, mean: number) =>
  components.find(({ agreement }) => agreement.mean === mean)?.weight ?? 0

const scoreElsewhere = (model: ReturnType<typeof labelled>) => predictTaste(model, elsewhere).probability

test('an owner who contradicts the crowd is predicted to contradict it for other pictures', () => {
  const [follower, contrarian] = [labelled((mean) => mean > 0), labelled((mean) => mean < 0)]
  expect(scoreElsewhere(follower)).toBeGreaterThan(0.65)
  expect(scoreElsewhere(contrarian)).toBeLessThan(0.4)
  expect(weightOf(follower, usual)).toBeGreaterThan(0.95)
  expect(weightOf(contrarian, usual)).toBeLessThan(0.05)
})

test('an owner who ignores the crowd is predicted to ignore it for other pictures', () => {
  const model = labelled((_, i) => i % 4 < 2)
  expect(scoreElsewhere(model)).toBeGreaterThan(0.4)
  expect(scoreElsewhere(model)).toBeLessThan(0.6)
})

test('without judgements no kind is dropped, and the weights are the prior weights', () => {
  const { components } = fitTaste({ frames, labels: [], comparisons: [] })
  for (const [i, { weight, agreement, factor }] of components.entries()) {
    expect(weight).toBeCloseTo(tasteSettings.agreement[i]?.weight ?? 0, 12)
    expect(factor).toBe(agreement.mean)
  }
})

test('the weights do not depend on the order of the kinds', () => {
  const turned = { ...tasteSettings, agreement: [...tasteSettings.agreement].reverse() }
  const isGood = (mean: number, i: number) => i % 3 === 0 || mean > 0
  expect(scoreElsewhere(labelled(isGood, turned))).toBeCloseTo(scoreElsewhere(labelled(isGood)), 5)
})

test('a kind that the judgements rule out is not fitted, and changes no score', () => {
  const whole = labelled((mean) => mean > 0)
  expect(whole.components.map(({ agreement }) => agreement.mean)).not.toContain(tasteSettings.agreement[2]?.mean)
  const agreement = tasteSettings.agreement.slice(0, 2)
  expect(scoreElsewhere(labelled((mean) => mean > 0, { ...tasteSettings, agreement }))).toBeCloseTo(
    scoreElsewhere(whole),
    3,
  )
})

test('several judgements of one picture affect others less than the same judgements of several pictures', () => {
  const comparisons = (pairs: readonly (readonly [number, number])[]) =>
    fitTaste({ frames, labels: [], comparisons: pairs.map(([a, b]) => ({ a, b, outcome: 0 })) })
  const [same, several] = [
    [0, 0, 0],
    [0, 2, 4],
  ].map((firsts) => scoreElsewhere(comparisons(firsts.map((a, i) => [a, [1, 3, 5][a === 0 ? 0 : i] ?? 0] as const))))
  expect(several).toBeLessThan(same ?? 0)
})
