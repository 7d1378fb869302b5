import { fingerprint } from '../../generic/fingerprint.ts'
import type { FitInput } from '../model/fit-input.ts'
import type { Learner } from '../model/learn.ts'
import { asScore } from '../score.ts'
import { createHeldOutPredictor } from './held-out.ts'
import { groupsOfSameThing } from './same-thing.ts'

/** The scores of labelled pictures, each from a model that has not seen its label. */
export interface HeldOutLabels {
  readonly good: readonly number[]
  readonly bad: readonly number[]
}

/** Labels are left out one at a time, or in this many groups if there are more of them. */
const groupCount = 20

/**
 * Cross-validation of the labels; comparisons are always trained on. The group of a label depends only on its own id,
 * so that another label does not regroup the others, or on that of the first person's label of the picture. Pictures of held-out labels count as new ones.
 */
export function heldOutLabelsOf(
  learner: Pick<Learner, 'judgementsOf' | 'settingsOf' | 'framesAfter'>,
  input: FitInput,
): HeldOutLabels {
  const { labels } = input
  if (labels.length === 0) return { good: [], bad: [] }
  const predictor = createHeldOutPredictor(
    learner.judgementsOf(input),
    learner.settingsOf(input.dimension),
    learner.framesAfter(input),
  )
  const scores: { readonly good: boolean; readonly score: number }[] = []
  for (const held of groupsOf(labels)) {
    const isHeld = new Set(held)
    const training = predictor.observations.map((_, i) => i).filter((i) => !isHeld.has(i))
    for (const [i, score] of predictor.scores(training, held).entries()) {
      const label = labels[held[i] as number]
      if (label) scores.push({ good: label.good, score: asScore(score) })
    }
  }
  const ofSide = (isGood: boolean) =>
    scores.flatMap(({ good, score }) => (good === isGood ? [score] : [])).sort((a, b) => a - b)
  return { good: ofSide(true), bad: ofSide(false) }
}

function groupsOf(labels: FitInput['labels']): readonly (readonly number[])[] {
  const groups = new Map<number, number[]>()
  for (const same of groupsOfSameThing({ labels, comparisons: [] })) {
    const [first = 0] = same
    const group = labels.length <= groupCount ? first : groupNumber(labels[first]?.elementId ?? '')
    groups.set(group, [...(groups.get(group) ?? []), ...same])
  }
  return [...groups.values()]
}

function groupNumber(elementId: string): number {
  return Number.parseInt(fingerprint(elementId).slice(-6), 36) % groupCount
}
