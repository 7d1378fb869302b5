import type { FitInput } from '../model/fit-input.ts'
import type { Learner } from '../model/learn.ts'
import { type Familiarity, familiarityOf } from '../novelty/novelty.ts'
import { judgedPicturesIn } from '../tendencies/judged-pictures.ts'
import { type Tendency, tendenciesOf } from '../tendencies/tendencies.ts'
import { type HeldOutLabels, heldOutLabelsOf } from '../validation/held-out-labels.ts'

/** What verdicts need in addition to the model of a dimension. */
export interface VerdictBasis {
  readonly heldOut: HeldOutLabels
  readonly tendencies: readonly Tendency[]
  /** Undefined if too few pictures were judged. */
  readonly familiarity: Familiarity | undefined
  /** The indexes of the training pictures that are labelled good and not bad. */
  readonly goodPictures: readonly number[]
  /** The elements that label a picture as bad, and what people call these pictures. */
  readonly rejected: readonly { readonly elementId: string; readonly name: string | undefined }[]
}

export function verdictBasisOf(learner: Learner, input: FitInput): VerdictBasis {
  return {
    heldOut: heldOutLabelsOf(learner, input),
    tendencies: tendenciesOf(judgedPicturesIn(input)).list,
    familiarity: familiarityOf(learner.judgementsOf(input).frames),
    goodPictures: goodPicturesOf(input),
    rejected: input.labels.flatMap(({ good, elementId, name }) => (good ? [] : [{ elementId, name }])),
  }
}

function goodPicturesOf({ labels }: FitInput): readonly number[] {
  const bad = new Set(labels.flatMap(({ good, picture }) => (good ? [] : [picture])))
  const good = new Set(labels.flatMap(({ good, picture }) => (good && !bad.has(picture) ? [picture] : [])))
  return [...good]
}
