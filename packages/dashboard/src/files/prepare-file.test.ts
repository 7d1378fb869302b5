import { expect, test } from 'vitest'
import { explainUnreadable, renamed } from './prepare-file.ts'

test('a converted file gets the ending of its new type', () => {
  expect(renamed('IMG_1.HEIC', 'image/jpeg')).toBe('IMG_1.jpg')
  expect(renamed('photo.JPEG', 'image/jpeg')).toBe('photo.JPEG')
  expect(renamed('a.b.png', 'image/webp')).toBe('a.b.webp')
  expect(renamed('no ending', 'image/png')).toBe('no ending.png')
})

test('a file that cannot be opened is explained by its kind', () => {
  expect(explainUnreadable('IMG_1.heic')).toContain('HEIC')
  expect(explainUnreadable('DSC_1.NEF')).toContain('camera raw')
  expect(explainUnreadable('cover.psd')).toContain('Export it')
  expect(explainUnreadable('notes.txt')).toContain('not a picture')
})
