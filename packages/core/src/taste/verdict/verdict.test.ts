import { expect, test } from 'vitest'
import type { TriedChange } from '../advice/advice.ts'
import { attributes, type Measured } from '../attributes.ts'
import { understand } from '../constraints.ts'
import type { Explanation } from '../model/explain.ts'
import type { Problem } from '../novelty/problem.ts'
import { calibrate } from './certainty.ts'
import { draftVerdict, type Surroundings } from './verdict.ts'

const { wishes } = understand({ answer: 'dark and quiet' })
const bright = Object.fromEntries(attributes.map(({ name }) => [name, name === 'brightness' ? 0.95 : 0.5])) as Measured
const constraints = wishes.map(({ attribute, phrase }) => ({
  ...{ attribute, phrase, measured: bright[attribute], contribution: -1 },
}))
const details = { prior: { constraints }, utility: -2, deviation: 0.1, learned: { nearest: [] } }

const familiar: Surroundings = { novelty: 0.5, isLikeGood: false }

function verdictAfter(tried: readonly TriedChange[], probability = 0.1, around = familiar, problem?: Problem) {
  const explanation = { probability, details } as unknown as Explanation
  const limits = { pass: 0.5, fail: 0.3 }
  const basis = { tendencies: [], rejected: [], calibration: calibrate({ good: [], bad: [] }, limits.pass) }
  return draftVerdict(basis, limits, wishes, explanation, bright, around).verdictAfter({ tried, problem })
}

/** Shows that it matters in which direction the picture changes. */
const opposites: readonly TriedChange[] = (['lighter', 'purer'] as const).map((change) => ({
  ...{ change, amount: 0.5, gain: -0.1, chance: 0.1 },
}))

test('a suggestion is a change that raised the score of a copy, with its gain', () => {
  const verdict = verdictAfter([
    { change: 'darker', amount: 0.5, gain: 0.1, chance: 0.9 },
    { change: 'darker', amount: 1, gain: 0.21234, chance: 0.9 },
    { change: 'muted', amount: 0.5, gain: 0.0444, chance: 0.8 },
    { change: 'warmer', amount: 0.5, gain: -0.1, chance: 0.2 },
    ...opposites,
  ])
  expect(verdict.suggestions).toEqual(['Use less light (about +0.2)', 'Mute the colours (about +0.04)'])
  expect(verdict.changes).toEqual([
    { change: 'darker', amount: 1, gain: 0.2123 },
    { change: 'muted', amount: 0.5, gain: 0.0444 },
  ])
})

test('a gain within the uncertainty is not suggested, nor a small one, nor one that adds to a difference', () => {
  const changesAfter = (one: TriedChange) => verdictAfter([one, ...opposites]).changes
  expect(changesAfter({ change: 'darker', amount: 0.5, gain: 0.3, chance: 0.65 })).toHaveLength(1)
  expect(changesAfter({ change: 'darker', amount: 0.5, gain: 0.3, chance: 0.55 })).toEqual([])
  expect(changesAfter({ change: 'darker', amount: 0.5, gain: 0.019, chance: 0.99 })).toEqual([])
  expect(verdictAfter([]).differences.some((one) => one.startsWith('It is brighter'))).toBe(true)
  const turned: TriedChange = { change: 'darker', amount: 0.5, gain: -0.3, chance: 0.01 }
  expect(verdictAfter([{ change: 'lighter', amount: 0.5, gain: 0.3, chance: 0.99 }, turned]).changes).toEqual([])
})

test('a picture that passes needs no suggestions', () => {
  expect(verdictAfter([{ change: 'darker', amount: 0.5, gain: 0.3, chance: 0.9 }], 0.9).suggestions).toEqual([])
})

test('a picture that is unlike anything judged is not accepted, and nothing is sure about it', () => {
  const verdict = verdictAfter([], 0.9, { novelty: 0.95, isLikeGood: false })
  expect(verdict).toMatchObject({ decision: 'revise', novelty: 0.95, certainty: 0.5, unsure: true })
  expect(verdict.differences[0]).toBe('It is unlike anything you have judged.')
  expect(verdictAfter([], 0.9, { novelty: 0.9499, isLikeGood: false }).decision).toBe('pass')
  expect(verdictAfter([], 0.1, { novelty: 0.99, isLikeGood: false }).decision).toBe('fail')
})

test('a picture with a problem is not accepted, and no change helps it, unless good exemplars are like it', () => {
  const darker = { change: 'darker', amount: 0.5, gain: 0.3, chance: 0.9 } as const
  const broken = verdictAfter([darker], 0.9, familiar, 'error_page')
  expect(broken).toMatchObject({ decision: 'revise', problem: 'error_page', unsure: false, changes: [] })
  expect(broken.differences[0]).toBe('It looks like an error page.')
  expect(verdictAfter([darker], 0.1, familiar, 'blank')).toMatchObject({ decision: 'fail', changes: [] })
  const liked = verdictAfter([], 0.9, { novelty: 0.5, isLikeGood: true }, 'blank')
  expect(liked).toMatchObject({ decision: 'pass', problem: 'blank' })
})

test('certainty grows with the distance to the threshold, and unsure is below 0.75', () => {
  const certainties = [0.01, 0.3, 0.499, 0.5, 0.7, 0.99].map((probability) => verdictAfter([], probability))
  expect(certainties.map(({ unsure }) => unsure)).toEqual([false, true, true, true, true, false])
  for (const { certainty, unsure } of certainties) {
    expect(certainty).toBeGreaterThanOrEqual(0.5)
    expect(unsure).toBe(certainty < 0.75)
  }
})
