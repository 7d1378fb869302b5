import { examplesOf } from '@palate/core/taste/judgements/likeness-examples.ts'
import { type FitInput, fitInputOf } from '@palate/core/taste/model/fit-input.ts'
import type { TrainingSet } from './training-set.ts'

/** What the models of a state are fitted to, wherever its training set is. */
export interface FitInputs {
  /** That of the training set. */
  readonly fingerprint: string
  inputOf(dimension: string): Promise<FitInput>
}

export function fitInputsOf({ examples, pictures, seed, pool, fingerprint }: TrainingSet): FitInputs {
  return {
    fingerprint,
    inputOf: async (dimension) => fitInputOf(dimension, examplesOf(examples, dimension), pictures, seed, pool?.taste),
  }
}
