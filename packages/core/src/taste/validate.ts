import { fingerprint } from '../fingerprint.ts'
import type { Learner } from './learn.ts'
import type { Training } from './training.ts'

/** How well models of a part of the judgements predict the rest. */
export interface Validation {
  /** Null where there are too few judgements to hold any back. */
  readonly held: Share | null
  /** The same with less to learn from. */
  readonly curve: readonly Share[]
}

interface Share {
  /** To learn from, on average. */
  readonly judgements: number
  /** Of the held-back ones. */
  readonly correct: number
}

const foldCount = 5
const judgementsMin = 10
const curveShares = [0.25, 0.5, 0.75]

/**
 * Cross-validation: the judgements are dealt into five parts, and each part is predicted by a model of the others.
 * A label counts as predicted when the score is on its side of one half, a comparison when the winner scores higher;
 * ties predict nothing and are only learned from. Dealt by the elements' ids, so that the same profile always gives
 * the same answer.
 */
export function validate(learner: Learner, training: Training): Validation {
  const judgements = dealt(training)
  if (judgements.length < judgementsMin) return { held: null, curve: [] }
  return {
    held: heldBack(learner, training, judgements, 1),
    curve: curveShares.map((share) => heldBack(learner, training, judgements, share)),
  }
}

type Judgement =
  | { readonly kind: 'label'; readonly lesson: Training['labels'][number] }
  | { readonly kind: 'comparison'; readonly lesson: Training['comparisons'][number] }

function dealt({ labels, comparisons }: Training): readonly Judgement[] {
  const all: Judgement[] = [
    ...labels.map((lesson) => ({ kind: 'label', lesson }) as const),
    ...comparisons.map((lesson) => ({ kind: 'comparison', lesson }) as const),
  ]
  const placeOf = ({ kind, lesson }: Judgement) => fingerprint(`${kind} ${lesson.elementId}`)
  return all
    .map((judgement) => ({ judgement, place: placeOf(judgement) }))
    .sort((a, b) => (a.place < b.place ? -1 : 1))
    .map(({ judgement }) => judgement)
}

function heldBack(learner: Learner, training: Training, judgements: readonly Judgement[], share: number): Share {
  let right = 0
  let asked = 0
  let learnedFrom = 0
  for (let fold = 0; fold < foldCount; fold++) {
    const others = judgements.filter((_, i) => i % foldCount !== fold)
    const taught = others.slice(0, Math.max(1, Math.round(others.length * share)))
    const model = learner.learn(taughtBy(training, taught))
    const scores = training.sights.map((sight) => learner.judge(model, sight))
    for (const judgement of judgements.filter((_, i) => i % foldCount === fold)) {
      const verdict = isRight(judgement, scores)
      if (verdict === undefined) continue
      asked += 1
      right += verdict
    }
    learnedFrom += taught.length
  }
  return { judgements: Math.round(learnedFrom / foldCount), correct: asked === 0 ? 0.5 : round(right / asked) }
}

function taughtBy(training: Training, judgements: readonly Judgement[]): Training {
  return {
    ...training,
    labels: judgements.flatMap((one) => (one.kind === 'label' ? [one.lesson] : [])),
    comparisons: judgements.flatMap((one) => (one.kind === 'comparison' ? [one.lesson] : [])),
  }
}

/** 1 or 0, a half for a guess, nothing where there is nothing to predict. */
function isRight(judgement: Judgement, scores: readonly number[]): number | undefined {
  if (judgement.kind === 'label') {
    const { sight, good } = judgement.lesson
    return agreement((scores[sight] ?? 0.5) - 0.5, good)
  }
  const { a, b, share } = judgement.lesson
  return share === 0.5 ? undefined : agreement((scores[a] ?? 0.5) - (scores[b] ?? 0.5), share === 1)
}

function agreement(lead: number, expected: boolean): number {
  return lead === 0 ? 0.5 : Number(lead > 0 === expected)
}

function round(value: number): number {
  return Math.round(value * 1e4) / 1e4
}
