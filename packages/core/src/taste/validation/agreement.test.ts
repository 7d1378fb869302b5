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
  ['agree', (mean: number) => mean > 0, 'You mostly agree with people in general'],
  ['own_way', (_: number, i: number) => i % 4 < 2, 'Your taste is independent of people in general'],
  ['opposite', (mean: number) => mean < 0, 'You mostly prefer the opposite of what people in general like'],
] as const)('the stance of an owner of the kind %s is reported', (stance, isGood, statement) => {
  const report = agreementOf(fitTaste(labelledBy(isGood)))
  expect(report).toEqual({ factor: expect.any(Number), stance, statement })
  const expected = { agree: 1, own_way: 0, opposite: -1 }[stance]
  expect(Math.abs((report?.factor ?? 9) - expected)).toBeLessThan(0.5)
})

test('if no kind is probable enough, it is too early to tell', () => {
  const few = fitTaste({ frames, labels: [0, 2, 5].map((i) => ({ frame: i, good: i > 2 })), comparisons: [] })
  expect(agreementOf(few)).toMatchObject({
    stance: 'unclear',
    statement: 'It is too early to tell how far you agree with people in general',
  })
})

test('there is no stance without judgements or without a crowd', () => {
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
