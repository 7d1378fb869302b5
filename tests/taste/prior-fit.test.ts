import { Matrix } from 'ml-matrix'
import { expect, test } from 'vitest'
import { fitCrowdUtility, utilityAt } from '../../fitting/prior/crowd-utility.ts'
import { leadingEigenvectors } from '../../fitting/prior/eigenvectors.ts'

const point = (x: number) => Float32Array.of(x)

test('the utility follows the mean ratings of rated pictures', () => {
  const points = [point(0), point(2), point(4)]
  const ratings = [Float64Array.of(1, 0, -1), Float64Array.of(1.4, -0.2, -1.2)]
  const utility = fitCrowdUtility([{ points, ratings }], { points: [], choices: [] })
  const [high = 0, middle = 0, low = 0] = points.map((one) => utilityAt(utility, one))
  expect(high).toBeGreaterThan(0.8)
  expect(Math.abs(middle)).toBeLessThan(0.2)
  expect(low).toBeLessThan(-0.8)
  expect(Math.abs(utilityAt(utility, point(99)))).toBeLessThan(1e-9)
})

test('the utility follows choices between unrated pictures', () => {
  const points = [point(0), point(3)]
  const choices = Array.from({ length: 10 }, () => ({ winner: 1, loser: 0 }))
  const utility = fitCrowdUtility([], { points, choices })
  expect(utilityAt(utility, point(3))).toBeGreaterThan(0.3)
  expect(utilityAt(utility, point(0))).toBeCloseTo(-utilityAt(utility, point(3)), 6)
})

test('two pictures that look the same get the same utility', () => {
  const points = [point(0), point(0), point(3)]
  const ratings = [Float64Array.of(1, 0.6, -1.6)]
  const { weights, ...rest } = fitCrowdUtility([{ points, ratings }], { points: [], choices: [] })
  expect(weights.every(Number.isFinite)).toBe(true)
  expect(utilityAt({ weights, ...rest }, point(0))).toBeGreaterThan(0.5)
})

test('eigenvectors come largest first, are orthonormal, and have a positive largest component', () => {
  const [size, count] = [60, 5]
  const entry = (i: number, j: number) => (i === j ? 100 / (i + 1) : 0) + 1 / (1 + i + j)
  const entries = new Matrix(
    Array.from({ length: size }, (_, i) => Array.from({ length: size }, (_, j) => entry(i, j))),
  )
  const { values, vectors } = leadingEigenvectors(entries, count)
  expect([values.length, vectors.length]).toEqual([count, count])
  for (const [i, vector] of vectors.entries()) {
    const column = Matrix.columnVector(vector)
    const residual = entries.mmul(column).sub(Matrix.mul(column, values[i] as number))
    expect(residual.norm()).toBeLessThan(1e-10)
    for (const [j, other] of vectors.entries()) {
      expect(column.dot(Matrix.columnVector(other))).toBeCloseTo(i === j ? 1 : 0, 10)
    }
    expect(Math.max(...vector)).toBe(Math.max(...vector.map(Math.abs)))
  }
  expect(values).toEqual(values.toSorted((a, b) => b - a))
  expect(values[0]).toBeGreaterThan(entries.max() - 1e-9)
})
