import { limitExamples } from '@palate/core/taste/judgements/example-limit.ts'
import { trainingExamplesOf } from '@palate/core/taste/judgements/training-examples.ts'
import { understandingsOf } from '@palate/core/taste/model/fit-input.ts'
import { promptSummary } from '@palate/core/taste/summary/prompt-summary.ts'
import { groupOf } from '@palate/core/taste/summary/tendencies.ts'
import type { TasteSummaries, TasteSummary } from '../../ports/scoring.ts'
import type { State } from '../../ports/states.ts'
import type { Features } from '../features/features.ts'
import { labelledPictures } from './labelled-pictures.ts'
import type { TrainingSet } from './training-sets/training-set.ts'
import type { TrainingSetLoader } from './training-sets/training-set-loader.ts'

/** The taste summary of a profile: a description in words, and the centroid of the pictures that it likes. */
export function createTasteSummaries(trainingSets: TrainingSetLoader): TasteSummaries {
  return {
    current: async (state) => summaryOf(state, await trainingSets.loadIfPinned(state)),
    async shownBefore(state) {
      const withoutPictures = await summaryOf(state, undefined)
      const trainingSet = await trainingSets.findKnown(state)
      return trainingSet ? [withoutPictures, await summaryOf(state, trainingSet)] : [withoutPictures]
    },
  }
}

/** Covers the elements of all dimensions. */
async function summaryOf(state: State, trainingSet: TrainingSet | undefined): Promise<TasteSummary> {
  const examples = [...(trainingSet?.examples ?? (await limitedExamplesOf(state))).values()]
  const constraints = examples.flatMap((of) => of.constraints)
  const understood = understandingsOf(state.seed, constraints)
  const answers = understood.filter(({ id }) => id !== 'seed')
  const liked = trainingSet ? labelledPictures(trainingSet, true) : []
  const disliked = trainingSet ? labelledPictures(trainingSet, false) : []
  const summary = promptSummary({
    seed: state.seed,
    seedWishes: understood.flatMap(({ id, wishes }) => (id === 'seed' ? wishes : [])),
    wishes: answers.flatMap(({ wishes }) => wishes),
    notUnderstood: answers.flatMap(({ notUnderstood }) => notUnderstood),
    liked: groupOf(liked.map(({ attributes }) => attributes)),
    disliked: groupOf(disliked.map(({ attributes }) => attributes)),
  })
  return { promptSummary: summary, embeddingCentroid: centroidOf(liked) }
}

async function limitedExamplesOf(state: State) {
  return limitExamples(trainingExamplesOf(await state.elements()).byDimension).examples
}

/** The mean of the embeddings, normalised to unit length and rounded to six decimals. */
function centroidOf(pictures: readonly Features[]): readonly number[] {
  const [first] = pictures
  if (!first) return []
  const sums = Array.from(first.embedding, (_, i) =>
    pictures.reduce((sum, { embedding }) => sum + (embedding[i] ?? 0), 0),
  )
  const length = Math.hypot(...sums)
  return length === 0 ? sums : sums.map((sum) => Math.round((sum / length) * 1e6) / 1e6)
}
