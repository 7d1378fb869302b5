import type { LibraryFrame } from '@palate/client'
import { expect, test } from 'vitest'
import { filterLibrary, libraryItems, sortLibrary, tagsOf } from './library-items.ts'

const frame = (id: string, name?: string, tags?: string[]) =>
  ({ id, url: `frame:${id}`, name, tags, width: 4, height: 2, createdAt: '2026-01-01T00:00:00Z' }) as LibraryFrame

const items = libraryItems(
  [frame('a', 'Red house.png'), frame('b', 'blue house.jpg', ['sea', 'air']), frame('c', undefined, ['sea'])],
  new Map([
    ['a', 0.8],
    ['b', 0.3],
    ['c', null],
  ]),
)
const everything = { search: '', label: 'all', tag: '', min: 0, max: 1 } as const
const keysOf = (filter: Partial<Parameters<typeof filterLibrary>[1]>) =>
  filterLibrary(items, { ...everything, ...filter }, ({ key }) => (key === 'a' ? 'good' : undefined)).map(
    ({ key }) => key,
  )

test('a picture has its name without the ending and its score, unless it could not be scored', () => {
  expect(items.map(({ name, score, ratio }) => [name, score, ratio])).toEqual([
    ['Red house', 0.8, 2],
    ['blue house', 0.3, 2],
    ['Picture', undefined, 2],
  ])
})

test('pictures are found by words of their name and tags, label, tag and score', () => {
  expect(keysOf({})).toEqual(['a', 'b', 'c'])
  expect([keysOf({ search: 'SEA' }), keysOf({ search: 'sea house' })]).toEqual([['b', 'c'], ['b']])
  expect(keysOf({ search: 'HOUSE red' })).toEqual(['a'])
  expect([keysOf({ label: 'good' }), keysOf({ label: 'none' }), keysOf({ label: 'bad' })]).toEqual([
    ...[['a'], ['b', 'c'], []],
  ])
  expect([keysOf({ tag: 'sea' }), keysOf({ tag: 'se' })]).toEqual([['b', 'c'], []])
  expect(tagsOf(items)).toEqual(['air', 'sea'])
  expect([keysOf({ min: 0.5 }), keysOf({ max: 0.5 })]).toEqual([['a'], ['b']])
})

test('pictures are sorted by date, score, certainty and name, those without a score last', () => {
  const sorted = (...how: [Parameters<typeof sortLibrary>[1], number?]) =>
    sortLibrary(items, ...how)
      .map(({ key }) => key)
      .join('')
  expect([sorted('newest'), sorted('oldest'), sorted('best'), sorted('worst')]).toEqual(['abc', 'cba', 'abc', 'bac'])
  expect([sorted('uncertain'), sorted('uncertain', 0.75), sorted('name')]).toEqual(['bac', 'abc', 'bca'])
  const numbered = libraryItems([frame('x', 'p-10.png'), frame('y', 'p-9.png')], new Map())
  expect(sortLibrary(numbered, 'name').map(({ key }) => key)).toEqual(['y', 'x'])
})
