import type { Caller } from '@palate/core/keys/access.ts'
import { dimensionCharactersMax } from '@palate/core/profile/schema.ts'
import { dimensionsOf, isLearnable, requireDimensions } from '@palate/core/taste/dimensions.ts'
import { examplesOf } from '@palate/core/taste/judgements/likeness-examples.ts'
import type { NamedExamples } from '@palate/core/taste/judgements/training-examples.ts'
import type { LearnedModel } from '@palate/core/taste/model/learned-model.ts'
import { beliefOf } from '@palate/core/taste/simple-tastes/belief.ts'
import { suggestionKinds } from '@palate/core/taste/suggest/suggest.ts'
import { suggestionsDefault } from '@palate/core/taste/suggestions-schema.ts'
import { noValidation, type Validation } from '@palate/core/taste/validation/validate.ts'
import { type Handler, longRunning } from '../../operations.ts'
import { rethrowForClient } from '../../pictures/client-fault.ts'
import { type PeoplePort, requirePerson } from '../../ports/people.ts'
import type { FindState } from '../../ports/states.ts'
import type { Db } from '../../store/schema.ts'
import { fitInputsOf } from '../learning/fit-inputs.ts'
import type { Models } from '../learning/models.ts'
import { countOf, findProgress, findValidation, quicklyLearnedMax } from '../learning/progress.ts'
import type { TrainingSetLoader } from '../training-sets/training-set-loader.ts'
import { LatestResults } from './latest-results.ts'
import type { Suggestions } from './suggestions.ts'

/** A model takes several megabytes. */
const modelsKeptMax = 4
const validationsKeptMax = 500

interface Parts {
  readonly trainingSets: TrainingSetLoader
  readonly models: Pick<Models, 'validation' | 'model' | 'personModel'>
  readonly suggestions: Suggestions
}

export function createSuggestJudgements(
  { trainingSets, models, suggestions }: Parts,
  findState: FindState,
  findPerson: PeoplePort['findPerson'],
): Handler<'suggestJudgements'> {
  /** Undefined for a key that is nobody's, which asks the team. */
  async function findAskedPerson(db: Db, { accountId, person }: Caller, named: string | undefined) {
    if (named === undefined || named === person?.id) return person?.id
    await requirePerson({ findPerson }, db, accountId, named)
    return named
  }

  const latestModels = new LatestResults<LearnedModel>(modelsKeptMax)
  const latestValidations = new LatestResults<Validation>(validationsKeptMax)
  return longRunning(async ({ caller, params, query, db, signal }) => {
    const { dimension = 'aesthetics', kind, limit = suggestionsDefault } = query
    const person = await findAskedPerson(db, caller, query.person)
    // Includes the working changes, because the next judgement is added to them.
    const state = await findState(db, caller, params.id, { includeWorking: true })
    const trainingSet = await trainingSets.load(state, signal).catch(rethrowForClient)
    // A new dimension is allowed. Attributes are measured, so there is nothing to suggest for them.
    if (!isLearnable(dimension) || dimension === '' || dimension.length > dimensionCharactersMax) {
      requireDimensions([dimension], dimensionsOf(trainingSet.examples.keys()))
      return { body: { suggestions: [], enough: true, remaining: 0 } }
    }
    const { accountId } = caller
    const kinds = kind === undefined ? suggestionKinds : [kind]
    const inputs = fitInputsOf(trainingSet)
    const isQuick = countOf(examplesOf(trainingSet.examples, dimension)) <= quicklyLearnedMax
    const key = JSON.stringify([accountId, state.profileId, dimension])
    const modelKey = JSON.stringify([accountId, state.profileId, dimension, person])
    // What takes long continues after the response, for the next one.
    const learner = isQuick ? { accountId, signal } : { accountId }
    const learn = () =>
      person === undefined
        ? models.model(inputs, dimension, learner)
        : models.personModel(inputs, dimension, person, learner)
    const validationOf = (examples: NamedExamples) => {
      const validate = () => findValidation(models, trainingSet, dimension, examples, learner)
      if (isQuick) return validate()
      latestValidations.refresh(key, inputs.fingerprint, validate)
      return latestValidations.find(key, inputs.fingerprint, validate, noValidation)
    }
    const suggest = async () => {
      const model = await (isQuick ? learn() : latestModels.find(modelKey, inputs.fingerprint, learn))
      const request = { model, kinds, limit, person }
      const suggested = await suggestions.suggest(state, trainingSet, request, { accountId, signal })
      // Not before, because both run on the learning thread.
      if (!isQuick) latestModels.refresh(modelKey, inputs.fingerprint, learn)
      return { model, suggested }
    }
    const [{ model, suggested }, progress] = await Promise.all([
      suggest(),
      findProgress(trainingSet, dimension, validationOf),
    ]).catch(rethrowForClient)
    const belief = beliefOf(model.taste)
    return { body: { suggestions: [...suggested], ...progress, ...(belief !== undefined && { belief }) } }
  })
}
