import { attributes, type Measured } from '@palate/core/taste/attributes.ts'
import type { FitInput } from '@palate/core/taste/model/fit-input.ts'
import { createLearner } from '@palate/core/taste/model/learn.ts'
import { calibrate } from '@palate/core/taste/verdict/certainty.ts'
import { defaultLimits } from '@palate/core/taste/verdict/threshold.ts'
import { verdictBasisOf } from '@palate/core/taste/verdict/verdict-basis.ts'
import { expect, test, vi } from 'vitest'
import { modelScorer } from './dimension-scorers.ts'

const picture = (x: number, y: number) => ({
  contentHash: `${x} ${y}`,
  embedding: new Float32Array([x, y]),
  attributes: Object.fromEntries(attributes.map(({ name }) => [name, x])) as Measured,
})

const labels = [0, 1, 2, 3].map((i) => ({ picture: i, good: i > 1, weight: 1, elementId: `e${i}` }))
const input: FitInput = {
  ...{ dimension: 'aesthetics', wishes: [], comparisons: [], labels },
  pictures: [picture(0.1, 1), picture(0.2, 1), picture(0.8, 0), picture(0.9, 0)],
}

test('the gain of a copy is computed once for each model and picture', () => {
  const learner = createLearner(undefined)
  const gainsOf = vi.spyOn(learner, 'gainsOf')
  const rule = {
    ...verdictBasisOf(learner, input),
    limits: defaultLimits,
    calibration: calibrate({ good: [], bad: [] }, defaultLimits.pass),
  }
  const model = learner.learn(input)
  const draftOf = (subject: ReturnType<typeof picture>, learned = model) =>
    modelScorer(learner, { name: 'aesthetics', kind: 'learned', description: '' }, learned, rule).explain(subject).draft
  const copies = (['lighter', 'darker', 'warmer'] as const).map((change, i) => ({
    ...{ change, amount: 0.5, features: picture(0.3 + 0.2 * i, 0.5) },
  }))
  const countOf = (call: number) => gainsOf.mock.calls[call]?.[2].length
  const subject = picture(0.2, 0.9)

  const first = draftOf(subject)?.gainsOf(copies.slice(0, 2))
  const again = draftOf(subject)?.gainsOf(copies)
  expect([countOf(0), countOf(1)]).toEqual([2, 1])
  expect(again?.slice(0, 2)).toEqual(first)
  expect(again).toEqual(draftOf(subject, learner.learn(input))?.gainsOf(copies))
  expect(countOf(2)).toBe(3)
  draftOf(picture(0.3, 0.9))?.gainsOf(copies)
  expect(countOf(3)).toBe(3)
})
