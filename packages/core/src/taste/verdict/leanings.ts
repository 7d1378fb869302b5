import { type AttributeName, attributes } from '../attributes/catalogue.ts'
import { percentileRank } from '../attributes/quantiles.ts'
import { meansOf, targetsOf } from '../gaussian-process/posterior.ts'
import type { TasteModel } from '../gaussian-process/taste-model.ts'
import type { PictureFeatures } from '../model/fit-input.ts'

/** An attribute in which the pictures that a model has learned to like differ from those that it has learned to dislike. */
export interface Leaning {
  readonly attribute: AttributeName
  /** Mean percentile rank of the liked pictures. */
  readonly liked: number
  /** Difference to the disliked pictures, −1 to 1, shrunk towards 0 for few pictures. */
  readonly effect: number
}

const effectMin = 0.12
/** With this many pictures the difference is shrunk by half. */
const halfShrinkageCount = 4
/** The rank of a side without pictures. */
const typicalRank = 0.5

/**
 * The leanings of a model, strongest first. They come from what the judgements taught the model about the judged
 * pictures, so that comparisons count as well as labels. `pictures` are those of the model's frames, in order.
 */
export function leaningsOf(taste: TasteModel, pictures: readonly PictureFeatures[]): readonly Leaning[] {
  const learned = learnedParts(taste)
  const liked = learned.map((value) => Math.max(value, 0))
  const disliked = learned.map((value) => Math.max(-value, 0))
  const sides = [liked, disliked].map(effectiveCount).filter((count) => count > 0)
  if (sides.length === 0) return []
  const shrinkage = Math.min(...sides.map((count) => count / (count + halfShrinkageCount)))
  return attributes
    .map(({ name }): Leaning => {
      const ranks = pictures.map((picture) => percentileRank(name, picture.attributes[name]))
      const likedRank = meanRank(ranks, liked)
      return { attribute: name, liked: likedRank, effect: shrinkage * (likedRank - meanRank(ranks, disliked)) }
    })
    .filter(({ effect }) => Math.abs(effect) >= effectMin)
    .sort((one, other) => Math.abs(other.effect) - Math.abs(one.effect))
}

/** What the judgements add to the utility of each judged picture, without its picture-specific effect. */
function learnedParts(taste: TasteModel): Float64Array {
  const targets = targetsOf(taste, taste.frames, 'none')
  const sums = new Float64Array(taste.frames.length)
  for (const component of taste.components) {
    const { weight, factor } = component
    for (const [i, mean] of meansOf(component, targets).entries()) {
      const before = (targets.wishes[i] as number) + factor * (targets.crowd[i] as number)
      sums[i] = (sums[i] as number) + weight * (mean - before)
    }
  }
  return sums
}

/** The number of equally weighted pictures that would be as certain (Kish's effective sample size). */
function effectiveCount(weights: Float64Array): number {
  const sum = weights.reduce((total, weight) => total + weight, 0)
  const squares = weights.reduce((total, weight) => total + weight ** 2, 0)
  return squares === 0 ? 0 : sum ** 2 / squares
}

function meanRank(ranks: readonly number[], weights: Float64Array): number {
  const total = weights.reduce((sum, weight) => sum + weight, 0)
  if (total === 0) return typicalRank
  return ranks.reduce((sum, rank, i) => sum + rank * (weights[i] as number), 0) / total
}
