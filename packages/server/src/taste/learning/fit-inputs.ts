import { examplesOf } from '@palate/core/taste/judgements/likeness-examples.ts'
import { type FitInput, fitInputOf, type IdentifiedPicture } from '@palate/core/taste/model/fit-input.ts'
import type { TrainingSet } from '../training-sets/training-set.ts'

/** The inputs for fitting the models of a state, regardless of which thread has its training set. */
export interface FitInputs {
  readonly profileId: string
  /** The fingerprint of the training set. */
  readonly fingerprint: string
  inputOf(dimension: string): Promise<FitInput<IdentifiedPicture>>
}

export function fitInputsOf(trainingSet: TrainingSet): FitInputs {
  const { profileId, examples, pictures, seed, pooledTaste, standIns, fingerprint } = trainingSet
  return {
    profileId,
    fingerprint,
    inputOf: async (dimension) =>
      fitInputOf(dimension, examplesOf(examples, dimension), pictures, seed, pooledTaste?.taste, standIns),
  }
}
