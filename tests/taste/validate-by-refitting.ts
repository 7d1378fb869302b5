import { fingerprint } from '@palate/core/generic/fingerprint.ts'
import type { TasteFrame } from '@palate/core/taste/gaussian-process/observations.ts'
import { marginalsAt } from '@palate/core/taste/gaussian-process/posterior.ts'
import type { FitInput } from '@palate/core/taste/model/fit-input.ts'
import type { Learner } from '@palate/core/taste/model/learn.ts'
import type { LearnedModel } from '@palate/core/taste/model/learned-model.ts'
import { probabilityOf } from '@palate/core/taste/score.ts'
import type { Validation } from '@palate/core/taste/validation/validate.ts'

/**
 * Cross-validation by its definition: a whole model for each fold and each share, which predicts every picture. Slow.
 * Tests compare `validate` with it, and the benchmark compares their times.
 */
export function validateByRefitting(learner: Learner, input: FitInput): Validation {
  const judgements = shuffledJudgements(input)
  if (judgements.length < 10) return { heldOut: null, learningCurve: [] }
  const [heldOut = null, ...learningCurve] = [1, 0.25, 0.5, 0.75].map((share) =>
    crossValidate(learner, input, judgements, share),
  )
  return { heldOut, learningCurve }
}

type Judgement =
  | { readonly kind: 'label'; readonly example: FitInput['labels'][number] }
  | { readonly kind: 'comparison'; readonly example: FitInput['comparisons'][number] }

/** In the order of a hash of their ids. */
function shuffledJudgements({ labels, comparisons }: FitInput): readonly Judgement[] {
  const all: Judgement[] = [
    ...labels.map((example) => ({ kind: 'label', example }) as const),
    ...comparisons.map((example) => ({ kind: 'comparison', example }) as const),
  ]
  const hashOf = ({ kind, example }: Judgement) => fingerprint(`${kind} ${example.elementId}`)
  return all
    .map((judgement) => ({ judgement, hash: hashOf(judgement) }))
    .sort((a, b) => (a.hash < b.hash ? -1 : 1))
    .map(({ judgement }) => judgement)
}

/** Trains on a share of the other folds' judgements to predict each fold. */
function crossValidate(learner: Learner, input: FitInput, judgements: readonly Judgement[], share: number) {
  let correct = 0
  let predicted = 0
  let trainedOn = 0
  for (let fold = 0; fold < 5; fold++) {
    const others = judgements.filter((_, i) => i % 5 !== fold)
    const training = others.slice(0, Math.max(1, Math.round(others.length * share)))
    const model = learner.learn(onlyWith(input, training))
    const scores = input.pictures.map((picture) => scoreOfOneLike(learner.frameOf(model, picture), model))
    for (const judgement of judgements.filter((_, i) => i % 5 === fold)) {
      const correctness = correctnessOf(judgement, scores)
      if (correctness === undefined) continue
      predicted += 1
      correct += correctness
    }
    trainedOn += training.length
  }
  return { judgements: Math.round(trainedOn / 5), correct: predicted === 0 ? 0.5 : round(correct / predicted) }
}

/** The score of a new, similar picture: without the picture's individual part. */
function scoreOfOneLike(frame: TasteFrame, { taste }: LearnedModel): number {
  return marginalsAt(taste, [frame], 'none').reduce(
    (sum, { weight, means: [mean = 0], variances: [variance = 0] }) => sum + weight * probabilityOf({ mean, variance }),
    0,
  )
}

function onlyWith(input: FitInput, judgements: readonly Judgement[]): FitInput {
  return {
    ...input,
    labels: judgements.flatMap((one) => (one.kind === 'label' ? [one.example] : [])),
    comparisons: judgements.flatMap((one) => (one.kind === 'comparison' ? [one.example] : [])),
  }
}

/** 1 or 0, 0.5 for equal scores, and undefined for a tie. */
function correctnessOf(judgement: Judgement, scores: readonly number[]): number | undefined {
  if (judgement.kind === 'label') {
    const { picture, good } = judgement.example
    return correctnessOfMargin((scores[picture] ?? 0.5) - 0.5, good)
  }
  const { a, b, outcome } = judgement.example
  return outcome === 0.5 ? undefined : correctnessOfMargin((scores[a] ?? 0.5) - (scores[b] ?? 0.5), outcome === 1)
}

function correctnessOfMargin(margin: number, isPositive: boolean): number {
  return margin === 0 ? 0.5 : Number(margin > 0 === isPositive)
}

function round(value: number): number {
  return Math.round(value * 1e4) / 1e4
}
