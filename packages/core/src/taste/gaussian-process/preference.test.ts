import { expect, test } from 'vitest'
import { asScore, probabilityOf } from '../score.ts'
import { type Coordinates, unitCoordinates } from './kernel.ts'
import type { TasteFrame } from './observations.ts'
import { fitTaste, predictTaste } from './preference.ts'

const at = (...axes: number[]): Coordinates => ({ axes: Float32Array.from(axes), directions: new Float32Array(0) })
const frame = (x: number, y = 0, priorMean = 0): TasteFrame => ({ coordinates: at(x, y), priorMean })
const settings = {
  kernel: { bandwidth: 0.5, localVariance: 2, sharedVariance: 0 },
  pictureVariance: 0,
  copies: { same: 0.02, other: 0.04 },
  agreement: [{ weight: 1, mean: 1, variance: 0 }],
  wishScale: 1,
  wishVariance: 0,
  labelBiasVariance: 0.5,
  comparisonNoise: { steepness: 1, tieMargin: 0.5 },
}
const nothing = { frames: [], labels: [], comparisons: [] }

test('without judgements and with a prior mean of 0 the score is one half, with no confidence', () => {
  const taste = predictTaste(fitTaste(nothing, settings), frame(1, 2))
  const parts = { priorPart: 0, learnedPart: 0, confidence: 0, nearest: [] }
  expect(taste).toEqual({ mean: 0, variance: 2.5, probability: 0.5, ...parts })
  expect(asScore(probabilityOf(taste))).toBe(0.5)
})

test('without judgements the score follows the prior mean, pulled towards one half by the uncertainty', () => {
  const taste = predictTaste(fitTaste(nothing, settings), frame(1, 2, 1))
  expect(taste.mean).toBe(1)
  expect(probabilityOf(taste)).toBeCloseTo(1 / (1 + Math.exp(-1 / Math.sqrt(1 + (Math.PI * 2.5) / 8))), 12)
  expect(probabilityOf(taste)).toBeLessThan(1 / (1 + Math.exp(-1)))
})

test('with one label the mode is where the gradients of likelihood and prior cancel', () => {
  const model = fitTaste({ frames: [frame(0)], labels: [{ frame: 0, good: true }], comparisons: [] }, settings)
  const { mean, variance } = predictTaste(model, frame(0))
  expect(mean / 2.5).toBeCloseTo(1 - 1 / (1 + Math.exp(-mean)), 6)
  const chance = 1 / (1 + Math.exp(-mean))
  expect(variance).toBeCloseTo(1 / (1 / 2.5 + chance * (1 - chance)), 6)
})

test('labels affect similar pictures and leave distant ones unchanged', () => {
  const model = fitTaste(
    {
      frames: [frame(0), frame(3)],
      labels: [
        { frame: 0, good: true },
        { frame: 1, good: false },
      ],
      comparisons: [],
    },
    settings,
  )
  const at = (x: number, y = 0) => asScore(probabilityOf(predictTaste(model, frame(x, y))))
  expect(at(0)).toBeGreaterThan(at(0.5))
  expect(at(0.5)).toBeGreaterThan(0.55)
  expect(at(3)).toBe(Math.round((1 - at(0)) * 10_000) / 10_000)
  expect(at(0, 50)).toBe(0.5)
  expect(predictTaste(model, frame(0)).confidence).toBeGreaterThan(predictTaste(model, frame(0.6)).confidence)
})

test('comparisons order pictures, ties hold them together, and only differences count', () => {
  const frames = [frame(0), frame(3), frame(6), frame(9, 0, 1)]
  const model = fitTaste(
    {
      frames,
      labels: [],
      comparisons: [
        { a: 0, b: 1, outcome: 1 },
        { a: 2, b: 1, outcome: 0 },
        { a: 2, b: 3, outcome: 0.5 },
      ],
    },
    settings,
  )
  const means = frames.map((one) => predictTaste(model, one).mean)
  expect(means[0]).toBeGreaterThan(means[1] ?? 0)
  expect(means[1]).toBeGreaterThan(means[2] ?? 0)
  const untied = predictTaste(fitTaste({ frames, labels: [], comparisons: [] }, settings), frame(9, 0, 1)).mean
  expect(means[3]).toBeLessThan(untied)
  expect(model.labelBias).toBe(0)
})

test('a weight of two equals the same judgement twice, and a weight of 0 none', () => {
  const frames = [frame(0), frame(0.4)]
  const once = fitTaste({ frames, labels: [{ frame: 0, good: false, weight: 2 }], comparisons: [] }, settings)
  const label = { frame: 0, good: false }
  const twice = fitTaste({ frames, labels: [label, label], comparisons: [] }, settings)
  expect(predictTaste(once, frame(0.2)).mean).toBeCloseTo(predictTaste(twice, frame(0.2)).mean, 6)
  expect(predictTaste(once, frame(0.2)).variance).toBeCloseTo(predictTaste(twice, frame(0.2)).variance, 6)
  const silent = fitTaste({ frames, labels: [{ ...label, weight: 0 }], comparisons: [] }, settings)
  expect(predictTaste(silent, frame(0)).learnedPart).toBe(0)
})

test('an owner who contradicts the prior reverses it where nothing else is known', () => {
  const frames = [frame(0, 0, 2), frame(3, 0, -2), frame(6, 0, 2), frame(9, 0, -2)]
  const labels = frames.map(({ priorMean }, i) => ({ frame: i, good: priorMean < 0 }))
  const elsewhere = frame(0, 99, 2)
  const stubborn = predictTaste(fitTaste({ frames, labels, comparisons: [] }, settings), elsewhere)
  const open = predictTaste(
    fitTaste({ frames, labels, comparisons: [] }, { ...settings, agreement: [{ weight: 1, mean: 1, variance: 0.5 }] }),
    elsewhere,
  )
  expect(stubborn.mean).toBeCloseTo(2, 6)
  expect(open.mean).toBeLessThan(0.5)
})

test('the directions of shared taste carry a judgement beyond its neighbourhood', () => {
  const along = (x: number, d: number): TasteFrame => ({
    coordinates: { axes: Float32Array.of(x), directions: Float32Array.of(d) },
    priorMean: 0,
  })
  const shared = { ...settings, kernel: { ...settings.kernel, sharedVariance: 1 } }
  const model = fitTaste({ frames: [along(0, 1)], labels: [{ frame: 0, good: true }], comparisons: [] }, shared)
  const base = predictTaste(model, along(99, 0)).mean
  expect(predictTaste(model, along(99, 1)).mean).toBeGreaterThan(base)
  expect(predictTaste(model, along(99, -1)).mean).toBeLessThan(base)
})

test('the influences of the judged frames add up to what was learned from comparisons', () => {
  const frames = [frame(0), frame(0.5), frame(1)]
  const comparisons = [
    { a: 0, b: 1, outcome: 1 },
    { a: 1, b: 2, outcome: 1 },
  ]
  const taste = predictTaste(fitTaste({ frames, labels: [], comparisons }, settings), frame(0.2))
  expect(taste.nearest.map(({ frame: index }) => index)).toEqual([0, 2, 1])
  expect(taste.nearest.reduce((sum, { influence }) => sum + influence, 0)).toBeCloseTo(taste.learnedPart, 12)
  expect(taste.priorPart + taste.learnedPart).toBe(taste.mean)
})

test('a hundred contradictory judgements still give a finite answer, the same every time', () => {
  const frames = Array.from({ length: 20 }, (_, i) => frame(Math.sin(i), Math.cos(i * 7), Math.sin(i * 3)))
  const labels = Array.from({ length: 50 }, (_, i) => ({ frame: i % 20, good: i % 3 === 0, weight: 1 + (i % 5) * 20 }))
  const comparisons = Array.from({ length: 100 }, (_, i) => ({
    a: i % 20,
    b: (i * 7 + 1) % 20,
    outcome: (i % 3) / 2,
  })).filter(({ a, b }) => a !== b)
  const first = predictTaste(fitTaste({ frames, labels, comparisons }), frame(0.3, 0.1))
  const again = predictTaste(fitTaste({ frames, labels, comparisons }), frame(0.3, 0.1))
  expect(again).toEqual(first)
  expect(Number.isFinite(first.mean)).toBe(true)
  expect(first.confidence).toBeGreaterThan(0)
  expect(first.confidence).toBeLessThan(1)
})

test('a judgement of a missing frame or with an impossible outcome is refused', () => {
  const frames = [frame(0)]
  expect(() => fitTaste({ frames, labels: [{ frame: 1, good: true }], comparisons: [] })).toThrow('missing frame')
  expect(() => fitTaste({ frames, labels: [], comparisons: [{ a: 0, b: 0, outcome: 2 }] })).toThrow('outcome 2')
})

test('without a prior, coordinates are the direction of an embedding, and its length does not count', () => {
  expect([...unitCoordinates(Float32Array.of(3, 4)).axes]).toEqual([...Float32Array.of(0.6, 0.8)])
  expect([...unitCoordinates(Float32Array.of(0, 0)).axes]).toEqual([0, 0])
})

test('the picture-specific effect counts only for its own picture, and only once it was judged', () => {
  const particular = { ...settings, pictureVariance: 1.5 }
  const frames = [frame(0), frame(9)]
  const model = fitTaste({ frames, labels: [{ frame: 0, good: true }], comparisons: [] }, particular)
  const judged = predictTaste(model, frame(0))
  const chance = 1 / (1 + Math.exp(-judged.mean))
  expect(judged.mean / 4).toBeCloseTo(1 - chance, 6)
  expect(judged.variance).toBeCloseTo(1 / (1 / 4 + chance * (1 - chance)), 6)
  const { probability } = judged
  const slope = 1 / Math.sqrt(1 + (Math.PI * judged.variance) / 8)
  expect(judged.confidence).toBeCloseTo(1 - 2 * Math.sqrt(probability * (1 - probability) * (1 - slope)), 12)
  expect(judged.nearest[0]?.influence).toBeCloseTo(judged.mean * (3.5 / 4), 6)
  expect(predictTaste(model, frame(0.01)).mean).toBeCloseTo(judged.mean, 2)
  expect(predictTaste(model, frame(0.03)).mean).toBeCloseTo(judged.mean * (3.25 / 4), 2)
  expect(predictTaste(model, frame(0.05)).mean).toBeCloseTo(judged.mean * (2.5 / 4), 2)
  expect(predictTaste(model, frame(9)).variance).toBeCloseTo(2.5 - 0.5 ** 2 / (4 + 1 / (chance * (1 - chance))), 6)
})
