import type { Reply } from '@palate/core/operations.ts'
import type { Contradiction } from '@palate/core/profile/subject/contradictions.ts'
import { describeChange } from '@palate/core/taste/judgements/change-of-taste.ts'
import { consistencyOf } from '@palate/core/taste/judgements/consistency.ts'
import { countJudged } from '@palate/core/taste/judgements/judged-things.ts'
import { examplesOf, taughtDimensions } from '@palate/core/taste/judgements/likeness-examples.ts'
import { adviceOnMissingSide } from '@palate/core/taste/judgements/missing-side.ts'
import type { NamedExamples } from '@palate/core/taste/judgements/training-examples.ts'
import { understoodAnswers } from '@palate/core/taste/summary/understood-answers.ts'
import { measuredTendenciesOf } from '@palate/core/taste/tendencies/measured-tendencies.ts'
import { wordsAgainstPictures } from '@palate/core/taste/tendencies/words-against-pictures.ts'
import { thumbnailPath } from '../pictures/thumbnails/thumbnail-path.ts'
import type { State } from '../ports/states.ts'
import { fitInputsOf } from './learning/fit-inputs.ts'
import { judgedPictures, picturesJudgedBy } from './learning/judged-pictures.ts'
import type { Models } from './learning/models.ts'
import { findProgress, findValidation, validatedExamples } from './learning/progress.ts'
import type { TasteChange, TrainingSet } from './training-sets/training-set.ts'

/** Reports the training data of a state's models and how well they predict. */
export async function diagnose(
  { models, embedderId }: { readonly models: Pick<Models, 'validation' | 'agreement'>; readonly embedderId: string },
  state: State,
  trainingSet: TrainingSet,
  contradictions: readonly Contradiction[],
  /** When exemplars were labelled, where it is known. */
  labelledAt: ReadonlyMap<string, string>,
  signal: AbortSignal,
  /** Whose pictures are shown as examples; everybody's if undefined. */
  examplesBy?: string,
): Promise<Reply<'diagnoseProfile'>> {
  const { examples, pictures, unusable, standIns = [], changes = [] } = trainingSet
  const inputs = fitInputsOf(trainingSet)
  const ownPictures = examplesBy === undefined ? undefined : picturesJudgedBy(trainingSet, examplesBy)
  const isShown = (contentHash: string) => ownPictures?.has(contentHash) ?? true
  const asker = { accountId: state.accountId, signal }
  const dimensions = await Promise.all(
    taughtDimensions(examples).map(async (name) => {
      const own = examplesOf(examples, name) ?? { labels: [], comparisons: [], constraints: [] }
      const validationOf = (named: NamedExamples) => findValidation(models, trainingSet, name, named, asker)
      const { heldOut, learningCurve } = await validationOf(validatedExamples(own))
      const read = own.labels.filter(({ picture }) => pictures.has(picture))
      const advice = adviceOnMissingSide(read, standIns.length)
      return {
        name,
        ...countJudged(own, pictures),
        consistency: consistencyOf(own),
        selfPrediction: heldOut && withWords(heldOut),
        learningCurve,
        ...(await findProgress(trainingSet, name, validationOf)),
        ...(advice !== undefined && { advice }),
        ...(changes.some(({ dimension }) => dimension === name) && {
          changes: changes.flatMap((change) => (change.dimension === name ? [withStatement(change, labelledAt)] : [])),
        }),
        agreement:
          own.labels.length + own.comparisons.length === 0 ? null : await models.agreement(inputs, name, asker),
      }
    }),
  )
  const constraints = [...examples.values()].flatMap((dimension) => dimension.constraints)
  const understood = understoodAnswers(state.seed, constraints)
  const judged = judgedPictures(trainingSet).map((picture) =>
    isShown(picture.contentHash) ? { ...picture, thumbnail: thumbnailPath(picture.contentHash) } : picture,
  )
  const tendencies = measuredTendenciesOf(judged)
  return {
    profileId: state.profileId,
    versionId: state.versionId,
    embedder: embedderId,
    pictures: new Set([...pictures.values()].map(({ contentHash }) => contentHash)).size,
    dimensions,
    understood: [...understood],
    tendencies,
    wordsAgainstPictures: [
      ...wordsAgainstPictures({ understood, constraints, claims: tendencies.claims, pictures: judged }),
    ],
    unusable,
    contradictions,
  }
}

function withStatement({ by, firstElementId, earlier }: TasteChange, labelledAt: ReadonlyMap<string, string>) {
  const at = labelledAt.get(firstElementId)
  return {
    ...(by !== undefined && { by }),
    since: firstElementId,
    ...(at !== undefined && { at }),
    earlier: [...earlier],
    statement: describeChange(by, earlier.length, at),
  }
}

function withWords({ judgements, correct }: { readonly judgements: number; readonly correct: number }) {
  const percent = Math.round(correct * 100)
  return {
    judgements,
    correct,
    statement: `your profile predicts ${percent} % of the judgements that it has not seen`,
  }
}
