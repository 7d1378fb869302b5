import { initialsOf } from '@palate/core/people/initials.ts'
import { expect, test } from 'vitest'
import { colourCount, colourOf } from './initials-of.ts'

test('initials are the first letters of the first and the last word, in any script', () => {
  expect(
    ['Ada King Lovelace', 'bo', 'jean-luc picard', '  Øyvind  ', '李 小龙', 'e\u0301mile zola'].map(initialsOf),
  ).toEqual(['AL', 'B', 'JP', 'Ø', '李小', 'E\u0301Z'])
})

test('a name without a letter has a question mark', () => {
  expect(['', '…', '🎨'].map(initialsOf)).toEqual(['?', '?', '?'])
})

test('the id alone decides the colour, and every colour is used', () => {
  const ids = Array.from({ length: 400 }, (_, i) => `per_019cb1c2d03e7d9fa1460b88${i.toString(16).padStart(8, '0')}`)
  const counts = Map.groupBy(ids, colourOf)
  expect([...counts.keys()].toSorted()).toEqual(Array.from({ length: colourCount }, (_, i) => i))
  for (const sharers of counts.values()) expect(sharers.length).toBeLessThan(ids.length / 4)
  expect(colourOf(ids[7] ?? '')).toBe(colourOf(ids[7] ?? ''))
})
