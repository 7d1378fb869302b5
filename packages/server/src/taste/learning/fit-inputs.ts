import { examplesOf } from '@palate/core/taste/judgements/likeness-examples.ts'
import { type FitInput, fitInputOf, type IdentifiedPicture, personInputOf } from '@palate/core/taste/model/fit-input.ts'
import { type Judge, judgesIn } from '@palate/core/taste/people/judges.ts'
import type { TrainingSet } from '../training-sets/training-set.ts'

/** The inputs for fitting the models of a state, regardless of which thread has its training set. */
export interface FitInputs {
  readonly profileId: string
  /** The fingerprint of the training set. */
  readonly fingerprint: string
  /** Of the whole team, or of what one person has judged. */
  inputOf(dimension: string, person?: string): Promise<FitInput<IdentifiedPicture>>
}

export interface StateInputs extends FitInputs {
  /** Who has judged in a dimension, most judgements first. */
  judgesOf(dimension: string): Promise<readonly Judge[]>
}

export function fitInputsOf(trainingSet: TrainingSet): StateInputs {
  const { profileId, examples, pictures, seed, pooledTaste, standIns, fingerprint } = trainingSet
  return {
    profileId,
    fingerprint,
    inputOf: async (dimension, person) => {
      const judged = examplesOf(examples, dimension)
      if (person !== undefined) return personInputOf(dimension, judged, pictures, person)
      return fitInputOf(dimension, judged, pictures, seed, pooledTaste?.taste, standIns)
    },
    judgesOf: async (dimension) => judgesIn(examplesOf(examples, dimension), pictures),
  }
}
