import { expect, test } from 'vitest'
import { numbersFrom } from '../suggest/seeded.ts'
import { type Coordinates, covariance, covariances } from './kernel.ts'

const kernel = { bandwidth: 0.5, localVariance: 6, sharedVariance: 0.85 }
const random = numbersFrom('kernel')
const numbers = (length: number) => Float32Array.from({ length }, () => random() - 0.5)

function pictures(count: number, axes: number, directions: number): readonly Coordinates[] {
  return Array.from({ length: count }, () => ({ axes: numbers(axes), directions: numbers(directions) }))
}

// Fewer and more pictures than are opened as rows, larger and smaller spaces in turn, and a space without directions.
test.each([
  [12, 9, 96, 24],
  [9, 40, 7, 0],
  [30, 30, 13, 5],
  [20, 3, 8, 4],
  [20, 0, 8, 4],
  [1, 20, 8, 4],
])(
  'the covariances of %i pictures with %i others have the same bits as those of pairs',
  (rows, columns, axes, directions) => {
    const [rowPictures, others] = [pictures(rows, axes, directions), pictures(columns, axes, directions)]
    const expected = rowPictures.flatMap((one) => others.map((other) => covariance(kernel, one, other)))
    expect(covariances(kernel, rowPictures, others)).toEqual({ rows, columns, values: Float64Array.from(expected) })
  },
)
