import { matrix } from '@palate/core/taste/linear-algebra.ts'
import { expect, test } from 'vitest'
import { fitOpinion, opinionAt } from '../fitting/prior/crowd-utility.ts'
import { eigen, leadingEigen } from '../fitting/prior/eigenvectors.ts'

const point = (x: number) => Float32Array.of(x)

test('an opinion follows the mean ratings of what was rated', () => {
  const points = [point(0), point(2), point(4)]
  const ratings = [Float64Array.of(1, 0, -1), Float64Array.of(1.4, -0.2, -1.2)]
  const opinion = fitOpinion([{ points, ratings }], { points: [], choices: [] })
  const [high = 0, middle = 0, low = 0] = points.map((one) => opinionAt(opinion, one))
  expect(high).toBeGreaterThan(0.8)
  expect(Math.abs(middle)).toBeLessThan(0.2)
  expect(low).toBeLessThan(-0.8)
  expect(Math.abs(opinionAt(opinion, point(99)))).toBeLessThan(1e-9)
})

test('an opinion follows choices between pictures that nobody rated', () => {
  const points = [point(0), point(3)]
  const choices = Array.from({ length: 10 }, () => ({ winner: 1, loser: 0 }))
  const opinion = fitOpinion([], { points, choices })
  expect(opinionAt(opinion, point(3))).toBeGreaterThan(0.3)
  expect(opinionAt(opinion, point(0))).toBeCloseTo(-opinionAt(opinion, point(3)), 6)
})

test('eigenvectors come in order, and the leading ones agree with the exact ones', () => {
  const size = 60
  const of = matrix(size, size, (i, j) => (i === j ? 100 / (i + 1) : 0) + 1 / (1 + i + j))
  const exact = eigen(of)
  const leading = leadingEigen(of, 5)
  for (let i = 0; i < 5; i++) {
    expect(leading.values[i]).toBeCloseTo(exact.values[i] ?? 0, 8)
    const cosine = leading.vectors[i]?.reduce((sum, value, k) => sum + value * (exact.vectors[i]?.[k] ?? 0), 0)
    expect(cosine).toBeCloseTo(1, 8)
  }
  expect(exact.values.every((value, i) => i === 0 || value <= (exact.values[i - 1] ?? 0))).toBe(true)
})
