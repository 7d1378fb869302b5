import type { DimensionDiagnostics } from '@palate/client'
import { expect, test } from 'vitest'
import { describeContradictions, describeNext, describePrediction } from './describe-prediction.ts'

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

test('with too few judgements, the text says how many are missing', () => {
  expect(describePrediction(dimension)).toBe('Too early to tell: testing needs 3 more judgements.')
})

test('a prediction is given in percent as in the ring, and chance level is named as such', () => {
  expect(describePrediction(predicting(0.91))).toMatch(/^It predicts you well: it guessed 91 % of/)
  expect(describePrediction(predicting(0.72))).toMatch(/^It predicts you fairly well: it guessed 72 % of/)
  expect(describePrediction(predicting(0.6))).toMatch(/^It has a rough idea: it guessed 60 % of/)
  expect(describePrediction(predicting(0.5))).toMatch(/no better than chance/)
})

test('the text says when more judgements would not help, and what would if the profile cannot predict', () => {
  expect(describeNext(dimension)).toBe('About 1 more judgement would still help a lot.')
  const enough = 'More judgements would change little.'
  expect(describeNext({ ...predicting(0.8), enough: true, remaining: 0 })).toBe(enough)
  expect(describeNext({ ...predicting(0.5), enough: true, remaining: 0 })).toBe(
    `${enough} Judge different pictures, or settle contradictions.`,
  )
})

test('only existing contradictions are named', () => {
  expect(describeContradictions(dimension)).toEqual([])
  const consistency = { ...consistent, contradictoryComparisons: [['a', 'b']], repeatAgreement: 0.5 }
  expect(describeContradictions({ ...dimension, consistency })).toEqual([
    '1 pair judged both ways',
    'repeated questions got the same answer 50 % of the time',
  ])
})
