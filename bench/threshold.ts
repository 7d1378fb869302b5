/**
 * Measures how well learned thresholds separate a person's other labels, compared with a threshold of 0.5.
 *
 *   npm run bench:threshold -- --data DIR [--every N]
 *
 * DIR contains oasis/ and calista/. A rater of OASIS labels 10, 20 or 40 photographs, and all others are the test. The
 * measure is the mean of the share of good ones that pass and the share of bad ones that do not. --every N takes every
 * Nth rater.
 */
import { tasteSettings } from '@palate/core/taste/gaussian-process/preference.ts'
import { asScore } from '@palate/core/taste/score.ts'
import { type HeldOutLabels, heldOutLabelsOf } from '@palate/core/taste/validation/held-out-labels.ts'
import { defaultLimits, thresholdOf } from '@palate/core/taste/verdict/threshold.ts'
import type { Rater } from '../fitting/prior/judgements.ts'
import { printFigures } from './harness/report.ts'
import { frameOf, modelOf, type PictureFeatures } from './taste/methods.ts'
import { isGoodBy, seeded, shuffled, type Task } from './taste/protocol.ts'
import { readRaterOptions } from './taste/rater-options.ts'
import { meanAndError } from './taste/report.ts'

const labelCounts = [10, 20, 40]
const { crowd, photographs, every } = await readRaterOptions()

type Labels = Task['labels']
type IsGood = (rating: number) => boolean

/** How a rater turns ratings from 1 to 7 into labels. */
const owners: Readonly<Record<string, (ratings: readonly number[]) => IsGood>> = {
  'half of the pictures are good': isGoodBy,
  'ratings from 5 on are good': () => (rating) => rating >= 5,
  'generous: 70 % are good': (ratings) => above(ratings, 0.3),
  'strict: 30 % are good': (ratings) => above(ratings, 0.7),
}

for (const [owner, isGoodOf] of Object.entries(owners)) {
  const columns = labelCounts.map((count) =>
    crowd.raters
      .filter((_, rater) => rater % every === 0)
      .flatMap((rater, i) => sittingOf(rater, isGoodOf(rater.ratings), count, i * every) ?? []),
  )
  const row = (figure: (sitting: Sitting) => number) =>
    columns.map((sittings) => meanAndError(sittings.map(figure)).text)
  printFigures(
    owner,
    labelCounts.map((count) => `${count} labels`),
    [
      ['0.5', ...row(({ byDefault }) => byDefault)],
      ['the threshold', ...row(({ learned }) => learned)],
      ['moved by one more label', ...row(({ movement }) => movement)],
      ['raters with a learned threshold', ...columns.map(shareLearned)],
    ],
  )
}

interface Sitting {
  /** Separation of the test pictures with 0.5, and with the threshold. */
  readonly byDefault: number
  readonly learned: number
  readonly movement: number
  readonly isLearned: boolean
}

/** Undefined if the test pictures are all good or all bad. */
function sittingOf({ pictures, ratings }: Rater, isGood: IsGood, count: number, seed: number): Sitting | undefined {
  const labels = shuffled(pictures.length, seeded(seed)).map((i) => ({
    picture: pictures[i] as number,
    good: isGood(ratings[i] as number),
  }))
  const { pass, source } = thresholdAfter(labels.slice(0, count))
  const test = scoresOf(labels.slice(0, count), labels.slice(count))
  if (test.good.length === 0 || test.bad.length === 0) return undefined
  return {
    byDefault: separation(test, defaultLimits.pass),
    learned: separation(test, pass),
    movement: Math.abs(thresholdAfter(labels.slice(0, count + 1)).pass - pass),
    isLearned: source === 'learned',
  }
}

function thresholdAfter(labels: Labels) {
  const judgements = {
    frames: labels.map(({ picture }) => frameOf(photographs[picture] as PictureFeatures, 1)),
    labels: labels.map(({ good }, frame) => ({ frame, good })),
    comparisons: [],
  }
  const learner = { judgementsOf: () => judgements, settingsOf: () => tasteSettings, framesAfter: () => undefined }
  const sent = labels.map(({ good }, picture) => ({ picture, good, weight: 1, elementId: `e${picture}` }))
  const input = { dimension: 'aesthetics', pictures: [], labels: sent, comparisons: [], wishes: [] }
  return thresholdOf(heldOutLabelsOf(learner, input))
}

function scoresOf(training: Labels, test: Labels): HeldOutLabels {
  const featuresOf = (picture: number) => photographs[picture] as PictureFeatures
  const model = modelOf({ labels: training, comparisons: [], testPairs: [] }, featuresOf)
  const scores = (wanted: boolean) =>
    test
      .filter(({ good }) => good === wanted)
      .map(({ picture }) => asScore(model.predict(featuresOf(picture)).probability))
  return { good: scores(true), bad: scores(false) }
}

function separation({ good, bad }: HeldOutLabels, pass: number): number {
  const share = (scores: readonly number[]) => scores.filter((score) => score >= pass).length / scores.length
  return (share(good) + 1 - share(bad)) / 2
}

function above(ratings: readonly number[], share: number): IsGood {
  const limit = [...ratings].sort((a, b) => a - b)[Math.floor(ratings.length * share)] as number
  return (rating) => rating > limit
}

function shareLearned(sittings: readonly Sitting[]): string {
  return `${sittings.filter(({ isLearned }) => isLearned).length} of ${sittings.length}`
}
