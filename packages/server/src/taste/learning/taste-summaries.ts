import type { Element } from '@palate/core/profile/schema.ts'
import { limitExamples } from '@palate/core/taste/judgements/example-limit.ts'
import { lastLabels } from '@palate/core/taste/judgements/judged-things.ts'
import { trainingExamplesOf } from '@palate/core/taste/judgements/training-examples.ts'
import { understandingsOf, wishesPerModelMax } from '@palate/core/taste/model/fit-input.ts'
import { promptSummary, type SummaryInput } from '@palate/core/taste/summary/prompt-summary.ts'
import { tendenciesOf } from '@palate/core/taste/tendencies/tendencies.ts'
import type { Features } from '../../pictures/features/features.ts'
import type { TasteSummaries, TasteSummary } from '../../ports/scoring.ts'
import type { State } from '../../ports/states.ts'
import type { TrainingSet } from '../training-sets/training-set.ts'
import type { TrainingSetLoader } from '../training-sets/training-set-loader.ts'
import { judgedPictures } from './judged-pictures.ts'

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

async function summaryOf(state: State, trainingSet: TrainingSet | undefined): Promise<TasteSummary> {
  const input = trainingSet
    ? summaryInputOf(trainingSet)
    : wordsOf(state.seed, [...(await limitedExamplesOf(state)).values()])
  const liked = trainingSet ? labelledPictures(trainingSet, true) : []
  return { promptSummary: promptSummary(input), embeddingCentroid: centroidOf(liked) }
}

/** Covers the elements of all dimensions. */
export function summaryInputOf(trainingSet: TrainingSet): SummaryInput {
  return {
    ...wordsOf(trainingSet.seed, [...trainingSet.examples.values()]),
    tendencies: tendenciesOf(judgedPictures(trainingSet)),
  }
}

function wordsOf(seed: string | null, examples: readonly { readonly constraints: readonly Element[] }[]): SummaryInput {
  const constraints = examples.flatMap((dimension) => dimension.constraints)
  const understood = understandingsOf(seed, constraints)
  const answers = understood.filter(({ id }) => id !== 'seed')
  return {
    seed,
    seedWishes: understood.flatMap(({ id, wishes }) => (id === 'seed' ? wishes : [])),
    // The model uses no more.
    wishes: answers.flatMap(({ wishes }) => wishes).slice(-wishesPerModelMax),
    notUnderstood: answers.flatMap(({ notUnderstood }) => notUnderstood),
  }
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

/**
 * The pictures labelled good, or those labelled not good, in any dimension. Each occurs once; within a dimension the
 * last label counts.
 */
function labelledPictures(
  { examples, pictures }: Pick<TrainingSet, 'examples' | 'pictures'>,
  isGood: boolean,
): readonly Features[] {
  const labels = [...examples.values()].flatMap((dimension) => lastLabels(dimension.labels))
  const names = new Set(labels.flatMap(({ good, picture }) => (good === isGood ? [picture] : [])))
  return [...names].flatMap((name) => pictures.get(name) ?? [])
}
