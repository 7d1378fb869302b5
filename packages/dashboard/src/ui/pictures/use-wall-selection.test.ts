import { expect, test } from 'vitest'
import { selectionAfter } from './use-wall-selection.ts'

test('clicks select one, toggle, or extend the selection', () => {
  const keys = ['a', 'b', 'c', 'd']
  const click = (
    selected: string[],
    key: string,
    how: { last?: string; isToggling?: boolean; isExtending?: boolean },
  ) => [
    ...selectionAfter(keys, new Set(selected), { last: undefined, isToggling: false, isExtending: false, key, ...how }),
  ]
  expect(click(['a', 'b'], 'c', {})).toEqual(['c'])
  expect(click(['c'], 'c', {})).toEqual([])
  expect(click(['a'], 'c', { isToggling: true })).toEqual(['a', 'c'])
  expect(click(['a', 'c'], 'a', { isToggling: true })).toEqual(['c'])
  expect(click(['d'], 'b', { last: 'd', isExtending: true })).toEqual(['d', 'b', 'c'])
})
