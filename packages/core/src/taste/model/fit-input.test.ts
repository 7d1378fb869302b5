import { expect, test } from 'vitest'
import { attributes, type Measured } from '../attributes.ts'
import { wishesShownMax } from './explain.ts'
import { fitInputOf, wishesPerModelMax } from './fit-input.ts'
import { createLearner } from './learn.ts'
import { elementsShownMax } from './score-reasons.ts'

const picture = {
  embedding: new Float32Array([1, 0]),
  attributes: Object.fromEntries(attributes.map(({ name }) => [name, 0.5])) as Measured,
}

function inputOf(answers: readonly string[]) {
  const constraints = answers.map((answer, i) => ({ id: `c${i}`, answer }))
  return fitInputOf('aesthetics', { labels: [], comparisons: [], constraints }, new Map(), null)
}

test('if there are too many wishes, those of the newest answers count', () => {
  const [one] = inputOf(['warm']).wishes
  const { wishes } = inputOf(['cold', ...Array(wishesPerModelMax).fill('warm')])
  expect(wishes).toHaveLength(wishesPerModelMax)
  expect(new Set(wishes.map(({ phrase }) => phrase))).toEqual(new Set([one?.phrase]))
})

test('an explanation lists at most 20 wishes, those that contribute most', () => {
  expect(wishesShownMax).toBe(20)
  const learner = createLearner(undefined)
  const explained = (answers: readonly string[]) => {
    return learner.explain(learner.learn(inputOf(answers)), picture).details.prior.constraints
  }
  const [weak, strong] = explained(['warm', 'extremely bright'])
  expect(Math.abs(strong?.contribution ?? 0)).toBeGreaterThan(Math.abs(weak?.contribution ?? 0))
  const shown = explained([...Array(wishesShownMax).fill('warm'), 'extremely bright'])
  expect(shown).toHaveLength(wishesShownMax)
  expect(shown.at(-1)?.phrase).toBe(strong?.phrase)
})

test('an explanation names at most 10 elements of a judged picture', () => {
  expect(elementsShownMax).toBe(10)
  const learner = createLearner(undefined)
  const labels = Array.from({ length: 11 }, (_, i) => ({ picture: 0, good: true, weight: 1, elementId: `e${i}` }))
  const model = learner.learn({ dimension: 'aesthetics', wishes: [], pictures: [picture], labels, comparisons: [] })
  const { learned } = learner.explain(model, picture).details
  expect(learned.nearest.map(({ elements }) => elements)).toEqual([
    labels.slice(0, 10).map(({ elementId }) => elementId),
  ])
})
