import { expect, test } from 'vitest'
import { noiseAt } from '../advice/pixel-edits.ts'
import type { Pixels } from '../attributes/pixels.ts'
import { problemIn, problemSignsOf } from './problem.ts'

type Paint = (x: number, y: number) => readonly [number, number, number]

function picture(paint: Paint): Pixels {
  const [width, height] = [220, 140]
  const data = new Uint8Array(3 * width * height)
  for (let y = 0; y < height; y++) for (let x = 0; x < width; x++) data.set(paint(x, y), 3 * (y * width + x))
  return { width, height, data }
}

const problemOf = (paint: Paint) => problemIn(problemSignsOf(picture(paint)))
const grey = (value: number) => [value, value, value] as const
/** Thin strokes in lines of text between two columns. */
const isText = (x: number, y: number, from: number, to: number) =>
  x >= from && x < to && y % 7 < 3 && noiseAt(x, Math.floor(y / 7)) < 0.4

test('recognises blank pictures, noise, pages without a style sheet and error pages', () => {
  expect(problemOf(() => grey(255))).toBe('blank')
  expect(problemOf((x) => grey(30 + (x % 2)))).toBe('blank')
  expect(problemOf((x, y) => grey(255 * noiseAt(x, y)))).toBe('noise')
  const link = [40, 40, 238] as const
  const unstyled: Paint = (x, y) =>
    isText(x, y, 2, y < 30 ? 40 : 200) && y < 120 ? (y % 14 < 7 && x < 60 ? link : grey(60)) : grey(255)
  expect(problemOf(unstyled)).toBe('unstyled')
  expect(problemOf((x, y) => (isText(x, y, 3, 110) && y >= 7 && y < 19 ? grey(0) : grey(255)))).toBe('error_page')
  expect(problemOf((x, y) => (isText(x, y, 80, 140) && y > 60 && y < 75 ? grey(200) : grey(20)))).toBe('error_page')
})

test('recognises a "not found" illustration in the middle of nothing, and leaves one that is part of a page alone', () => {
  const illustration: Paint = (x, y) => {
    if (Math.hypot(x - 110, y - 55) < 18) return [90, 150, 220]
    return isText(x, y, 85, 135) && y > 90 && y < 102 ? grey(60) : grey(250)
  }
  expect(problemOf(illustration)).toBe('error_page')
  const withNavigation: Paint = (x, y) => (isText(x, y, 10, 200) && y < 12 ? grey(60) : illustration(x, y))
  expect(problemOf(withNavigation)).toBeUndefined()
})

test('leaves pages with pictures, colours or panels alone, and photographs', () => {
  const sky: Paint = (x, y) => [60 + y, 120 + y / 2 + 10 * noiseAt(x, y), 220]
  expect(problemOf(sky)).toBeUndefined()
  // As rough as noise, and half of it in the shade.
  expect(problemOf((x, y) => grey((x < 110 ? 1 : 0.6) * 255 * noiseAt(x, y)))).toBeUndefined()
  const styled: Paint = (x, y) => {
    if (x > 120 && x < 200 && y > 30 && y < 100) return [210, 80, 60]
    return isText(x, y, 20, 100) ? grey(40) : grey(250)
  }
  expect(problemOf(styled)).toBeUndefined()
  expect(problemOf((x, y) => (x > 20 && x < 90 && y > 20 && y < 120 ? grey(200) : grey(255)))).toBeUndefined()
})
