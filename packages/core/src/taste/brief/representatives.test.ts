import { expect, test } from 'vitest'
import { representativesOf } from './representatives.ts'

function at(degrees: number): Float32Array {
  const angle = (degrees * Math.PI) / 180
  return Float32Array.of(Math.cos(angle), Math.sin(angle))
}

test('the first pictures are typical, each of those that the ones before do not stand for', () => {
  const embeddings = [0, 2, 4, 6, 8, 100].map(at)
  expect(representativesOf(embeddings, 2)).toEqual([4, 5])
  expect(representativesOf(embeddings.slice(0, 5), 1)).toEqual([2])
  expect(representativesOf(embeddings, 9).toSorted()).toEqual([0, 1, 2, 3, 4, 5])
  expect(representativesOf([], 3)).toEqual([])
})

test('of many pictures some are considered, old and new ones', () => {
  const chosen = representativesOf(
    Array.from({ length: 1000 }, (_, i) => at(i * 7)),
    20,
  )
  expect(new Set(chosen).size).toBe(20)
  expect(Math.min(...chosen)).toBeLessThan(300)
  expect(Math.max(...chosen)).toBeGreaterThan(700)
})
