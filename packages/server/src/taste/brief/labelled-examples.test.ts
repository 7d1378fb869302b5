import { expect, test } from 'vitest'
import type { TrainingSet } from '../training-sets/training-set.ts'
import { labelledExamples } from './labelled-examples.ts'

const label = (elementId: string, picture: string, good: boolean) => ({ elementId, picture, good, weight: 1 })

test('the last label of a picture counts, in each dimension', () => {
  const labels = {
    aesthetics: [label('1', 'a', true), label('2', 'b', false), label('3', 'copy of a', false)],
    usability: [label('4', 'b', true)],
  }
  const examples = Object.entries(labels).map(([name, labels]) => [name, { labels, comparisons: [], constraints: [] }])
  const hashes = { a: 'hash a', 'copy of a': 'hash a', b: 'hash b' }
  const pictures = Object.entries(hashes).map(([name, contentHash]) => [name, { contentHash, embedding: [] }])
  const set = { examples: new Map(examples as never), pictures: new Map(pictures as never) } as unknown as TrainingSet
  const idsOf = (isGood: boolean) => labelledExamples(set, isGood).map(({ elementId }) => elementId)
  expect(idsOf(true)).toEqual(['4'])
  expect(idsOf(false)).toEqual(['3', '2'])
})
