import type { DimensionDiagnostics } from '@palate/client'
import { expect, test } from 'vitest'
import { describeContradictions, describeNeed, describePrediction } from './prediction-words.ts'

const consistent = {
  contradictoryLabels: [],
  contradictoryComparisons: [],
  repeatAgreement: null,
  transitivity: null,
  cycles: [],
  groups: 1,
}
const dimension: DimensionDiagnostics = {
  name: 'aesthetics',
  labels: { good: 4, bad: 2 },
  comparisons: 1,
  constraints: 0,
  consistency: consistent,
  selfPrediction: null,
  learningCurve: [],
  enough: false,
  remaining: 1,
  agreement: null,
}
const predicting = (correct: number) => ({
  ...dimension,
  selfPrediction: { judgements: 20, correct, statement: '' },
})

test('with too few judgements it says how many are missing', () => {
  expect(describePrediction(dimension)).toBe('Too early to tell: 3 more judgements and it can be tested.')
})

test('a prediction is a number of ten, and no praise for chance', () => {
  expect(describePrediction(predicting(0.91))).toMatch(/^It knows you well: 9 of 10/)
  expect(describePrediction(predicting(0.72))).toMatch(/^It is getting to know you: 7 of 10/)
  expect(describePrediction(predicting(0.6))).toMatch(/^It has a first idea: 6 of 10/)
  expect(describePrediction(predicting(0.5))).toMatch(/no better than chance/)
})

test('the need ends with enough', () => {
  expect(describeNeed(dimension)).toBe('About 1 more judgement would still help much.')
  expect(describeNeed({ ...dimension, enough: true, remaining: 0 })).toMatch(/^Enough/)
})

test('contradictions are named, and only those that there are', () => {
  expect(describeContradictions(dimension)).toEqual([])
  const consistency = { ...consistent, contradictoryComparisons: [['a', 'b']], repeatAgreement: 0.5 }
  expect(describeContradictions({ ...dimension, consistency })).toEqual([
    '1 pair judged both ways',
    'asked again, the answer was the same 50 % of the time',
  ])
})
