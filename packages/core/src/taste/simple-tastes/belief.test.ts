import { expect, test } from 'vitest'
import { matrix } from '../linear-algebra/matrix.ts'
import { beliefOf } from './belief.ts'
import type { SimpleTaste } from './simple-taste.ts'
import type { AxisTerm, Term } from './terms.ts'

/** A simple taste with a factor for each trait. */
function taste(weight: number, factors: Readonly<Partial<Record<Exclude<Term, AxisTerm>, number>>>): SimpleTaste {
  const terms = ['bias', ...Object.keys(factors)] as readonly Term[]
  const covariance = matrix(terms.length, terms.length, () => 0)
  return { weight, terms, places: [], mean: Float64Array.of(0, ...Object.values(factors)), covariance }
}

test.each([
  [[taste(0.9, { brightness: -4 })], 'It seems to be about light: you like dark pictures.'],
  [[taste(0.25, { warmth: 4 })], 'It seems to be about colour: you like warm pictures.'],
  [[taste(0.7, { wishes: 1, clutter: -4 })], 'It seems to be about detail: you like uncluttered pictures.'],
  [[taste(0.7, { white_space: -4 })], 'It seems to be about space: you like pictures that are filled to the edges.'],
  [
    [
      taste(0.4, { brightness: -4, colourfulness: -3 }),
      taste(0.2, { brightness: -4 }),
      taste(0.3, { colourfulness: -3 }),
    ],
    'It seems to be about colour and light: you like pictures that are nearly colourless and dark.',
  ],
  [[taste(0.8, { content: 1 })], 'It seems to be about the subject: you like pictures that are of similar subjects.'],
  [
    [taste(0.8, { look: 1 })],
    'It seems to be about the look: you like pictures that are like your good exemplars in light, colour and texture.',
  ],
])('a probable simple taste is described: %#', (simpleTastes, sentence) => {
  expect(beliefOf({ simpleTastes })).toBe(sentence)
})

test('nothing is said if nothing is clear', () => {
  expect(beliefOf({ simpleTastes: [] })).toBeUndefined()
  expect(beliefOf({ simpleTastes: [taste(0.24, { warmth: 4 })] })).toBeUndefined()
  expect(beliefOf({ simpleTastes: [taste(0.4, { brightness: 3 }), taste(0.4, { brightness: -3 })] })).toBeUndefined()
  expect(beliefOf({ simpleTastes: [taste(0.9, { brightness: 1, warmth: 1, contrast: 1 })] })).toBeUndefined()
})
