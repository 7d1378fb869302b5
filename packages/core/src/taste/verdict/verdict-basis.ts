import type { FitInput } from '../model/fit-input.ts'
import type { Learner } from '../model/learn.ts'
import { judgedPicturesIn } from '../tendencies/judged-pictures.ts'
import { type Tendency, tendenciesOf } from '../tendencies/tendencies.ts'
import { type HeldOutLabels, heldOutLabelsOf } from '../validation/held-out-labels.ts'

/** What verdicts need in addition to the model of a dimension. */
export interface VerdictBasis {
  readonly heldOut: HeldOutLabels
  readonly tendencies: readonly Tendency[]
  /** The elements that label a picture as bad, and what people call these pictures. */
  readonly rejected: readonly { readonly elementId: string; readonly name: string | undefined }[]
}

export function verdictBasisOf(learner: Learner, input: FitInput): VerdictBasis {
  return {
    heldOut: heldOutLabelsOf(learner, input),
    tendencies: tendenciesOf(judgedPicturesIn(input)).list,
    rejected: input.labels.flatMap(({ good, elementId, name }) => (good ? [] : [{ elementId, name }])),
  }
}
