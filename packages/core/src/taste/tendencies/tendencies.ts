import { type Kind, kindOf, rankAmongKind } from '../attributes/kinds.ts'
import { isUsedFor } from '../attributes/words.ts'
import { type AttributeName, attributes, type Measured } from '../attributes.ts'
import { twoSidedProbability } from './student-t.ts'

export interface JudgedPicture {
  readonly attributes: Measured
  /** Above 0 if it was called good or won, below 0 if it was called bad or lost. Larger if that weighs more. */
  readonly preference: number
}

/** What separates the good pictures from the bad ones, or from usual ones of their kind if there are no others. */
export interface Tendency {
  readonly attribute: AttributeName
  readonly wantsMore: boolean
  /** Mean ranks among pictures of the same kind; undefined without such pictures. */
  readonly good: number | undefined
  readonly bad: number | undefined
  /** How far these are apart, −1 to 1, shrunk towards 0 for few pictures; above 0 if more of it is liked. */
  readonly effect: number
  /** How many good and bad pictures are on the liked side of the middle between the two. */
  readonly evidence: Evidence
  /** Whether it remains after stronger ones are taken into account: saturation often only goes with brightness. */
  readonly isOwn: boolean
}

export interface Evidence {
  readonly good: Share
  readonly bad: Share
}

export interface Share {
  readonly count: number
  readonly of: number
}

/** Everything that is claimed about a taste on the evidence of pictures. Nothing else is. */
export interface Tendencies {
  readonly kind: Kind | undefined
  readonly good: number
  readonly bad: number
  /** The largest difference first. */
  readonly list: readonly Tendency[]
}

export const noTendencies: Tendencies = { kind: undefined, good: 0, bad: 0, list: [] }

/** Below the tenth that is allowed: the ranks of few pictures are not normally distributed. */
const falseShareMax = 0.06
/** Ranks of usual pictures are evenly spread. That counts like this many pictures, which a few that are alike do not outweigh. */
const usualVariance = 1 / 12
const usualFreedom = 4
/** With this many pictures on a side, a difference is shrunk by half. */
const halfShrinkageCount = 4
/** What is left of a difference after stronger ones are taken into account counts from this many standard errors on. */
const ownStandardErrorsMin = 2.2
/** Ranks that vary less, once others are taken into account, are those of the others. */
const varianceMin = 1e-3

/**
 * Tests every attribute by its mean ranks, and keeps as many as Benjamini and Hochberg's rule allows, so that what is
 * chance is rarely listed however many attributes there are.
 */
export function tendenciesOf(pictures: readonly JudgedPicture[]): Tendencies {
  const good = groupOf(pictures, 1)
  const bad = groupOf(pictures, -1)
  const judged = pictures.filter(({ preference }) => preference !== 0)
  const kind = kindOf(judged.map((picture) => picture.attributes))
  const about = { kind, good: good.members.length, bad: bad.members.length }
  if (judged.length === 0) return { ...about, list: [] }
  const all = attributes
    .filter(({ name }) => isUsedFor(name, kind))
    .map(({ name }) => contrastIn(name, pictures, good, bad))
  const kept = withoutChance(all).toSorted((one, other) => Math.abs(other.difference) - Math.abs(one.difference))
  const own = ownAmong(kept, good, bad)
  const counts = [good, bad].filter(({ count }) => count > 0).map(({ count }) => count)
  const fewest = Math.min(...counts)
  const shrinkage = fewest / (fewest + halfShrinkageCount)
  return { ...about, list: kept.map((contrast) => tendencyOf(contrast, good, bad, shrinkage, own.has(contrast))) }
}

/** The pictures of one side, by their index. */
interface Group {
  readonly members: readonly number[]
  readonly weights: Float64Array
  /** The number of equally weighted pictures that would be as certain (Kish's effective sample size). */
  readonly count: number
}

interface Contrast {
  readonly attribute: AttributeName
  readonly ranks: Float64Array
  readonly goodMean: number
  readonly badMean: number
  readonly difference: number
  readonly standardError: number
  /** Degrees of freedom. */
  readonly freedom: number
  readonly probability: number
}

/** How much more of each attribute the good pictures have than the bad ones, on the scale of ranks. */
export function contrastsIn(pictures: readonly JudgedPicture[], names: readonly AttributeName[]): readonly Contrast[] {
  const [good, bad] = [groupOf(pictures, 1), groupOf(pictures, -1)]
  return names.map((name) => contrastIn(name, pictures, good, bad))
}

function groupOf(pictures: readonly JudgedPicture[], side: 1 | -1): Group {
  const weights = Float64Array.from(pictures, ({ preference }) => Math.max(0, side * preference))
  const sum = weights.reduce((total, weight) => total + weight, 0)
  const squares = weights.reduce((total, weight) => total + weight ** 2, 0)
  const members = [...weights.keys()].filter((i) => (weights[i] as number) > 0)
  return { members, weights, count: squares === 0 ? 0 : sum ** 2 / squares }
}

function contrastIn(attribute: AttributeName, pictures: readonly JudgedPicture[], good: Group, bad: Group): Contrast {
  const ranks = Float64Array.from(pictures, (picture) => rankAmongKind(attribute, picture.attributes))
  const groups = [good, bad].filter(({ count }) => count > 0)
  // A side without pictures stands for usual ones, whose mean rank is known.
  const [goodMean, badMean] = [good, bad].map((group) => (group.count > 0 ? meanIn(group, ranks) : 0.5)) as [
    number,
    number,
  ]
  const spread = groups.reduce((sum, group) => sum + group.count * varianceIn(group, ranks), 0)
  const freedom = usualFreedom + groups.reduce((sum, { count }) => sum + count - 1, 0)
  const variance = (usualFreedom * usualVariance + spread) / freedom
  const standardError = Math.sqrt(variance * groups.reduce((sum, { count }) => sum + 1 / count, 0))
  const difference = goodMean - badMean
  const probability = twoSidedProbability(difference / standardError, freedom)
  return { attribute, ranks, goodMean, badMean, difference, standardError, freedom, probability }
}

/** Benjamini and Hochberg's rule. */
export function withoutChance<Tested extends { readonly probability: number }>(
  contrasts: readonly Tested[],
): readonly Tested[] {
  const likeliest = contrasts.toSorted((one, other) => one.probability - other.probability)
  const last = likeliest.findLastIndex(
    ({ probability }, i) => probability <= (falseShareMax * (i + 1)) / likeliest.length,
  )
  return likeliest.slice(0, last + 1)
}

/** The tendencies that are left once the stronger ones, which come first, are taken into account. */
function ownAmong(contrasts: readonly Contrast[], good: Group, bad: Group): ReadonlySet<Contrast> {
  const all = good.weights.map((weight, i) => weight + (bad.weights[i] as number))
  const sides = [good, bad].filter(({ count }) => count > 0)
  const own = new Set<Contrast>()
  const explained: Float64Array[] = []
  for (const contrast of contrasts) {
    const rest = unexplained(contrast.ranks, explained, all)
    const variance = weightedMean(
      rest.map((value) => value ** 2),
      all,
    )
    const difference = sides.length < 2 ? contrast.difference : meanIn(good, rest) - meanIn(bad, rest)
    const standardError = Math.sqrt(variance * sides.reduce((sum, { count }) => sum + 1 / count, 0))
    const isLeft = difference * Math.sign(contrast.difference) >= ownStandardErrorsMin * standardError
    if (variance < varianceMin || !isLeft) continue
    own.add(contrast)
    explained.push(rest)
  }
  return own
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

function tendencyOf(
  { attribute, ranks, goodMean, badMean, difference }: Contrast,
  good: Group,
  bad: Group,
  shrinkage: number,
  isOwn: boolean,
): Tendency {
  const middle = (goodMean + badMean) / 2
  const shareOf = ({ members }: Group): Share => ({
    count: members.filter((i) => ((ranks[i] as number) - middle) * difference > 0).length,
    of: members.length,
  })
  return {
    attribute,
    wantsMore: difference > 0,
    good: good.count > 0 ? goodMean : undefined,
    bad: bad.count > 0 ? badMean : undefined,
    effect: shrinkage * difference,
    evidence: { good: shareOf(good), bad: shareOf(bad) },
    isOwn,
  }
}

function meanIn({ weights }: Group, values: Float64Array): number {
  return weightedMean(values, weights)
}

function varianceIn(group: Group, values: Float64Array): number {
  const mean = meanIn(group, values)
  return meanIn(
    group,
    values.map((value) => (value - mean) ** 2),
  )
}

function weightedMean(values: Float64Array, weights: Float64Array): number {
  const total = weights.reduce((sum, weight) => sum + weight, 0)
  return values.reduce((sum, value, i) => sum + value * (weights[i] as number), 0) / total
}
