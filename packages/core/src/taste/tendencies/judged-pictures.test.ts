import { expect, test } from 'vitest'
import { preferencesIn } from './judged-pictures.ts'

test('a picture that several people labelled is preferred as much as they do on average', () => {
  const label = (picture: string, good: boolean, by?: string) => ({
    ...{ picture, good, weight: 1 },
    ...(by !== undefined && { by }),
  })
  const labels = [
    ...[label('liked', true, 'ann'), label('liked', true, 'ben'), label('liked', true)],
    ...[label('split', true, 'ann'), label('split', false, 'ben')],
    ...[label('changed', true, 'ann'), label('changed', false, 'ann')],
  ]
  const comparisons = [
    { a: 'split', b: 'new', outcome: 0, weight: 1 },
    { a: 'new', b: 'liked', outcome: 1, weight: 1 },
  ]
  expect(Object.fromEntries(preferencesIn({ labels, comparisons }))).toEqual({
    liked: 1,
    split: 0,
    changed: -1,
    new: 2,
  })
})
