import { expect, test } from 'vitest'
import type { LibraryItem } from './library-items.ts'
import { stackLibrary } from './library-stacks.ts'

const item = (key: string, score?: number, pixels = 1) => ({ key, score, pixels }) as LibraryItem
const shown = (items: readonly LibraryItem[], stacks: string[][], open: string[] = []) =>
  stackLibrary(items, stacks, new Set(open)).map(({ key, stack }) =>
    stack ? stack.map((one) => one.key).join('>') : key,
  )

test('the best of a stack is on top, where the first of its pictures was', () => {
  const items = [item('a', 0.2), item('x'), item('b', 0.9), item('c')]
  expect(shown(items, [['b', 'c', 'a']])).toEqual(['b>a>c', 'x'])
  expect(shown(items, [['b', 'c', 'a']], ['a'])).toEqual(['b>a>c', 'a', 'c', 'x'])
})

test('without scores the largest is on top', () => {
  expect(shown([item('a', undefined, 4), item('b', undefined, 9)], [['a', 'b']])).toEqual(['b>a'])
})

test('a stack of which one picture is left is none', () => {
  expect(shown([item('a'), item('x')], [['a', 'b']])).toEqual(['a', 'x'])
})
