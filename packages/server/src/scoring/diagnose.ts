import type { Reply } from '@palate/core/route-schemas.ts'
import { consistencyOf } from '@palate/core/taste/judgements/consistency.ts'
import { examplesOf, taughtDimensions } from '@palate/core/taste/judgements/likeness-examples.ts'
import type { NamedExamples } from '@palate/core/taste/judgements/training-examples.ts'
import { understandingsOf } from '@palate/core/taste/model/fit-input.ts'
import type { State } from '../ports.ts'
import type { TrainingSet } from './learning/training-set.ts'
import type { Scoring } from './scoring.ts'

/** Reports what a state's models were learned from and how well they predict. */
export async function diagnose(
  { models, embedderId }: Scoring,
  state: State,
  trainingSet: TrainingSet,
  signal: AbortSignal,
): Promise<Reply<'diagnoseProfile'>> {
  const { examples, pictures, unusable } = trainingSet
  const dimensions = await Promise.all(
    taughtDimensions(examples).map(async (name) => {
      const own = examplesOf(examples, name) ?? { labels: [], comparisons: [], constraints: [] }
      const asker = { accountId: state.accountId, signal }
      const { heldOut, learningCurve } = await models.validation(trainingSet, name, asker)
      return {
        name,
        ...countsOf(own, pictures),
        consistency: consistencyOf(own),
        selfPrediction: heldOut && withWords(heldOut),
        learningCurve,
        agreement: await models.agreement(trainingSet, name, asker),
      }
    }),
  )
  return {
    profileId: state.profileId,
    versionId: state.versionId,
    embedder: embedderId,
    pictures: new Set([...pictures.values()].map(({ contentHash }) => contentHash)).size,
    dimensions,
    understood: understandingsOf(
      state.seed,
      [...examples.values()].flatMap(({ constraints }) => constraints),
    ),
    unusable,
  }
}

/** Counts only judgements whose pictures could be read, because models learn from these alone. */
function countsOf({ labels, comparisons, constraints }: NamedExamples, pictures: TrainingSet['pictures']) {
  const read = labels.filter(({ picture }) => pictures.has(picture))
  const good = read.filter((label) => label.good).length
  return {
    labels: { good, bad: read.length - good },
    comparisons: comparisons.filter(({ a, b }) => pictures.has(a) && pictures.has(b)).length,
    constraints: constraints.length,
  }
}

function withWords({ judgements, correct }: { readonly judgements: number; readonly correct: number }) {
  const percent = Math.round(correct * 100)
  return {
    judgements,
    correct,
    statement: `your profile predicts your own held-back judgements ${percent} % of the time`,
  }
}
