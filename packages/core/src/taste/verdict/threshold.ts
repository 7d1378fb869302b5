import type { SetThreshold } from '../../profile/schema.ts'
import { asScore } from '../score.ts'
import type { HeldOutLabels } from '../validation/held-out-labels.ts'
import type { Limits, Threshold } from './threshold-schema.ts'

export const defaultLimits: Limits = { pass: 0.5, fail: 0.35 }
/** With fewer good or fewer bad labels there is nothing to separate. */
export const labelsPerSideMin = 3
/** The share of good pictures that `fail` may reject. */
const goodRejectedShareMax = 0.1
/** Between `fail` and `pass` a picture needs work: a learned threshold is never more certain than this. */
const bandMin = 0.05
/** Where labels are given at random, their held-out scores separate by more than this in one of twenty profiles. */
const standardDeviationsMin = 1.645

/** The threshold of a dimension: the one that was set, else the one that the labels justify, else the default. */
export function thresholdOf(labels: HeldOutLabels, set?: SetThreshold): Threshold {
  const isLearned = hasEnoughLabels(labels.good.length, labels.bad.length) && areSeparate(labels)
  const own = isLearned ? learnLimits(labels) : defaultLimits
  const pass = set ? asScore(set.pass) : own.pass
  return {
    pass,
    fail: set?.fail === undefined ? Math.min(own.fail, pass) : asScore(set.fail),
    source: set ? 'set' : isLearned ? 'learned' : 'default',
    evidence: { good: passedOf(labels.good, pass), bad: passedOf(labels.bad, pass) },
  }
}

/**
 * Whether the scores of good labels are higher than chance would make them: the rank sum test of Mann and Whitney, with
 * ties counted as half and a correction for continuity.
 */
function areSeparate({ good, bad }: HeldOutLabels): boolean {
  const [pairs, all] = [good.length * bad.length, good.length + bad.length]
  const higher = good.reduce(
    (sum, one) => sum + bad.reduce((wins, other) => wins + (Math.sign(one - other) + 1) / 2, 0),
    0,
  )
  return higher - pairs / 2 - 0.5 >= standardDeviationsMin * Math.sqrt((pairs * (all + 1)) / 12)
}

/** Whether a threshold can be learned from this many good and bad labels. */
export function hasEnoughLabels(good: number, bad: number): boolean {
  return good >= labelsPerSideMin && bad >= labelsPerSideMin
}

function passedOf(scores: readonly number[], pass: number) {
  return { total: scores.length, passed: scores.filter((score) => score >= pass).length }
}

function learnLimits(labels: HeldOutLabels): Limits {
  const { pass, lowest } = bestSeparation(labels)
  const good = labels.good.toSorted((a, b) => a - b)
  const lowestKept = good[Math.floor(good.length * goodRejectedShareMax)] as number
  return { pass, fail: asScore(Math.min(lowestKept, lowest, pass - bandMin)) }
}

/** Scores have four decimals. */
const scoreStep = 1e-4
const rounding = 1e-9

/**
 * Chooses, of the scores that separate good from bad labels best, the one nearest to the default. Scores that do worse by only
 * one label count as well: the fewer labels there are, the more that one may be chance, and the nearer to the default
 * the threshold stays. So it moves little when a label is added. `lowest` is the lowest score that separates as well.
 */
function bestSeparation(labels: HeldOutLabels): { readonly pass: number; readonly lowest: number } {
  const ranges = rangesOf(labels)
  const best = Math.max(...ranges.map(({ separation }) => separation))
  const oneLabel = 1 / Math.min(labels.good.length, labels.bad.length)
  const separationMin = best === 1 ? best : best - oneLabel - rounding
  const [nearest] = ranges
    .filter(({ separation }) => separation >= separationMin)
    .map((range) => ({ ...range, pass: Math.min(range.highest, Math.max(range.lowest, defaultLimits.pass)) }))
    .sort((a, b) => Math.abs(a.pass - defaultLimits.pass) - Math.abs(b.pass - defaultLimits.pass))
  if (!nearest) throw new RangeError('no threshold separates the labels')
  const asGood = ranges.filter(({ separation }) => separation >= nearest.separation - rounding)
  return { pass: asScore(nearest.pass), lowest: Math.min(...asGood.map(({ lowest }) => lowest)) }
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
