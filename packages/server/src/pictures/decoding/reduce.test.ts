import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Filter, type LineWeights, weighLines } from './line-weights.ts'
import { reducePicture } from './reduce.ts'

const grey = (values: readonly number[]) => Uint8Array.from(values.flatMap((value) => [value, value, 255 - value]))

test('area averaging gives the mean of what a pixel covers', () => {
  const picture = { width: 3, height: 2, data: grey([0, 60, 120, 30, 90, 150]) }
  expect(reducePicture(picture, 3, 1, 'area')).toEqual({ width: 3, height: 1, data: grey([15, 75, 135]) })
  // Three pixels become two: each covers one whole pixel and half of the middle one.
  expect(reducePicture(picture, 2, 2, 'area')).toEqual({ width: 2, height: 2, data: grey([20, 100, 50, 130]) })
  expect(reducePicture(picture, 1, 1, 'area')).toEqual({ width: 1, height: 1, data: grey([75]) })
})

test.each<Filter>(['area', 'lanczos'])('%s never enlarges, and keeps a uniform picture uniform', (filter) => {
  const picture = { width: 2, height: 1, data: grey([10, 20]) }
  expect(reducePicture(picture, 5, 9, filter)).toEqual(picture)
  const plain = { width: 224, height: 224, data: new Uint8Array(224 * 224 * 3).fill(201) }
  expect(reducePicture(plain, 101, 37, filter).data.every((value) => value === 201)).toBe(true)
  expect(reducePicture(plain, 101, 224, filter).data.every((value) => value === 201)).toBe(true)
})

test('lanczos keeps an edge sharper than area averaging', () => {
  const edge = { width: 60, height: 1, data: grey(Array.from({ length: 60 }, (_, x) => (x < 31 ? 60 : 180))) }
  const [lanczos = [], area = []] = (['lanczos', 'area'] as const).map(
    (filter) => reducePicture(edge, 20, 1, filter).data,
  )
  const steepest = (data: ArrayLike<number>) =>
    Math.max(...Array.from({ length: 19 }, (_, x) => (data[3 * x + 3] ?? 0) - (data[3 * x] ?? 0)))
  expect(steepest(lanczos)).toBeGreaterThan(steepest(area))
  // It overshoots, but never leaves the range of a byte.
  const black = { width: 60, height: 1, data: grey(Array.from({ length: 60 }, (_, x) => (x < 30 ? 0 : 255))) }
  expect(reducePicture(black, 20, 1, 'lanczos').data[0]).toBe(0)
})

test('the kernels compute the weighted sums of rows and then of columns, for any size', () => {
  const side = fc.integer({ min: 1, max: 70 })
  fc.assert(
    fc.property(
      fc.record({ width: side, height: side, narrow: side, low: side, seed: fc.nat(), filter: filters }),
      ({ width, height, narrow, low, seed, filter }) => {
        const data = Uint8Array.from({ length: width * height * 3 }, (_, i) => (i * i * 31 + i * seed) % 256)
        const size = { width: Math.min(narrow, width), height: Math.min(low, height) }
        const reduced = reducePicture({ width, height, data }, narrow, low, filter)
        const rows = blend(data, 3 * width, weighLines(height, size.height, filter, 2))
        const columns = blend(
          transposed(rows, width, size.height),
          3 * size.height,
          weighLines(width, size.width, filter, 4),
        )
        expect(reduced).toEqual({ ...size, data: transposed(columns, size.height, size.width) })
      },
    ),
  )
})

test('the weights of each line add up to one', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 3000 }),
      fc.double({ min: 0.01, max: 1, noNaN: true }),
      filters,
      (from, share, filter) => {
        const to = Math.max(1, Math.round(from * share))
        const { weights, reach } = weighLines(from, to, filter, 4)
        for (let line = 0; line < to; line += 1) {
          expect(weights.subarray(line * reach, (line + 1) * reach).reduce((sum, weight) => sum + weight, 0)).toBe(
            16384,
          )
        }
      },
    ),
    { numRuns: 20 },
  )
})

const filters = fc.constantFrom<Filter>('area', 'lanczos')

/** The definition, in plain sums. */
function blend(data: Uint8Array, lineBytes: number, { starts, weights, reach }: LineWeights): Uint8Array {
  return Uint8Array.from({ length: starts.length * lineBytes }, (_, i) => {
    const line = Math.floor(i / lineBytes)
    let sum = 8192
    for (let nth = 0; nth < reach; nth += 1) {
      const from = ((starts[line] ?? 0) + nth) * lineBytes + (i % lineBytes)
      sum += (weights[line * reach + nth] ?? 0) * (data[from] ?? 0)
    }
    return Math.min(255, Math.max(0, sum >> 14))
  })
}

function transposed(data: Uint8Array, width: number, height: number): Uint8Array {
  return Uint8Array.from(data, (_, i) => {
    const [x, y, channel] = [Math.floor(i / 3) % height, Math.floor(i / 3 / height), i % 3]
    return data[(x * width + y) * 3 + channel] ?? 0
  })
}
