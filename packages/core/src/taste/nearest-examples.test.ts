import { expect, test } from 'vitest'
import { nearestExamples, typicalExamples } from './nearest-examples.ts'

const at = (name: string, good: boolean, ...embedding: number[]) => ({
  name,
  good,
  embedding: Float32Array.from(embedding),
})
const names = (examples: readonly { readonly name: string }[]) => examples.map(({ name }) => name)

test('the nearest examples come first, whatever their length and label', () => {
  const examples = [at('far', true, 0, 1), at('near', false, 30, 1), at('between', true, 1, 1)]
  expect(names(nearestExamples(examples, Float32Array.of(1, 0), 2))).toEqual(['near', 'between'])
})

test('typical examples are close to the others of their label, good and bad in turn', () => {
  const examples = [
    at('odd', true, -1, 0),
    at('good', true, 5, 1),
    at('also good', true, 1, 0),
    at('bad', false, 0, 1),
    at('also bad', false, -0.2, 1),
  ]
  const typical = names(typicalExamples(examples, 4))
  expect(typical.filter((_, i) => i % 2 === 0).toSorted()).toEqual(['also good', 'good'])
  expect(typical.filter((_, i) => i % 2 === 1).toSorted()).toEqual(['also bad', 'bad'])
})

test('nothing is typical of nothing', () => {
  expect(typicalExamples([], 3)).toEqual([])
  expect(names(typicalExamples([at('only', false, 0, 0)], 3))).toEqual(['only'])
})
