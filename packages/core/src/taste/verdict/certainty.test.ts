import { expect, test } from 'vitest'
import { seededRandom } from '../../generic/seeded-random.ts'
import { calibrate, chanceOfGood } from './certainty.ts'

test('without labels a score is the probability itself, and at the threshold both are likely', () => {
  const calibration = calibrate({ good: [], bad: [] }, 0.5)
  expect(calibration).toEqual({ slope: 1, offset: 0 })
  expect(chanceOfGood(calibration, 0.8, 0.5)).toBeCloseTo(0.8)
  expect(chanceOfGood(calibration, 0.3, 0.3)).toBe(0.5)
})

test.each([0.3, 1, 2.5])(
  'labels show how much a score says: of those with a chance, so many are good (slope %f)',
  (slope) => {
    const random = seededRandom(3)
    const sample = (count: number) =>
      Array.from({ length: count }, () => {
        const score = 0.02 + 0.96 * random()
        const good = random() < 1 / (1 + Math.exp(-slope * Math.log(score / (1 - score))))
        return { score, good }
      })
    const known = sample(400)
    const scoresOf = (wanted: boolean) => known.flatMap(({ score, good }) => (good === wanted ? [score] : []))
    const calibration = calibrate({ good: scoresOf(true), bad: scoresOf(false) }, 0.5)
    const tested = sample(20_000).map(({ score, good }) => ({ good, chance: chanceOfGood(calibration, score, 0.5) }))
    for (const low of [0.3, 0.5, 0.7]) {
      const within = tested.filter(({ chance }) => chance >= low && chance < low + 0.1)
      if (within.length < 500) continue
      expect(Math.abs(within.filter(({ good }) => good).length / within.length - low - 0.05)).toBeLessThan(0.1)
    }
  },
)

test('labels that contradict the scores make them say less, never the opposite', () => {
  const calibration = calibrate({ good: Array(30).fill(0.1), bad: Array(30).fill(0.9) }, 0.5)
  expect(calibration.slope).toBe(0)
  expect(chanceOfGood(calibration, 0.9, 0.5)).toBeCloseTo(0.5, 1)
})
