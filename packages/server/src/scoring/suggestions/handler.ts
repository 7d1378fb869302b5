import { dimensionCharactersMax } from '@palate/core/profile/schema.ts'
import { dimensionsOf, isLearnable, requireDimensions } from '@palate/core/taste/dimensions.ts'
import { beliefOf } from '@palate/core/taste/simple-tastes/belief.ts'
import { suggestionKinds } from '@palate/core/taste/suggest/suggest.ts'
import { suggestionsDefault } from '@palate/core/taste/suggestions-schema.ts'
import { type Handler, longRunning } from '../../operations.ts'
import type { FindState } from '../../ports/states.ts'
import { rethrowForClient } from '../client-fault.ts'
import { fitInputsOf } from '../learning/fit-inputs.ts'
import type { Models } from '../learning/models.ts'
import { findProgress } from '../learning/progress.ts'
import type { TrainingSetLoader } from '../learning/training-sets/training-set-loader.ts'
import type { Suggestions } from './suggestions.ts'

interface Parts {
  readonly trainingSets: TrainingSetLoader
  readonly models: Pick<Models, 'validation' | 'model'>
  readonly suggestions: Suggestions
}

export function createSuggestJudgements(
  { trainingSets, models, suggestions }: Parts,
  findState: FindState,
): Handler<'suggestJudgements'> {
  return longRunning(async ({ caller, params, query, db, signal }) => {
    const { dimension = 'aesthetics', kind, limit = suggestionsDefault } = query
    // Includes the working changes, because the next judgement is added to them.
    const state = await findState(db, caller, params.id, { includeWorking: true })
    const trainingSet = await trainingSets.load(state, signal).catch(rethrowForClient)
    // A new dimension is allowed. Attributes are measured, so there is nothing to suggest for them.
    if (!isLearnable(dimension) || dimension === '' || dimension.length > dimensionCharactersMax) {
      requireDimensions([dimension], dimensionsOf(trainingSet.examples.keys()))
      return { body: { suggestions: [], enough: true, remaining: 0 } }
    }
    const asker = { accountId: caller.accountId, signal }
    const kinds = kind === undefined ? suggestionKinds : [kind]
    const [suggested, progress, model] = await Promise.all([
      suggestions.suggest(state, trainingSet, { dimension, kinds, limit }, asker),
      findProgress(models, trainingSet, dimension, asker),
      models.model(fitInputsOf(trainingSet), dimension, asker),
    ]).catch(rethrowForClient)
    const belief = beliefOf(model.taste)
    return { body: { suggestions: [...suggested], ...progress, ...(belief !== undefined && { belief }) } }
  })
}
