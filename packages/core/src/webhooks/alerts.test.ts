import fc from 'fast-check'
import { expect, test } from 'vitest'
import { evaluateAlert, initialAlertState, isPoorBatch } from './alerts.ts'

const rule = { below: 0.5, over: 3 }

test('a rule does not fire before it has seen as many frames as its window holds', () => {
  expect(evaluateAlert(rule, initialAlertState, [0.1, 0.1]).firedAt).toEqual([])
  expect(evaluateAlert(rule, initialAlertState, [0.1, 0.1, 0.1]).firedAt).toEqual([0.1])
})

test('it fires once until it has recovered, and then again', () => {
  const { firedAt, state } = evaluateAlert(rule, initialAlertState, [0.1, 0.1, 0.1, 0.2, 0.9, 0.9, 0.9, 0, 0])
  expect(firedAt).toEqual([0.1, 0.3])
  expect(state).toEqual({ latest: [0.9, 0, 0], isFiring: true })
})

test('a mean equal to the threshold is not below it', () => {
  expect(evaluateAlert({ below: 0.3, over: 3 }, initialAlertState, [0.1, 0.2, 0.6]).firedAt).toEqual([])
})

const score = fc.integer({ min: 0, max: 10_000 }).map((n) => n / 10_000)

test('it fires when the mean of its window falls below the threshold, however the scores are split up', () => {
  const pieces = fc.array(fc.array(score, { maxLength: 20 }), { maxLength: 10 })
  const over = fc.integer({ min: 1, max: 12 })
  fc.assert(
    fc.property(pieces, over, score, (samples, over, below) => {
      const scores = samples.flat()
      const means = scores.flatMap((_, i) => (i + 1 < over ? [] : meanOf(scores.slice(i + 1 - over, i + 1))))
      const expected = means.filter((mean, i) => mean < below && (i === 0 || (means[i - 1] ?? 0) >= below))
      let state = initialAlertState
      const firedAt = samples.flatMap((piece) => {
        const shown = evaluateAlert({ below, over }, state, piece)
        state = shown.state
        return shown.firedAt
      })
      expect(firedAt).toEqual(expected)
      expect(state).toEqual({ latest: scores.slice(-over), isFiring: (means.at(-1) ?? 1) < below })
    }),
  )
})

/** In ten-thousandths, whose integer sums are exact. */
function meanOf(scores: readonly number[]): number {
  return Math.round(scores.reduce((sum, one) => sum + Math.round(one * 1e4), 0) / scores.length) / 1e4
}

test('scores give the same result at once or one by one', () => {
  fc.assert(
    fc.property(fc.array(score, { maxLength: 30 }), fc.integer({ min: 1, max: 5 }), (scores, over) => {
      const atOnce = evaluateAlert({ below: 0.5, over }, initialAlertState, scores)
      let state = initialAlertState
      const firedAt = scores.flatMap((one) => {
        const shown = evaluateAlert({ below: 0.5, over }, state, [one])
        state = shown.state
        return shown.firedAt
      })
      expect({ state, firedAt }).toEqual(atOnce)
    }),
  )
})

test('a batch is poor when more than 5 % of it failed', () => {
  expect(isPoorBatch({ total: 100, failed: 5 })).toBe(false)
  expect(isPoorBatch({ total: 100, failed: 6 })).toBe(true)
  expect(isPoorBatch({ total: 0, failed: 0 })).toBe(false)
})
