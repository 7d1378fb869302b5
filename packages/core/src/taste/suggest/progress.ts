import { fullModelMin, judgementsPerModelMax } from '../judgements/example-limit.ts'
import type { JudgedThings } from '../judgements/judged-things.ts'
import type { NamedExamples } from '../judgements/training-examples.ts'
import type { Validation } from '../validation/validate.ts'

/** How much teaching remains. */
export interface Progress {
  /** Whether more judgements would help little. */
  readonly enough: boolean
  /** Approximate number of judgements that would still help; 0 if it is enough. */
  readonly remaining: number
}

/** With fewer judgements it is never enough. */
export const enoughMin = 20
/** Ten more judgements help if they raise the accuracy by at least this. */
export const gainOfTenMin = 0.005
/** Accuracy approaches its limit as slope/√n with n judgements. This is the expected slope before any judgement. */
const expectedSlope = 0.7
const slopeDeviation = 0.3
const slopeMin = 0.05
/** The learning curve changes little with each judgement, so it is measured only after this many of a kind. */
const judgementsPerStep = 5
/** With this many of a kind the steps double, and again whenever these do. */
const doublingAt = 100

/** The examples whose validation shows the progress: without the newest, so that consecutive states share them. */
export function curveExamples({ labels, comparisons, constraints }: NamedExamples): NamedExamples {
  return { labels: wholeSteps(labels), comparisons: wholeSteps(comparisons), constraints }
}

/**
 * Extrapolates the learning curve of a dimension's cross-validated accuracy as c − slope/√n, and finds the n from which
 * ten more judgements gain less than `gainOfTenMin`. A short curve is noisy, so the slope is shrunk towards the
 * expected one. Past the limit of a model, it forgets as much as it learns. `validation` is that of `curveExamples`.
 */
export function progressOf({ heldOut, learningCurve }: Validation, judged: JudgedThings): Progress {
  const judgements = judgementsIn(judged)
  const slope = slopeOf([...learningCurve, ...(heldOut ? [heldOut] : [])], judgements)
  // The slope of the curve at n is slope/2·n^(−3/2).
  const goal = Math.ceil((slope / 2 / (gainOfTenMin / 10)) ** (2 / 3))
  const remaining = Math.max(Math.min(Math.max(goal, enoughMin), judgementsPerModelMax) - judgements, 0)
  return { enough: remaining === 0, remaining }
}

/** Whether a model cannot learn from more judgements, so that it is enough whatever the curve says. */
export function isAtLimit(judged: JudgedThings): boolean {
  return judgementsIn(judged) >= fullModelMin
}

function judgementsIn({ labels, comparisons }: JudgedThings): number {
  return labels.good + labels.bad + comparisons
}

function wholeSteps<Item>(items: readonly Item[]): readonly Item[] {
  const doublings = Math.max(0, 1 + Math.floor(Math.log2(items.length / doublingAt)))
  return items.slice(0, items.length - (items.length % (judgementsPerStep * 2 ** doublings)))
}

/** The posterior mean of the slope: least squares, with the expected slope as the prior. */
function slopeOf(points: readonly { readonly judgements: number; readonly correct: number }[], count: number): number {
  if (points.length < 2) return expectedSlope
  const xs = points.map(({ judgements }) => -1 / Math.sqrt(Math.max(judgements, 1)))
  const [meanX, meanY] = [mean(xs), mean(points.map(({ correct }) => correct))]
  const spread = xs.reduce((sum, x) => sum + (x - meanX) ** 2, 0)
  if (spread === 0) return expectedSlope
  const measured =
    points.reduce((sum, { correct }, i) => sum + ((xs[i] as number) - meanX) * (correct - meanY), 0) / spread
  // Each accuracy is a share of `count` judgements.
  const variance = (meanY * (1 - meanY)) / Math.max(count, 1) / spread
  const trust = slopeDeviation ** 2 / (slopeDeviation ** 2 + variance)
  return Math.max(expectedSlope + trust * (measured - expectedSlope), slopeMin)
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length
}
