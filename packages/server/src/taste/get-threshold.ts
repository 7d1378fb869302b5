import { setThresholdOf } from '@palate/core/profile/thresholds.ts'
import { dimensionsOf, requireDimensions } from '@palate/core/taste/dimensions.ts'
import { thresholdOf } from '@palate/core/taste/verdict/threshold.ts'
import type { Handler } from '../operations.ts'
import { rethrowForClient } from '../pictures/client-fault.ts'
import type { FindState } from '../ports/states.ts'
import { fitInputsOf } from './learning/fit-inputs.ts'
import type { Models } from './learning/models.ts'
import { findStateInQuery } from './state-in-query.ts'
import type { TrainingSetLoader } from './training-sets/training-set-loader.ts'

interface Parts {
  readonly trainingSets: TrainingSetLoader
  readonly models: Pick<Models, 'verdictBasis'>
  readonly modelId: string
}

export function createGetThreshold(
  { trainingSets, models, modelId }: Parts,
  findState: FindState,
): Handler<'getThreshold'> {
  return async (call) => {
    const { dimension = 'aesthetics' } = call.query
    const { signal } = call
    const state = await findStateInQuery(findState, call)
    const trainingSet = await trainingSets.load(state, signal).catch(rethrowForClient)
    requireLearned(dimension, trainingSet.examples.keys())
    const asker = { accountId: state.accountId, signal }
    const { heldOut } = await models.verdictBasis(fitInputsOf(trainingSet), dimension, asker).catch(rethrowForClient)
    return { body: { dimension, ...thresholdOf(heldOut, setThresholdOf(state.thresholds, dimension)), model: modelId } }
  }
}

export function requireLearned(name: string, taught: Iterable<string>): void {
  const learned = dimensionsOf(taught).filter(({ kind }) => kind === 'learned')
  requireDimensions([name], learned)
}
