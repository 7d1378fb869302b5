import fc from 'fast-check'
import { expect, test } from 'vitest'
import { cholesky, solveCholesky, solveLower, solveLowerRows } from './cholesky.ts'
import { dot, innerProducts, type Matrix, matrix, multiply, multiplySymmetric } from './matrix.ts'

const sound = matrix(3, 3, (i, j) => [4, 12, -16, 12, 37, -43, -16, -43, 98][3 * i + j] ?? 0)

test('a positive definite matrix is L·Lᵀ of its Cholesky factor L', () => {
  expect([...cholesky(sound).values]).toEqual([2, 0, 0, 6, 1, 0, -8, 5, 3])
})

test('solving with the Cholesky factor inverts the matrix', () => {
  const x = solveCholesky(cholesky(sound), multiply(sound, Float64Array.of(1, -2, 3)))
  expect([...x].map((value) => Math.round(value * 1e9) / 1e9)).toEqual([1, -2, 3])
})

test('a matrix that is not positive definite is refused', () => {
  expect(() => cholesky(matrix(2, 2, () => 1))).toThrow('not positive definite at row 1')
  expect(() => cholesky(matrix(6, 6, (i, j) => (i === j && i < 5 ? 2 : 1)))).not.toThrow()
  expect(() => cholesky(matrix(6, 6, (i, j) => (i === j && i !== 3 ? 2 : i === j ? 0.1 : 1)))).toThrow('at row 3')
})

test('matrices of every size give the same as the definitions, whatever the size of the blocks', () => {
  const sizes = { rows: fc.integer({ min: 0, max: 9 }), size: fc.integer({ min: 1, max: 13 }) }
  fc.assert(
    fc.property(
      sizes.rows,
      sizes.size,
      fc.infiniteStream(fc.double({ min: -1, max: 1, noNaN: true })),
      (rows, size, numbers) => {
        const next = () => numbers.next().value as number
        const root = matrix(size, size, (i, j) => (i === j ? 2 + Math.abs(next()) : i > j ? next() : 0))
        const product = matrix(size, size, (i, j) => dot(rowOf(root, i), rowOf(root, j)))
        expectClose(cholesky(product).values, root.values)
        const lower = matrix(size, size, (i, j) => (j > i ? Number.NaN : (product.values[i * size + j] ?? 0)))
        const vector = Float64Array.from({ length: size }, next)
        expectClose(multiplySymmetric(lower, vector), multiply(product, vector))
        const right = matrix(rows, size, next)
        const products = matrix(rows, rows, (i, j) => dot(rowOf(right, i), rowOf(right, j)))
        expectClose(innerProducts(right).values, products.values)
        const solved = solveLowerRows(root, right)
        for (let i = 0; i < rows; i++) {
          expectClose(rowOf(solved, i), solveLower(root, rowOf(right, i)))
          expectClose(multiply(root, rowOf(solved, i)), rowOf(right, i))
        }
      },
    ),
  )
})

function expectClose(actual: Float64Array, expected: Float64Array): void {
  expect(actual.length).toBe(expected.length)
  expect(Math.max(0, ...actual.map((value, i) => Math.abs(value - (expected[i] ?? 0))))).toBeLessThan(1e-6)
}

function rowOf({ columns, values }: Matrix, row: number): Float64Array {
  return values.slice(row * columns, (row + 1) * columns)
}
