import type { SetThreshold } from '../../profile/schema.ts'
import { asScore } from '../score.ts'
import type { HeldOutLabels } from '../validation/held-out-labels.ts'
import type { Limits, Threshold } from './threshold-schema.ts'

export const defaultLimits: Limits = { pass: 0.5, fail: 0.35 }
/** With fewer good or fewer bad labels there is nothing to separate. */
export const labelsPerSideMin = 3
/** The share of good pictures that `fail` may reject. */
const goodRejectedShareMax = 0.1

/** The threshold of a dimension: the one that was set, else the one that the labels justify, else the default. */
export function thresholdOf(labels: HeldOutLabels, set?: SetThreshold): Threshold {
  const isLearned = hasEnoughLabels(labels.good.length, labels.bad.length)
  const own = isLearned ? learnLimits(labels) : defaultLimits
  const pass = set ? asScore(set.pass) : own.pass
  return {
    pass,
    fail: set?.fail === undefined ? Math.min(own.fail, pass) : asScore(set.fail),
    source: set ? 'set' : isLearned ? 'learned' : 'default',
    evidence: { good: passedOf(labels.good, pass), bad: passedOf(labels.bad, pass) },
  }
}

/** Whether a threshold can be learned from this many good and bad labels. */
export function hasEnoughLabels(good: number, bad: number): boolean {
  return good >= labelsPerSideMin && bad >= labelsPerSideMin
}

function passedOf(scores: readonly number[], pass: number) {
  return { total: scores.length, passed: scores.filter((score) => score >= pass).length }
}

function learnLimits(labels: HeldOutLabels): Limits {
  const pass = asScore(probability(bestSeparation(labels)))
  const good = labels.good.toSorted((a, b) => a - b)
  const lowestKept = good[Math.floor(good.length * goodRejectedShareMax)] as number
  return { pass, fail: Math.min(lowestKept, pass) }
}

/** The standard deviation, in log odds, by which a held-out score stands for scores like it. */
const smoothing = 0.8
/** The prior: this many imaginary labels on each side, spread around 0.5. They matter less the more labels there are. */
const imaginaryLabels = 2
const imaginaryDistance = 0.5
const imaginarySpread = 1

const logOddsMax = 4
const logOddsStep = 0.01

/**
 * The log odds that separate good from bad labels best: the maximum of (share of good ones above − share of bad ones
 * above). Each score counts as a distribution rather than a point, so that one more label moves the maximum little.
 */
function bestSeparation({ good, bad }: HeldOutLabels): number {
  const goodOdds = good.map(logOdds)
  const badOdds = bad.map(logOdds)
  let best = { at: 0, value: Number.NEGATIVE_INFINITY }
  for (let step = 0; step <= logOddsMax / logOddsStep; step++) {
    // From the middle outwards: of equals, the one nearest to 0.5 is taken.
    for (const at of step === 0 ? [0] : [step * logOddsStep, -step * logOddsStep]) {
      const value = shareAbove(goodOdds, imaginaryDistance, at) - shareAbove(badOdds, -imaginaryDistance, at)
      if (value > best.value + 1e-12) best = { at, value }
    }
  }
  return best.at
}

function shareAbove(odds: readonly number[], imaginary: number, at: number): number {
  const real = odds.reduce((sum, value) => sum + normal((value - at) / smoothing), 0)
  const assumed = imaginaryLabels * normal((imaginary - at) / imaginarySpread)
  return (real + assumed) / (odds.length + imaginaryLabels)
}

/** The logistic approximation of the normal distribution function. */
function normal(z: number): number {
  return 1 / (1 + Math.exp(-1.702 * z))
}

function probability(logOdds: number): number {
  return 1 / (1 + Math.exp(-logOdds))
}

function logOdds(score: number): number {
  const inside = Math.min(1 - 1e-4, Math.max(1e-4, score))
  return Math.log(inside / (1 - inside))
}
