import { type AttributeName, attributes } from '../attributes/catalogue.ts'
import { percentileRank } from '../attributes/quantiles.ts'
import type { FitInput } from '../model/fit-input.ts'

/** An attribute in which the pictures that the owner prefers differ from the others. */
export interface Leaning {
  readonly attribute: AttributeName
  /** Mean percentile rank of the preferred pictures. */
  readonly liked: number
  /** Difference to the rejected pictures, −1 to 1, shrunk towards 0 for few pictures. */
  readonly effect: number
}

/** With this many pictures on a side, the difference is shrunk by half. */
const halfShrinkageCount = 4
/** Of 28 attributes, some differ by chance. A difference counts from this many standard errors on. */
const standardErrorsMin = 2.5
/** The variance of percentile ranks, which are uniformly distributed over pictures in general. */
const rankVariance = 1 / 12

/** The leanings of the labels and comparisons, strongest first. Without pictures on both sides there are none. */
export function leaningsOf(input: FitInput): readonly Leaning[] {
  const preferences = preferencesOf(input)
  const liked = preferences.map((value) => Math.max(value, 0))
  const disliked = preferences.map((value) => Math.max(-value, 0))
  const [likedCount, dislikedCount] = [effectiveCount(liked), effectiveCount(disliked)]
  if (likedCount === 0 || dislikedCount === 0) return []
  const fewer = Math.min(likedCount, dislikedCount)
  const shrinkage = fewer / (fewer + halfShrinkageCount)
  const differenceMin = standardErrorsMin * Math.sqrt(rankVariance * (1 / likedCount + 1 / dislikedCount))
  return attributes
    .flatMap(({ name }): readonly Leaning[] => {
      const ranks = input.pictures.map((picture) => percentileRank(name, picture.attributes[name]))
      const likedRank = weightedMean(ranks, liked)
      const difference = likedRank - weightedMean(ranks, disliked)
      if (Math.abs(difference) < differenceMin) return []
      return [{ attribute: name, liked: likedRank, effect: shrinkage * difference }]
    })
    .sort((one, other) => Math.abs(other.effect) - Math.abs(one.effect))
}

/** For each picture, how often it was labelled good or won, minus how often it was labelled bad or lost. */
function preferencesOf({ pictures, labels, comparisons }: FitInput): Float64Array {
  const sums = new Float64Array(pictures.length)
  const add = (picture: number, value: number) => {
    sums[picture] = (sums[picture] as number) + value
  }
  for (const { picture, good, weight } of labels) add(picture, good ? weight : -weight)
  for (const { a, b, outcome, weight } of comparisons) {
    const margin = weight * (2 * outcome - 1)
    add(a, margin)
    add(b, -margin)
  }
  return sums
}

/** The number of equally weighted pictures that would be as certain (Kish's effective sample size). */
function effectiveCount(weights: Float64Array): number {
  const sum = weights.reduce((total, weight) => total + weight, 0)
  const squares = weights.reduce((total, weight) => total + weight ** 2, 0)
  return squares === 0 ? 0 : sum ** 2 / squares
}

function weightedMean(values: readonly number[], weights: Float64Array): number {
  const total = weights.reduce((sum, weight) => sum + weight, 0)
  return values.reduce((sum, value, i) => sum + value * (weights[i] as number), 0) / total
}
