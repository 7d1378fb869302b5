import { expect, test } from 'vitest'
import { neighbourOf, smallOf, stripAround } from './lightbox-items.ts'

test('removed pictures are passed over, and the ends have no neighbour', () => {
  const left = [{ key: 'a' }, { key: 'c' }]
  expect(neighbourOf(['a', 'b', 'c'], left, 'a', 1)).toBe('c')
  expect(neighbourOf(['a', 'b', 'c'], left, 'b', -1)).toBe('a')
  expect(neighbourOf(['a', 'b', 'c'], left, 'c', 1)).toBeUndefined()
})

test('the strip has the picture in its middle, except at the ends', () => {
  const items = [...'abcdefg'].map((key) => ({ key }))
  const strip = (key: string) =>
    stripAround(items, key, 3)
      .map((item) => item.key)
      .join('')
  expect([strip('a'), strip('d'), strip('g')]).toEqual(['abc', 'cde', 'efg'])
  expect(stripAround(items, 'c', 10)).toEqual(items)
})

test('each picture has a small version', () => {
  expect(['/api/frames/frm_1', '/v1/thumbnails/0a?size=large', 'blob:x', null].map(smallOf)).toEqual([
    ...['/api/frames/frm_1/thumbnail', '/v1/thumbnails/0a', 'blob:x', null],
  ])
})
