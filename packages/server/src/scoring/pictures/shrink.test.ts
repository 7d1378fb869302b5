import { expect, test } from 'vitest'
import { shrinkPixels } from './shrink.ts'

const grey = (values: readonly number[]) => Uint8Array.from(values.flatMap((value) => [value, value, 255 - value]))

test('a shrunken pixel is the mean of the area that it covers', () => {
  const picture = { width: 3, height: 2, data: grey([0, 60, 120, 30, 90, 150]) }
  expect(shrinkPixels(picture, 3, 1)).toEqual({ width: 3, height: 1, data: grey([15, 75, 135]) })
  // Three pixels become two: each covers one whole pixel and half of the middle one.
  expect(shrinkPixels(picture, 2, 2)).toEqual({ width: 2, height: 2, data: grey([20, 100, 50, 130]) })
  expect(shrinkPixels(picture, 1, 1)).toEqual({ width: 1, height: 1, data: grey([75]) })
})

test('a picture is never enlarged, and a uniform one stays uniform', () => {
  const picture = { width: 2, height: 1, data: grey([10, 20]) }
  expect(shrinkPixels(picture, 5, 9)).toEqual(picture)
  const plain = { width: 224, height: 224, data: new Uint8Array(224 * 224 * 3).fill(201) }
  expect(shrinkPixels(plain, 101, 37).data.every((value) => value === 201)).toBe(true)
})

test('the result equals the definition of area averaging for any size', () => {
  const [width, height] = [47, 31]
  const data = Uint8Array.from({ length: width * height * 3 }, (_, i) => (i * i * 31 + i * 7) % 256)
  for (const [narrow, low] of [
    [46, 30],
    [29, 17],
    [7, 31],
    [47, 3],
    [1, 1],
  ] as const) {
    const shrunk = shrinkPixels({ width, height, data }, narrow, low)
    const [acrossStep, downStep] = [width / narrow, height / low]
    for (const [at, value] of shrunk.data.entries()) {
      const [column, row, channel] = [Math.floor(at / 3) % narrow, Math.floor(at / 3 / narrow), at % 3]
      let sum = 0
      for (let i = 0; i < width * height; i += 1) {
        const across = overlap(i % width, column * acrossStep, acrossStep)
        const down = overlap(Math.floor(i / width), row * downStep, downStep)
        if (across > 0 && down > 0) sum += across * down * (data[i * 3 + channel] ?? 0)
      }
      // Rounded twice: for the rows, then for the columns.
      expect(Math.abs(value - sum / (acrossStep * downStep))).toBeLessThanOrEqual(1.01)
    }
  }
})

function overlap(pixel: number, start: number, length: number): number {
  return Math.min(pixel + 1, start + length) - Math.max(pixel, start)
}
