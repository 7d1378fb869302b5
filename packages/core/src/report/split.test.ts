import { expect, test } from 'vitest'
import { describeSplit, splitIn } from './split.ts'

const people = (...scores: readonly number[]) =>
  scores.map((aesthetics, i) => ({ id: `per_${i}`, name: ['Ann', 'Ben', null][i], aesthetics }))

test('a split names who would like the picture most and least', () => {
  const split = splitIn({ people: people(0.5, 0.3412, 0.81), split: { aesthetics: 0.5 } }, 'aesthetics')
  expect(split && describeSplit(split)).toBe('The team is split: 0.81 for somebody who has left, 0.34 for Ben.')
})

test.each([
  ['the probability is low', { people: people(0.8, 0.3), split: { aesthetics: 0.44 } }],
  ['everybody likes it', { people: people(0.9, 0.55), split: { aesthetics: 0.5 } }],
  ['nobody does', { people: people(0.45, 0.1), split: { aesthetics: 0.5 } }],
  ['the scores are close', { people: people(0.6, 0.4), split: { aesthetics: 0.5 } }],
  ['it is another dimension', { people: people(0.9, 0.1), split: { likeness: 0.6 } }],
  ['the service says nothing about people', {}],
  ['the service says something else', { people: 3, split: 'x' }],
])('a team is not called split if %s', (_, frame) => {
  expect(splitIn(frame, 'aesthetics')).toBeUndefined()
})
