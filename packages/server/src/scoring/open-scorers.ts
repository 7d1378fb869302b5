import { dimensionsOf, requireDimensions } from '@palate/core/taste/dimensions.ts'
import type { VerdictBasis } from '@palate/core/taste/verdict/verdict-basis.ts'
import { rethrowForClient } from '../pictures/client-fault.ts'
import type { ScoringRequest } from '../ports/scoring.ts'
import type { State } from '../ports/states.ts'
import type { DimensionScorer } from '../taste/learning/dimension-scorers.ts'
import { fitInputsOf } from '../taste/learning/fit-inputs.ts'
import type { LargeStates, OpenState } from '../taste/learning/large-states.ts'
import type { Models } from '../taste/learning/models.ts'
import type { TrainingSetLoader } from '../taste/training-sets/training-set-loader.ts'
import type { NameRejected } from './rejected-names.ts'

/**
 * One scorer for each requested dimension, in order. Loads the state's training set and learns its models. With
 * thresholds, the scorers return verdicts.
 */
export type OpenScorers = (
  state: State,
  request: Pick<ScoringRequest, 'dimensions' | 'thresholds' | 'person' | 'people'>,
  signal?: AbortSignal,
) => Promise<readonly DimensionScorer[]>

export function createOpenScorers(
  trainingSets: TrainingSetLoader,
  models: Models,
  largeStates: Pick<LargeStates, 'open'>,
  nameRejected: NameRejected,
): OpenScorers {
  return async (state, { dimensions: names, thresholds, person, people }, signal) => {
    const asker = { accountId: state.accountId, signal }
    const { dimensions, inputs, close } =
      (await largeStates.open(state, names, signal)) ?? (await openState(trainingSets, state, names, signal))
    const { accountId, projectId } = state
    const verdicts = thresholds && {
      thresholds,
      nameRejected: (basis: VerdictBasis) => nameRejected({ accountId, projectId }, basis),
    }
    const wanted = { verdicts, person, withPeople: people !== undefined }
    return models.scorersOf(inputs, dimensions, asker, wanted).catch(rethrowForClient).finally(close)
  }
}

/** Loads the state's training set on this thread. */
export async function openState(
  trainingSets: TrainingSetLoader,
  found: State,
  requested: readonly string[],
  signal?: AbortSignal,
): Promise<OpenState> {
  const state = (await found.computeMerge?.()) ?? found
  const trainingSet = await trainingSets.load(state, signal).catch(rethrowForClient)
  const dimensions = requireDimensions(requested, dimensionsOf(trainingSet.examples.keys()))
  return { dimensions, inputs: fitInputsOf(trainingSet), close: () => {} }
}
