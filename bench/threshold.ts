/**
 * Measures how well learned thresholds separate a person's other labels, compared with a threshold of 0.5.
 *
 *   npm run bench:threshold -- --data DIR [--every N]
 *
 * DIR contains oasis/ and calista/. A rater of OASIS labels 10, 20 or 40 photographs, and all others are the test. The
 * measure is the mean of the share of good ones that pass and the share of bad ones that do not. A decision is right if
 * it passes a good one or refuses a bad one; certainties are calibrated if their mean is the share of those that are right.
 * --every N takes every Nth rater.
 */
import { tasteSettings } from '@palate/core/taste/gaussian-process/preference.ts'
import { asScore } from '@palate/core/taste/score.ts'
import { type HeldOutLabels, heldOutLabelsOf } from '@palate/core/taste/validation/held-out-labels.ts'
import { calibrate, chanceOfGood, sureFrom } from '@palate/core/taste/verdict/certainty.ts'
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
      ...certaintyRows(columns.map((sittings) => sittings.flatMap(({ decisions }) => decisions))),
    ],
  )
}

interface Decision {
  readonly certainty: number
  readonly isRight: boolean
}

interface Sitting {
  readonly decisions: readonly Decision[]
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
  const { pass, source, heldOut } = thresholdAfter(labels.slice(0, count))
  const test = scoresOf(labels.slice(0, count), labels.slice(count))
  if (test.good.length === 0 || test.bad.length === 0) return undefined
  const calibration = calibrate(heldOut, pass)
  const decisionsOn = (side: 'good' | 'bad') =>
    test[side].map((score) => {
      const chance = chanceOfGood(calibration, score, pass)
      const passes = score >= pass
      return { certainty: Math.max(0.5, passes ? chance : 1 - chance), isRight: passes === (side === 'good') }
    })
  return {
    decisions: [...decisionsOn('good'), ...decisionsOn('bad')],
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
  const heldOut = heldOutLabelsOf(learner, input)
  return { ...thresholdOf(heldOut), heldOut }
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

/** What certainties say, and what is true, of the decisions in each column. */
function certaintyRows(columns: readonly (readonly Decision[])[]): string[][] {
  const row = (what: string, figure: (decisions: readonly Decision[]) => number) => [
    what,
    ...columns.map((decisions) => figure(decisions).toFixed(3)),
  ]
  const right = (decisions: readonly Decision[]) => meanOf(decisions.map(({ isRight }) => Number(isRight)))
  const isSure = ({ certainty }: Decision) => certainty >= sureFrom
  return [
    row('decisions that are right', right),
    row('mean certainty', (decisions) => meanOf(decisions.map(({ certainty }) => certainty))),
    row('unsure decisions', (decisions) => meanOf(decisions.map((one) => Number(!isSure(one))))),
    row('sure decisions that are right', (decisions) => right(decisions.filter(isSure))),
    row('unsure decisions that are right', (decisions) => right(decisions.filter((one) => !isSure(one)))),
  ]
}

function meanOf(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length
}
