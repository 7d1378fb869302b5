import { expect, test } from 'vitest'
import { twoSidedProbability } from './student-t.ts'

test.each([
  [0, 5, 1],
  [1, 1, 0.5],
  [2.228, 10, 0.05],
  [12.706, 1, 0.05],
  [3.169, 10, 0.01],
  [-2.228, 10, 0.05],
  [1.96, 1e6, 0.05],
  [4.587, 10, 0.001],
  [2.447, 6, 0.05],
])('t = %d with %d degrees of freedom has the probability of the tables', (t, freedom, probability) => {
  expect(twoSidedProbability(t, freedom)).toBeCloseTo(probability, 4)
})

test('far from 0 the probability stays positive and falls', () => {
  const probabilities = [5, 10, 20, 40].map((t) => twoSidedProbability(t, 14))
  expect(probabilities).toEqual(probabilities.toSorted((a, b) => b - a))
  expect(probabilities.at(-1)).toBeGreaterThan(0)
})
