import { dimensionsOf } from '@palate/core/taste/dimensions.ts'
import type { Handler } from '../operations.ts'
import type { FindState } from '../ports/states.ts'
import type { TrainingSetLoader } from './training-sets/training-set-loader.ts'

export function createListDimensions(trainingSets: TrainingSetLoader, findState: FindState): Handler<'listDimensions'> {
  return async ({ caller, query, db }) => {
    if (query.profile_id === undefined) return { body: { dimensions: dimensionsOf([]) } }
    // Includes dimensions of uncommitted changes, because `include_working` scores frames with them.
    const state = await findState(db, caller, query.profile_id, { includeWorking: true })
    const named = await trainingSets.dimensionNames(state)
    return { body: { dimensions: dimensionsOf(named) } }
  }
}
