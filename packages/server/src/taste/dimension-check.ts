import { dimensionsOf, requireDimensions } from '@palate/core/taste/dimensions.ts'
import type { State } from '../ports/states.ts'
import type { TrainingSetLoader } from './training-sets/training-set-loader.ts'

/** Throws a Fault if a dimension is neither built in nor named by the state's elements. Reads no pictures. */
export function createDimensionCheck(trainingSets: TrainingSetLoader) {
  return async (state: State, dimensions: readonly string[]): Promise<void> => {
    requireDimensions(dimensions, dimensionsOf(await trainingSets.dimensionNames(state)))
  }
}
