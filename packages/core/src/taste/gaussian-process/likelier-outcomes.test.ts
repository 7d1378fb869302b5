import { expect, test } from 'vitest'
import { probabilityOf } from '../score.ts'
import { simpleScores } from '../simple-tastes/simple-posterior.ts'
import { likelierOutcomes } from './likelier-outcomes.ts'
import { crowdOf, type TasteFrame } from './observations.ts'
import { marginalsAt, targetsOf } from './posterior.ts'
import { fitTaste } from './preference.ts'

const frame = (x: number): TasteFrame => ({
  coordinates: { axes: Float32Array.of(Math.sin(x), Math.cos(3 * x)), directions: Float32Array.of(Math.sin(2 * x)) },
  priorMean: 1.5 * Math.sin(5 * x),
})
const frames = Array.from({ length: 24 }, (_, i) => frame(i))
const model = fitTaste({
  frames,
  labels: frames.slice(0, 8).map((_, i) => ({ frame: i, good: (i * 5) % 3 === 0 })),
  comparisons: frames.slice(4, 16).map((_, i) => ({ a: i, b: i + 8, outcome: i % 2 })),
})
const scoredTargetsOf = (frames: readonly TasteFrame[]) => ({
  ...targetsOf(model, frames, 'judged'),
  simpleScores: simpleScores(model, frames),
})
const others = Array.from({ length: 20 }, (_, i) => frame(i + 0.3))

test('the outcomes agree with the scores, whether or not the variances were needed', () => {
  const scores = others.map((_, i) =>
    marginalsAt(model, others).reduce(
      (sum, { weight, means, variances }) =>
        sum + weight * probabilityOf({ mean: means[i] ?? 0, variance: variances[i] ?? 0 }),
      0,
    ),
  )
  const labels = others.map((_, plus) => ({ plus, minus: undefined }))
  const pairs = others.flatMap((_, plus) => others.map((_, minus) => ({ plus, minus })))
  const questions = [...labels, ...pairs]
  const margins = questions.map(
    ({ plus, minus }) => (scores[plus] ?? 0) - (minus === undefined ? 0.5 : (scores[minus] ?? 0)),
  )
  expect(
    likelierOutcomes(model.components, crowdOf(model.observations, frames), scoredTargetsOf(others), questions),
  ).toEqual(margins.map((margin) => (Math.sign(margin) + 1) / 2))
})

test('without questions there are no outcomes', () => {
  expect(likelierOutcomes(model.components, crowdOf(model.observations, frames), scoredTargetsOf([]), [])).toEqual([])
})
