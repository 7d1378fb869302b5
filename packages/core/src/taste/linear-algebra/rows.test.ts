import fc from 'fast-check'
import { expect, test } from 'vitest'
import { innerProduct, squaredDistance } from '../gaussian-process/kernel.ts'
import { openRows } from './rows.ts'

const numbers = (length: number) =>
  fc.array(fc.float({ noNaN: true, noDefaultInfinity: true, min: -1000, max: 1000 }), {
    ...{ minLength: length, maxLength: length },
  })

test('the sums over all rows have the same bits as those of plain loops', () => {
  const matrices = fc.tuple(fc.integer({ min: 0, max: 40 }), fc.integer({ min: 1, max: 23 })).chain(([rows, columns]) =>
    fc.record({
      columns: fc.constant(columns),
      values: numbers(rows * columns).map((row) => Float32Array.from(row)),
      vectors: fc.array(
        numbers(columns).map((row) => Float32Array.from(row)),
        { minLength: 1, maxLength: 3 },
      ),
    }),
  )
  fc.assert(
    fc.property(matrices, ({ columns, values, vectors }) => {
      const rows = openRows(values, columns)
      const plain = Array.from({ length: values.length / columns }, (_, i) =>
        values.subarray(i * columns, (i + 1) * columns),
      )
      for (const vector of vectors) {
        expect(Array.from(rows.products(vector))).toEqual(plain.map((row) => innerProduct(row, vector)))
        expect(Array.from(rows.squaredDistances(vector))).toEqual(plain.map((row) => squaredDistance(row, vector)))
      }
    }),
  )
})

test('a vector of another length is refused', () => {
  const rows = openRows(new Float32Array(8), 4)
  expect(() => rows.products(new Float32Array(5))).toThrow('the rows have 4 numbers, not 5')
})
