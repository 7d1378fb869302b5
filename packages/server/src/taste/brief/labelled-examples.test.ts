import { expect, test } from 'vitest'
import type { TrainingSet } from '../training-sets/training-set.ts'
import { labelledExamples } from './labelled-examples.ts'

const label = (elementId: string, picture: string, good: boolean, by?: string) => ({
  ...{ elementId, picture, good, weight: 1 },
  ...(by !== undefined && { by }),
})

/** The elements that label a picture as good, and those that label one as bad. */
function examplesIn(labels: Readonly<Record<string, readonly ReturnType<typeof label>[]>>, onlyBy?: string) {
  const examples = Object.entries(labels).map(([name, labels]) => [name, { labels, comparisons: [], constraints: [] }])
  const hashes = { a: 'hash a', 'copy of a': 'hash a', b: 'hash b' }
  const pictures = Object.entries(hashes).map(([name, contentHash]) => [name, { contentHash, embedding: [] }])
  const set = { examples: new Map(examples as never), pictures: new Map(pictures as never) } as unknown as TrainingSet
  return [true, false].map((isGood) => labelledExamples(set, isGood, onlyBy).map(({ elementId }) => elementId))
}

test('the last label of a picture counts, in each dimension', () => {
  const found = examplesIn({
    aesthetics: [label('1', 'a', true), label('2', 'b', false), label('3', 'copy of a', false)],
    usability: [label('4', 'b', true)],
  })
  expect(found).toEqual([['4'], ['3', '2']])
})

test('a picture is an example of what most people called it, and of nothing if they are evenly split', () => {
  const labels = [label('1', 'a', true, 'ann'), label('2', 'a', false, 'ben'), label('3', 'copy of a', false)]
  const split = [label('4', 'b', true, 'ann'), label('5', 'b', false, 'ben')]
  expect(examplesIn({ aesthetics: [...labels, ...split] })).toEqual([[], ['3']])
  expect(examplesIn({ aesthetics: [...split, label('6', 'b', true, 'ben')] })).toEqual([['6'], []])
})

test('only one person’s labels count where others must not show', () => {
  const aesthetics = [label('1', 'a', true, 'ann'), label('2', 'a', false, 'ben'), label('3', 'b', false)]
  expect(examplesIn({ aesthetics }, 'ann')).toEqual([['1'], []])
})
