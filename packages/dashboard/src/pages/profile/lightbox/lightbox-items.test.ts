import { expect, test } from 'vitest'
import { neighbourOf } from './lightbox-items.ts'

test('removed pictures are passed over, and the ends have no neighbour', () => {
  const left = [{ key: 'a' }, { key: 'c' }]
  expect(neighbourOf(['a', 'b', 'c'], left, 'a', 1)).toBe('c')
  expect(neighbourOf(['a', 'b', 'c'], left, 'b', -1)).toBe('a')
  expect(neighbourOf(['a', 'b', 'c'], left, 'c', 1)).toBeUndefined()
})
