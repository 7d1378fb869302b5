import { expect, test } from 'vitest'
import { pictureName } from './picture-name.ts'

test('a picture is named by its file name without the ending, if that is the ending of a picture', () => {
  expect(['hero.jpg', 'HERO.JPEG', 'a.b.webp'].map(pictureName)).toEqual(['hero', 'HERO', 'a.b'])
  expect(['Campaign 2.0', 'v1.final', '.png', 'hero', ''].map(pictureName)).toEqual([
    ...['Campaign 2.0', 'v1.final', '.png', 'hero', ''],
  ])
})
