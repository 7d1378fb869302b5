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
  const pass = bestSeparation(labels)
  const good = labels.good.toSorted((a, b) => a - b)
  const lowestKept = good[Math.floor(good.length * goodRejectedShareMax)] as number
  return { pass, fail: Math.min(lowestKept, pass) }
}

/** Scores have four decimals. */
const scoreStep = 1e-4
const rounding = 1e-9

/**
 * Of the scores that separate good from bad labels best, the one nearest to the default. Scores that do worse by only
 * one label count as well: the fewer labels there are, the more that one may be chance, and the nearer to the default
 * the threshold stays. So it moves little when a label is added.
 */
function bestSeparation(labels: HeldOutLabels): number {
  const ranges = rangesOf(labels)
  const best = Math.max(...ranges.map(({ separation }) => separation))
  const oneLabel = 1 / Math.min(labels.good.length, labels.bad.length)
  const separationMin = best === 1 ? best : best - oneLabel - rounding
  const nearest = ranges
    .filter(({ separation }) => separation >= separationMin)
    .map(({ lowest, highest }) => Math.min(highest, Math.max(lowest, defaultLimits.pass)))
    .sort((a, b) => Math.abs(a - defaultLimits.pass) - Math.abs(b - defaultLimits.pass))
  return asScore(nearest[0] as number)
}

/** All thresholds, in ranges that pass the same labels, with the share of good labels that pass minus that of bad ones. */
function rangesOf({ good, bad }: HeldOutLabels) {
  const scores = [...new Set([...good, ...bad])].sort((a, b) => a - b)
  const shareOf = (side: readonly number[], pass: number) => passedOf(side, pass).passed / side.length
  return [...scores, 1].map((highest, i) => ({
    lowest: i === 0 ? 0 : Math.min(1, (scores[i - 1] as number) + scoreStep),
    highest,
    separation: shareOf(good, highest) - shareOf(bad, highest),
  }))
}
