import { expect, test } from 'vitest'
import { fitTaste, tasteSettingsWithoutCrowd } from '../gaussian-process/preference.ts'
import { agreementOf } from './agreement.ts'

const frames = Array.from({ length: 60 }, (_, i) => ({
  coordinates: { axes: Float32Array.of(9 * i), directions: new Float32Array(0) },
  priorMean: i % 2 === 0 ? 2 : -2,
}))

const labelledBy = (isGood: (priorMean: number, i: number) => boolean) => ({
  frames,
  labels: frames.map(({ priorMean }, i) => ({ frame: i, good: isGood(priorMean, i) })),
  comparisons: [],
})

test.each([
  ['agree', (mean: number) => mean > 0, 'You and people in general: you mostly agree'],
  ['own_way', (_: number, i: number) => i % 4 < 2, 'You and people in general: you go your own way'],
  ['opposite', (mean: number) => mean < 0, 'You and people in general: you mostly prefer the opposite'],
] as const)('an owner of the kind %s is told so', (stance, isGood, statement) => {
  const report = agreementOf(fitTaste(labelledBy(isGood)))
  expect(report).toEqual({ factor: expect.any(Number), stance, statement })
  const expected = { agree: 1, own_way: 0, opposite: -1 }[stance]
  expect(Math.abs((report?.factor ?? 9) - expected)).toBeLessThan(0.5)
})

test('if no kind is probable enough, it is too early to tell', () => {
  const few = fitTaste({ frames, labels: [0].map((i) => ({ frame: i, good: false })), comparisons: [] })
  expect(agreementOf(few)).toMatchObject({
    stance: 'unclear',
    statement: 'You and people in general: it is too early to tell',
  })
})

test('nothing is said without judgements, or without a crowd', () => {
  expect(agreementOf(fitTaste({ frames, labels: [], comparisons: [] }))).toBeNull()
  expect(
    agreementOf(
      fitTaste(
        labelledBy((mean) => mean > 0),
        tasteSettingsWithoutCrowd,
      ),
    ),
  ).toBeNull()
})
