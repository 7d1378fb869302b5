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

test('the sums written out for two and three lines equal those in a loop', () => {
  const [width, height] = [60, 45]
  const data = Uint8Array.from({ length: width * height * 3 }, (_, i) => (i * i * 17 + i * 5) % 256)
  // The column alone, and the row alone: two, three and many lines for each of the result.
  for (const side of [44, 40, 31, 30, 23, 22, 15, 11, 4, 1]) {
    const low = shrinkPixels({ width, height, data }, width, side)
    expect(low.data).toEqual(blendLines(data, width * 3, height, side))
    const transposed = transpose(data, width, height)
    const narrow = shrinkPixels({ width: height, height: width, data: transposed }, side, width)
    expect(transpose(narrow.data, side, width)).toEqual(low.data)
  }
})

/** Each line of the result is a weighted sum of lines, in 16-bit fixed point. */
function blendLines(data: Uint8Array, lineBytes: number, lines: number, wanted: number): Uint8Array {
  const out = new Uint8Array(lineBytes * wanted)
  const step = lines / wanted
  for (let line = 0; line < wanted; line += 1) {
    // The share of the result that is covered by all lines before this one.
    const covered = (until: number) =>
      until >= lines ? 65536 : Math.round(65536 * Math.min(1, Math.max(0, (until - line * step) / step)))
    for (let at = 0; at < lineBytes; at += 1) {
      let sum = 32768
      for (let from = Math.floor(line * step); from < lines; from += 1) {
        sum += (data[from * lineBytes + at] ?? 0) * (covered(from + 1) - (from > line * step ? covered(from) : 0))
      }
      out[line * lineBytes + at] = sum >> 16
    }
  }
  return out
}

function transpose(data: Uint8Array, width: number, height: number): Uint8Array {
  return Uint8Array.from(data, (_, i) => {
    const [x, y, channel] = [Math.floor(i / 3) % height, Math.floor(i / 3 / height), i % 3]
    return data[(x * width + y) * 3 + channel] ?? 0
  })
}

function overlap(pixel: number, start: number, length: number): number {
  return Math.min(pixel + 1, start + length) - Math.max(pixel, start)
}
