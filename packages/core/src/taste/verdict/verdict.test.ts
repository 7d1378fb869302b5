import { expect, test } from 'vitest'
import { attributes, type Measured } from '../attributes.ts'
import { understand } from '../constraints.ts'
import type { Explanation } from '../model/explain.ts'
import type { Change } from './gain.ts'
import { verdictOf } from './verdict.ts'

const { wishes } = understand({ answer: 'dark and quiet' })
const bright = Object.fromEntries(attributes.map(({ name }) => [name, name === 'brightness' ? 0.95 : 0.5])) as Measured
const constraints = wishes.map(({ attribute, phrase }) => ({
  ...{ attribute, phrase, measured: bright[attribute], contribution: -1 },
}))
const details = { prior: { constraints }, utility: -2, deviation: 0.1, learned: { nearest: [] } }

function suggestionsWith(gainOf: (change: Change) => number, probability = 0.1): readonly string[] {
  const explanation = { probability, details } as unknown as Explanation
  const basis = { tendencies: [], rejected: [] }
  return verdictOf(basis, { pass: 0.5, fail: 0.3 }, wishes, explanation, bright, gainOf).suggestions
}

test('only changes that surely raise the score are suggested', () => {
  const gains = (change: Change) => (change.attribute === 'brightness' ? 0.2 : 0.01)
  expect(suggestionsWith(gains)).toEqual(['Use less light'])
  expect(suggestionsWith(gains, 0.9)).toEqual([])
})

test('if there are none, the most promising one that an answer asks for', () => {
  expect(wishes.length).toBeGreaterThan(1)
  expect(suggestionsWith((change) => (change.attribute === 'brightness' ? 0.04 : 0.03))).toEqual(['Use less light'])
  expect(suggestionsWith(() => 0.02)).toEqual([])
})
