import { expect, test } from 'vitest'
import { describeThreshold } from './describe-threshold.ts'

const threshold = { pass: 0.58, fail: 0.4, source: 'learned' as const }
const none = { total: 0, passed: 0 }

test('a threshold is described with how many labelled pictures pass', () => {
  const evidence = { good: { total: 10, passed: 9 }, bad: { total: 8, passed: 1 } }
  expect(describeThreshold({ ...threshold, evidence })).toBe(
    'A score of 58 % passes 9 of the 10 you like and 1 of the 8 you don’t, each held out while the model learned. Learned from your labels.',
  )
})

test('without evidence there is only the score', () => {
  expect(describeThreshold({ ...threshold, source: 'set', evidence: { good: none, bad: none } })).toBe(
    'A score of 58 % passes. Chosen by hand.',
  )
})

test('with few labels it is the usual one', () => {
  expect(describeThreshold({ ...threshold, pass: 0.5, source: 'default', evidence: { good: none, bad: none } })).toBe(
    'A score of 50 % passes, until you label three pictures of each kind.',
  )
})
