import { expect, test } from 'vitest'
import { seededRandom } from '../../generic/seeded-random.ts'
import { attributes, measureAttributes } from '../attributes.ts'
import { withoutBars } from './bars.ts'
import { black, type Colour, grey, paint } from './paint.ts'
import type { Pixels } from './pixels.ts'

const random = seededRandom(9)
const noise = Array.from({ length: 400 * 400 }, () => 60 + Math.floor(random() * 190))
const scene = (x: number, y: number): Colour => [noise[y * 400 + x] as number, 90 + (x % 60), 130 + (y % 40)]

/** A scene with a bar of this thickness above and below, or to the left and right. */
function barred(width: number, height: number, across: number, down: number, colour = black): Pixels {
  return paint(width + 2 * across, height + 2 * down, (x, y) => {
    const inside = x >= across && x < width + across && y >= down && y < height + down
    return inside ? scene(x - across, y - down) : colour
  })
}

test.each([
  ['letterbox', 0, 20],
  ['pillarbox', 24, 0],
  ['bars all around', 30, 20],
])('without its %s a picture measures nearly what it measures without', (_, across, down) => {
  const bare = measureAttributes(barred(200, 120, 0, 0))
  const measured = measureAttributes(barred(200, 120, across, down))
  for (const { name } of attributes) expect(Math.abs(measured[name] - bare[name]), name).toBeLessThan(0.05)
})

test('bars that are noisy, blended into the picture or one line thicker are cut', () => {
  const { width, height, data } = barred(200, 120, 0, 20)
  for (let byte = 0; byte < 3 * 19 * width; byte++) data[byte] = byte % 7
  for (let byte = 3 * 19 * width; byte < 3 * 20 * width; byte++) data[byte] = 12
  expect(withoutBars({ width, height, data })).toMatchObject({ width: 200, height: 118 })
})

test.each([
  ['a bar on one side', paint(200, 160, (x, y) => (y < 20 ? black : scene(x, y)))],
  ['bars of different thickness', paint(200, 160, (x, y) => (y < 12 || y >= 130 ? black : scene(x, y)))],
  ['light bars, which are margins', barred(200, 120, 0, 20, [250, 250, 250])],
  ['coloured bars, which are part of a page', barred(200, 120, 0, 20, [10, 10, 60])],
  ['a thin frame', barred(200, 120, 0, 2)],
  [
    'a dark page whose content does not fill the space between its margins',
    paint(200, 160, (x, y) => (x > 30 && x < 170 && y % 12 < 4 ? grey(200) : black)),
  ],
  ['a black picture', paint(200, 160, () => black)],
  ['a picture of one pixel', paint(1, 1, () => black)],
])('%s: nothing is cut', (_, picture) => {
  expect(withoutBars(picture)).toBe(picture)
})
