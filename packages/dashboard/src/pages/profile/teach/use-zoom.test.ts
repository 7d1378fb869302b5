import { expect, test } from 'vitest'
import { oneToOneScale } from './use-zoom.ts'

const box = { width: 600, height: 400 }

test('a large picture is enlarged until one of its pixels fills one pixel of the page', () => {
  expect(oneToOneScale({ width: 2400, height: 1200 }, box)).toBe(4)
  expect(oneToOneScale({ width: 1000, height: 2000 }, box)).toBe(5)
})

test('a picture shown at its own size or larger is magnified', () => {
  expect(oneToOneScale({ width: 300, height: 200 }, box)).toBe(2)
  expect(oneToOneScale({ width: 0, height: 0 }, box)).toBe(2)
})
