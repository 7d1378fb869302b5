import type { Contradiction } from '@palate/core/profile/subject/contradictions.ts'
import type { Reply } from '@palate/core/route-schemas.ts'
import type { Measured } from '@palate/core/taste/attributes.ts'
import { consistencyOf } from '@palate/core/taste/judgements/consistency.ts'
import { countJudged } from '@palate/core/taste/judgements/judged-things.ts'
import { examplesOf, taughtDimensions } from '@palate/core/taste/judgements/likeness-examples.ts'
import { tendenciesOf } from '@palate/core/taste/summary/tendencies.ts'
import { understoodAnswers } from '@palate/core/taste/summary/understood-answers.ts'
import type { State } from '../../ports/states.ts'
import { fitInputsOf } from '../learning/fit-inputs.ts'
import { labelledPictures } from '../learning/labelled-pictures.ts'
import type { Models } from '../learning/models.ts'
import { findProgress, findValidation } from '../learning/progress.ts'
import type { TrainingSet } from '../learning/training-sets/training-set.ts'

/** Reports the training data of a state's models and how well they predict. */
export async function diagnose(
  { models, embedderId }: { readonly models: Pick<Models, 'validation' | 'agreement'>; readonly embedderId: string },
  state: State,
  trainingSet: TrainingSet,
  contradictions: readonly Contradiction[],
  signal: AbortSignal,
): Promise<Reply<'diagnoseProfile'>> {
  const { examples, pictures, unusable } = trainingSet
  const inputs = fitInputsOf(trainingSet)
  const asker = { accountId: state.accountId, signal }
  const dimensions = await Promise.all(
    taughtDimensions(examples).map(async (name) => {
      const own = examplesOf(examples, name) ?? { labels: [], comparisons: [], constraints: [] }
      const { heldOut, learningCurve } = await findValidation(models, trainingSet, name, own, asker)
      return {
        name,
        ...countJudged(own, pictures),
        consistency: consistencyOf(own),
        selfPrediction: heldOut && withWords(heldOut),
        learningCurve,
        ...(await findProgress(models, trainingSet, name, asker)),
        agreement:
          own.labels.length + own.comparisons.length === 0 ? null : await models.agreement(inputs, name, asker),
      }
    }),
  )
  return {
    profileId: state.profileId,
    versionId: state.versionId,
    embedder: embedderId,
    pictures: new Set([...pictures.values()].map(({ contentHash }) => contentHash)).size,
    dimensions,
    understood: understoodAnswers(
      state.seed,
      [...examples.values()].flatMap(({ constraints }) => constraints),
    ),
    tendencies: tendenciesOf(measuredOf(trainingSet, true), measuredOf(trainingSet, false)),
    unusable,
    contradictions,
  }
}

function measuredOf(trainingSet: TrainingSet, isGood: boolean): readonly Measured[] {
  return labelledPictures(trainingSet, isGood).map(({ attributes }) => attributes)
}

function withWords({ judgements, correct }: { readonly judgements: number; readonly correct: number }) {
  const percent = Math.round(correct * 100)
  return {
    judgements,
    correct,
    statement: `your profile predicts your own held-back judgements ${percent} % of the time`,
  }
}
