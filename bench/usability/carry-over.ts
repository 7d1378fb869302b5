import type { FitInput, PictureFeatures } from '@palate/core/taste/model/fit-input.ts'
import type { Learner } from '@palate/core/taste/model/learn.ts'
import type { KnobName } from '../../demo/interfaces/knobs.ts'
import { createRandom, type Random } from '../../demo/random.ts'
import type { MockUp } from '../../fitting/interfaces/mock-ups.ts'

/**
 * A screen is judged by the mean of these knobs: good above the upper bound, bad below the lower one, and not judged in
 * between.
 */
export interface Cause {
  readonly knobs: readonly KnobName[]
  readonly badBelow: number
  readonly goodAbove: number
}

const draws = 20

/** Mean AUC over draws on the other screens, taught with equally many good and bad labels. */
export function carryOver(
  learner: Learner,
  screens: readonly MockUp[],
  labels: number,
  { knobs, badBelow, goodAbove }: Cause,
): number {
  const at = (screen: MockUp) => knobs.reduce((sum, knob) => sum + screen.interface.knobs[knob], 0) / knobs.length
  const good = screens.filter((screen) => at(screen) > goodAbove)
  const bad = screens.filter((screen) => at(screen) < badBelow)
  let sum = 0
  for (let draw = 0; draw < draws; draw++) {
    const random = createRandom(draw)
    const [taughtGood, otherGood] = split(good, labels / 2, random)
    const [taughtBad, otherBad] = split(bad, labels / 2, random)
    const model = learner.learn(inputOf(taughtGood, taughtBad))
    const score = (screen: PictureFeatures) => learner.predict(model, screen)
    sum += areaUnderCurve(otherGood.map(score), otherBad.map(score))
  }
  return sum / draws
}

function split<T>(list: readonly T[], count: number, random: Random): [readonly T[], readonly T[]] {
  const shuffled = list
    .map((value) => ({ value, order: random() }))
    .sort((a, b) => a.order - b.order)
    .map(({ value }) => value)
  return [shuffled.slice(0, count), shuffled.slice(count)]
}

function inputOf(good: readonly MockUp[], bad: readonly MockUp[]): FitInput {
  const pictures = [...good, ...bad]
  const labels = pictures.map((_, picture) => ({
    picture,
    good: picture < good.length,
    weight: 1,
    elementId: `label ${picture}`,
  }))
  return { dimension: 'usability', pictures, labels, comparisons: [], wishes: [] }
}

/** The share of pairs of a good and a bad screen in which the good one has the higher score. */
function areaUnderCurve(good: readonly number[], bad: readonly number[]): number {
  let right = 0
  for (const high of good) for (const low of bad) right += high > low ? 1 : high === low ? 0.5 : 0
  return right / (good.length * bad.length)
}
