import { expect, test } from 'vitest'
import { cholesky, matrix, multiply, solveLower, solveLowerTransposed } from './linear-algebra.ts'

const sound = matrix(3, 3, (i, j) => [4, 12, -16, 12, 37, -43, -16, -43, 98][3 * i + j] ?? 0)

test('a positive definite matrix is L·Lᵀ of its Cholesky factor L', () => {
  expect([...cholesky(sound).values]).toEqual([2, 0, 0, 6, 1, 0, -8, 5, 3])
})

test('the two triangular solves invert the matrix', () => {
  const lower = cholesky(sound)
  const x = solveLowerTransposed(lower, solveLower(lower, multiply(sound, [1, -2, 3])))
  expect([...x].map((value) => Math.round(value * 1e9) / 1e9)).toEqual([1, -2, 3])
})

test('a matrix that is not positive definite is refused', () => {
  expect(() => cholesky(matrix(2, 2, () => 1))).toThrow('not positive definite at row 1')
})
