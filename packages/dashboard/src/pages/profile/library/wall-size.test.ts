import { expect, test } from 'vitest'
import { layoutWall, wallGap } from '../../../ui/pictures/wall-layout.ts'
import { picturesAt, sizeSteps, stepOf, wallSizeFor } from './wall-size.ts'

/** How many photographs are whole on a screen of 1440 × 900 pixels below the page's own bars. */
function onScreen(pictures: number): number {
  const { rowHeight, captionHeight } = wallSizeFor(pictures, false)
  const [width, height] = [1160, 780]
  const options = { width, rowHeight, captionHeight, gap: wallGap(rowHeight, width) }
  const { boxes } = layoutWall(Array(1000).fill(1.5), options)
  return boxes.filter((box) => box.y + box.height <= height).length
}

test('the slider goes from fewer than 20 to more than 200 pictures on a screen', () => {
  expect(onScreen(picturesAt(sizeSteps))).toBeLessThanOrEqual(20)
  expect(onScreen(picturesAt(0))).toBeGreaterThanOrEqual(200)
})

test('about as many pictures are on a screen as were chosen', () => {
  for (const pictures of [20, 50, 100, 200]) {
    expect(Math.abs(onScreen(pictures) - pictures) / pictures).toBeLessThan(0.3)
  }
})

test('each position of the slider is the one of its number of pictures', () => {
  const steps = Array.from({ length: sizeSteps + 1 }, (_, i) => i)
  expect(steps.map((step) => stepOf(picturesAt(step)))).toEqual(steps)
  expect([stepOf(5000), stepOf(1), stepOf(Number.NaN)]).toEqual([0, sizeSteps, sizeSteps / 2])
})
