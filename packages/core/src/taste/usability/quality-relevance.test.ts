import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type QualityJudgement, qualityJudgementsOf, relevanceOf } from './quality-relevance.ts'

/** Six screens of three qualities, of which the second differs between the good and the bad ones. */
const screens = [
  [0.3, 1.2, -0.5],
  [-0.8, 0.9, 0.6],
  [0.5, 1.1, 0.1],
  [0.2, -1, -0.4],
  [-0.6, -0.8, 0.5],
  [0.4, -1.1, 0.2],
]
const labelled = screens.map(
  (qualities, i): QualityJudgement => ({ qualities, isLabel: true, verdict: i < 3 ? 1 : -1, weight: 1 }),
)

test('without judgements every quality matters equally', () => {
  for (const value of relevanceOf([], 6)) expect(value).toBeCloseTo(1, 10)
  expect(relevanceOf([], 0)).toEqual([])
})

test('a quality that separates good from bad screens matters most', () => {
  const [first = 0, second = 0, third = 0] = relevanceOf(labelled, 3)
  expect(second).toBeGreaterThan(2)
  expect(Math.max(first, third)).toBeLessThan(0.5)
})

test('it does not matter whether much of a quality is good or bad', () => {
  const opposite = labelled.map((one) => ({ ...one, verdict: -one.verdict }))
  for (const [i, value] of relevanceOf(opposite, 3).entries())
    expect(value).toBeCloseTo(relevanceOf(labelled, 3)[i] ?? 0)
})

test('two qualities that both decide both matter', () => {
  const corners = [
    [1, 1],
    [1, 0.1],
    [0.1, 1],
    [-1, -1],
    [-1, -0.1],
    [-0.1, -1],
  ]
  const judgements = corners.flatMap(([a = 0, b = 0], i) =>
    [-1, 0, 1].map((other) => ({ qualities: [a, b, other], isLabel: true, verdict: i < 3 ? 1 : -1, weight: 1 })),
  )
  const [first = 0, second = 0, third = 0] = relevanceOf(judgements, 3)
  expect(Math.min(first, second)).toBeGreaterThan(1.2)
  expect(third).toBeLessThan(0.3)
})

test('calling everything good does not make the shared qualities matter', () => {
  const alike = screens.map((qualities) => ({ qualities, isLabel: true, verdict: 1, weight: 1 }))
  for (const value of relevanceOf(alike, 3)) expect(Math.abs(value - 1)).toBeLessThan(0.5)
})

test('the factors of any judgements add up to the number of qualities', () => {
  const number = fc.double({ min: -5, max: 5, noNaN: true })
  const judgement = fc.record({
    qualities: fc.tuple(number, number, number, number),
    isLabel: fc.boolean(),
    verdict: fc.constantFrom(-1, 0, 1),
    weight: fc.constantFrom(0, 0.1, 1, 5),
  })
  fc.assert(
    fc.property(fc.array(judgement, { maxLength: 30 }), (judgements) => {
      const relevance = relevanceOf(judgements, 4)
      expect(relevance.reduce((sum, value) => sum + value, 0)).toBeCloseTo(4, 6)
      expect(Math.min(...relevance)).toBeGreaterThanOrEqual(0)
    }),
    { numRuns: 50 },
  )
})

test('a label is about the qualities of its screen, a comparison about the difference of two screens', () => {
  const labels = [{ picture: 1, good: false, weight: 2, elementId: 'a' }]
  const comparisons = [{ a: 0, b: 1, outcome: 0.5, weight: 1, elementId: 'b' }]
  const qualities = [Float32Array.of(1, 0.5), Float32Array.of(-1, 0.25)]
  expect(qualityJudgementsOf({ labels, comparisons }, qualities)).toEqual([
    { qualities: Float32Array.of(-1, 0.25), isLabel: true, verdict: -1, weight: 2 },
    { qualities: Float32Array.of(2, 0.25), isLabel: false, verdict: 0, weight: 1 },
  ])
})
