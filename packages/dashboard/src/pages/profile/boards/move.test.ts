import { expect, test } from 'vitest'
import { moved } from './move.ts'

test('a moved picture takes the place of another, and the others close up', () => {
  expect(moved(['a', 'b', 'c', 'd'], 0, 2)).toEqual(['b', 'c', 'a', 'd'])
  expect(moved(['a', 'b', 'c', 'd'], 3, 0)).toEqual(['d', 'a', 'b', 'c'])
  expect(moved(['a'], 4, 0)).toEqual(['a'])
})
