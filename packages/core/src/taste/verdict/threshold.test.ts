import fc from 'fast-check'
import { expect, test } from 'vitest'
import { defaultLimits, labelsPerSideMin, thresholdOf } from './threshold.ts'

const score = fc.integer({ min: 0, max: 10_000 }).map((value) => value / 10_000)
const side = fc.array(score, { maxLength: 30 })

const none = { total: 0, passed: 0 }

test('without labels, the default threshold applies', () => {
  expect(thresholdOf({ good: [], bad: [] })).toEqual({
    ...defaultLimits,
    source: 'default',
    evidence: { good: none, bad: none },
  })
})

test('with fewer than three labels on a side, the default threshold applies, and the labels are still counted', () => {
  const good = [0.2, 0.6, 0.7, 0.9]
  const bad = Array.from({ length: labelsPerSideMin - 1 }, () => 0.3)
  expect(thresholdOf({ good, bad })).toEqual({
    ...defaultLimits,
    source: 'default',
    evidence: { good: { total: 4, passed: 3 }, bad: { total: 2, passed: 0 } },
  })
})

test('a learned threshold separates good from bad labels that differ clearly', () => {
  const threshold = thresholdOf({ good: [0.85, 0.9, 0.92, 0.95], bad: [0.6, 0.62, 0.65, 0.68] })
  expect(threshold).toEqual({
    pass: 0.6801,
    fail: 0.6301,
    source: 'learned',
    evidence: { good: { total: 4, passed: 4 }, bad: { total: 4, passed: 0 } },
  })
  expect(thresholdOf({ good: [0.3, 0.4, 0.45], bad: [0.1, 0.12, 0.2] })).toMatchObject({ pass: 0.3, fail: 0.2001 })
  expect(thresholdOf({ good: [0.6, 0.7, 0.8], bad: [0.1, 0.2, 0.3] })).toMatchObject({ pass: 0.5, fail: 0.3001 })
})

test('a single label that could be chance does not move the threshold from 0.5', () => {
  const good = [0.45, 0.6, 0.65, 0.7]
  const bad = [0.2, 0.3, 0.35, 0.52]
  expect(thresholdOf({ good, bad }).pass).toBe(0.5)
  const twenty = (side: readonly number[]) => [1, 2, 3, 4, 5].flatMap((i) => side.map((score) => score + i / 1000))
  expect(thresholdOf({ good: twenty(good), bad: twenty(bad) }).pass).toBe(0.5241)
})

test('`fail` rejects at most one in ten good labels', () => {
  const bad = [0.1, 0.15, 0.2, 0.25]
  const good = [0.05, 0.3, 0.6, 0.62, 0.65, 0.7, 0.75, 0.8, 0.85, 0.9]
  expect(thresholdOf({ good, bad }).fail).toBe(0.2501)
  expect(thresholdOf({ good: good.slice(1), bad }).fail).toBe(0.25)
})

test('labels that the model does not tell apart have no threshold of their own', () => {
  const alike = [0.3, 0.4, 0.5, 0.6, 0.7]
  const evidence = { good: { total: 5, passed: 3 }, bad: { total: 5, passed: 3 } }
  expect(thresholdOf({ good: alike, bad: alike })).toEqual({ ...defaultLimits, source: 'default', evidence })
  expect(thresholdOf({ good: [0.1, 0.2, 0.3], bad: [0.6, 0.7, 0.8] }).source).toBe('default')
  expect(thresholdOf({ good: [0.5, 0.6, 0.8], bad: [0.1, 0.2, 0.55] }).source).toBe('default')
  expect(thresholdOf({ good: [0.5, 0.6, 0.8], bad: [0.1, 0.2, 0.45] }).source).toBe('learned')
})

test('between `fail` and `pass` there is room for a picture that needs work', () => {
  fc.assert(
    fc.property(side, side, (good, bad) => {
      const { pass, fail, source } = thresholdOf({ good, bad })
      if (source === 'learned') expect(pass - fail).toBeGreaterThanOrEqual(Math.min(0.05, pass) - 1e-9)
    }),
  )
})

test('a threshold that was set counts, with the evidence for it', () => {
  const labels = { good: [0.7, 0.8, 0.9], bad: [0.1, 0.2, 0.85] }
  const evidence = { good: { total: 3, passed: 2 }, bad: { total: 3, passed: 1 } }
  expect(thresholdOf(labels, { pass: 0.75, fail: 0.4 })).toEqual({ pass: 0.75, fail: 0.4, source: 'set', evidence })
  expect(thresholdOf({ good: [], bad: [] }, { pass: 0.2 })).toMatchObject({ pass: 0.2, fail: 0.2, source: 'set' })
  expect(thresholdOf({ good: [], bad: [] }, { pass: 0.9 })).toMatchObject({ pass: 0.9, fail: 0.35, source: 'set' })
})

test('0 ≤ fail ≤ pass ≤ 1, with four decimals, whatever the labels are', () => {
  fc.assert(
    fc.property(side, side, (good, bad) => {
      const { pass, fail, source, evidence } = thresholdOf({ good, bad })
      expect(0 <= fail && fail <= pass && pass <= 1).toBe(true)
      expect([pass, fail]).toEqual([pass, fail].map((value) => Math.round(value * 1e4) / 1e4))
      const falling = good.filter((value) => value < fail).length
      if (source === 'learned') {
        expect(falling).toBeLessThanOrEqual(good.length / 10)
      }
      expect(evidence.good.passed).toBe(good.filter((value) => value >= pass).length)
    }),
  )
})

test('no threshold separates the labels better by more than one of them', () => {
  const separation = (good: readonly number[], bad: readonly number[], pass: number) =>
    good.filter((value) => value >= pass).length / good.length -
    bad.filter((value) => value >= pass).length / bad.length
  const enough = fc.array(score, { minLength: labelsPerSideMin, maxLength: 30 })
  fc.assert(
    fc.property(enough, enough, score, (good, bad, other) => {
      const { pass, source } = thresholdOf({ good, bad })
      fc.pre(source === 'learned')
      const lost = separation(good, bad, other) - separation(good, bad, pass)
      expect(lost).toBeLessThanOrEqual(1 / Math.min(good.length, bad.length) + 1e-9)
    }),
  )
})

test('the order of the labels does not matter', () => {
  fc.assert(
    fc.property(side, side, (good, bad) => {
      expect(thresholdOf({ good: good.toReversed(), bad: bad.toReversed() })).toEqual(thresholdOf({ good, bad }))
    }),
  )
})
