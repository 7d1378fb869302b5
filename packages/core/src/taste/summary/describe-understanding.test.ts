import { expect, test } from 'vitest'
import { attributes } from '../attributes/catalogue.ts'
import { describeUnderstanding } from './describe-understanding.ts'
import { understoodAnswers } from './understood-answers.ts'

function taken(answer: unknown, question?: string): string | undefined {
  const [understood] = understoodAnswers(null, [{ id: 'c', ...(question && { question }), answer }])
  return understood && describeUnderstanding(understood)
}

test.each([
  ['dark, black and white', 'Taken as: darker; more muted; less colourful.'],
  ['not dark', 'Taken as: brighter.'],
  ['warm, slightly warm', 'Taken as: warmer.'],
  ['moderate contrast', 'Taken as: neither low-contrast nor high-contrast.'],
  ['dark landscapes, no people', 'Taken as: darker. Kept as words: “landscapes”, “no people”.'],
  ['for climbers', 'Kept as words; no measure matches them.'],
  ["I don't mind", 'Taken as: no preference.'],
])('“%s”', (answer, text) => {
  expect(taken(answer)).toBe(text)
})

test('permission expresses no preference; prohibition expresses a wish', () => {
  expect(taken('they may', 'May colours clash?')).toBe('Taken as: no preference.')
  expect(taken('no, never', 'May colours clash?')).toBe('Taken as: more harmonious colours.')
})

test('removal marks are not answers', () => {
  expect(understoodAnswers(null, [{ id: 'c', removed: true }])).toEqual([])
})

test('every attribute has words for both directions, and one of a later version has none', () => {
  const words = attributes.flatMap(({ name }) =>
    ['more', 'less'].map((direction) =>
      describeUnderstanding({ wishes: [{ attribute: name, direction }], notUnderstood: [] }),
    ),
  )
  expect(new Set(words).size).toBe(2 * attributes.length)
  expect(describeUnderstanding({ wishes: [{ attribute: 'glitter', direction: 'more' }], notUnderstood: [] })).toBe(
    'Taken as: no preference.',
  )
})
