import { type AttributeName, attributes } from '../attributes/catalogue.ts'
import { rankAmongKind } from '../attributes/kinds.ts'
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
/** Some of 28 attributes differ by chance. A difference counts from this many standard errors on. */
const standardErrorsMin = 2.2
/** Ranks that vary less, once others are taken into account, are those of the others. */
const varianceMin = 1e-3

/**
 * The leanings of the labels and comparisons, strongest first. An attribute that differs only because it goes with a
 * stronger one, as saturation goes with darkness, is left out: changing it alone would not help. Without pictures on
 * both sides there are no leanings.
 */
export function leaningsOf(input: FitInput): readonly Leaning[] {
  const preferences = preferencesOf(input)
  const liked = preferences.map((value) => Math.max(value, 0))
  const disliked = preferences.map((value) => Math.max(-value, 0))
  const [likedCount, dislikedCount] = [effectiveCount(liked), effectiveCount(disliked)]
  if (likedCount === 0 || dislikedCount === 0) return []
  const fewer = Math.min(likedCount, dislikedCount)
  const shrinkage = fewer / (fewer + halfShrinkageCount)
  const all = preferences.map(Math.abs)
  const differenceOf = (values: Float64Array) => weightedMean(values, liked) - weightedMean(values, disliked)
  const candidates = attributes
    .map(({ name }) => {
      const ranks = Float64Array.from(input.pictures, (picture) => rankAmongKind(name, picture.attributes))
      return { attribute: name, ranks, difference: differenceOf(ranks) }
    })
    .sort((one, other) => Math.abs(other.difference) - Math.abs(one.difference))
  const chosen: Leaning[] = []
  const explained: Float64Array[] = []
  for (const { attribute, ranks, difference } of candidates) {
    const rest = unexplained(ranks, explained, all)
    const variance = weightedMean(
      rest.map((value) => value ** 2),
      all,
    )
    const left = differenceOf(rest) * Math.sign(difference)
    const standardError = Math.sqrt(variance * (1 / likedCount + 1 / dislikedCount))
    if (variance < varianceMin || left < standardErrorsMin * standardError) continue
    chosen.push({ attribute, liked: weightedMean(ranks, liked), effect: shrinkage * difference })
    explained.push(rest)
  }
  return chosen
}

/** What remains of the ranks, around their mean, without what the other values, which are orthogonal, explain. */
function unexplained(ranks: Float64Array, others: readonly Float64Array[], weights: Float64Array): Float64Array {
  const mean = weightedMean(ranks, weights)
  let rest = ranks.map((rank) => rank - mean)
  for (const other of others) {
    const product = (values: Float64Array) =>
      weightedMean(
        values.map((value, i) => value * (other[i] as number)),
        weights,
      )
    const slope = product(rest) / product(other)
    rest = rest.map((value, i) => value - slope * (other[i] as number))
  }
  return rest
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

function weightedMean(values: Float64Array, weights: Float64Array): number {
  const total = weights.reduce((sum, weight) => sum + weight, 0)
  return values.reduce((sum, value, i) => sum + value * (weights[i] as number), 0) / total
}
