import { expect, test } from 'vitest'
import { elementPictures } from './element-pictures.ts'

const thumbnail = '/v1/thumbnails/abc'

test('an element is shown by its thumbnail, a library frame or its own data, never from another host', () => {
  const { ofExemplar } = elementPictures(
    [{ elementId: 'read', kind: 'exemplars', status: 'read', thumbnail }],
    [],
    new Map(),
  )
  expect(ofExemplar({ id: 'read', url: 'https://example.com/a.jpg' })).toBe(thumbnail)
  expect(ofExemplar({ id: 'library', url: 'frame:frm_1' })).toBe('/api/frames/frm_1/thumbnail')
  expect(ofExemplar({ id: 'inline', imageData: 'data:image/png;base64,AA' })).toBe('data:image/png;base64,AA')
  expect(ofExemplar({ id: 'elsewhere', url: 'https://example.com/a.jpg' })).toBeNull()
})

test('a side of a comparison is shown by its thumbnail, its URI, or the exemplar or library frame it names', () => {
  const { ofSide } = elementPictures(
    [{ elementId: 'read', kind: 'comparisons', side: 'b', status: 'read', thumbnail }],
    [{ id: 'ex', frameId: 'hero', url: 'frame:frm_hero' }],
    new Map(),
  )
  expect(ofSide({ id: 'read', frameA: { id: 'x', url: 'frame:frm_x' }, frameB: 'y' }, 'b')).toBe(thumbnail)
  expect(ofSide({ id: 'read', frameA: { id: 'x', url: 'frame:frm_x' }, frameB: 'y' }, 'a')).toBe(
    '/api/frames/frm_x/thumbnail',
  )
  expect(ofSide({ id: 'other', frameA: 'hero', frameB: 'frm_y' }, 'a')).toBe('/api/frames/frm_hero/thumbnail')
  expect(ofSide({ id: 'other', frameA: 'hero', frameB: 'frm_y' }, 'b')).toBe('/api/frames/frm_y/thumbnail')
})

test("a picture's name is the stored name, its library file name, or the id set by a client", () => {
  const { nameOf, nameOfSide } = elementPictures(
    [],
    [{ id: 'ex', frameId: 'hero', name: 'Hero.png' }],
    new Map([['frm_1', 'amber-serum']]),
  )
  expect(nameOf({ id: 'el_1', name: 'cover.jpg', url: 'frame:frm_1' })).toBe('cover')
  expect(nameOf({ id: 'el_2', url: 'frame:frm_1' })).toBe('amber-serum')
  expect(nameOf({ id: 'el_3', url: 'https://example.com/a.jpg' })).toBe('a picture')
  const comparison = { id: 'el_4', frameA: 'frm_1', frameB: 'ex' }
  expect([nameOfSide(comparison, 'a'), nameOfSide(comparison, 'b')]).toEqual(['amber-serum', 'Hero'])
  expect(nameOfSide({ id: 'el_5', frameA: 'banner' }, 'a')).toBe('banner')
})

test('the id of a library frame without a name is never shown', () => {
  const { nameOf, nameOfSide } = elementPictures([], [], new Map())
  const frameId = `frm_${'0'.repeat(32)}`
  expect(nameOf({ id: 'el_1', frameId })).toBe('a picture')
  expect(nameOfSide({ id: 'el_2', frameA: frameId }, 'a')).toBe('a picture')
})
