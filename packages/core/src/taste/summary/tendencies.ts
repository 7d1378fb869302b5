import type { z } from 'zod'
import { type AttributeName, attributes } from '../attributes/catalogue.ts'
import { percentileRank, quantileOf } from '../attributes/quantiles.ts'
import type { Measured } from '../attributes.ts'
import type { Tendencies } from '../diagnostics-schema.ts'

/** The mean attributes of a group of pictures, and the number of pictures. */
export interface Group {
  readonly count: number
  readonly means: Measured
  /** Standard deviations of the percentile ranks. */
  readonly spreads?: Measured
}

export type MeasuredTendencies = z.infer<typeof Tendencies>

export interface Tendency {
  readonly attribute: AttributeName
  /** Difference in percentile ranks, −1 to 1, shrunk towards 0 for few pictures; positive if more of it is liked. */
  readonly effect: number
  /** The word for the side that is liked. */
  readonly word: string
}

const effectMin = 0.12
/** With this many pictures the difference is shrunk by half. */
const halfShrinkageCount = 4

/** How liked pictures differ from disliked ones, or from typical ones if only one group exists; the largest first. */
export function tendencies(liked: Group | undefined, disliked: Group | undefined): readonly Tendency[] {
  if (liked === undefined && disliked === undefined) return []
  const shrinkages = [liked, disliked].flatMap((group) =>
    group === undefined ? [] : [group.count / (group.count + halfShrinkageCount)],
  )
  const shrinkage = Math.min(...shrinkages)
  return attributes
    .map(({ name, low, high }): Tendency => {
      const effect = shrinkage * (rankOf(liked, name) - rankOf(disliked, name))
      return { attribute: name, effect, word: effect > 0 ? high : low }
    })
    .filter(({ effect }) => Math.abs(effect) >= effectMin)
    .sort((one, other) => Math.abs(other.effect) - Math.abs(one.effect))
}

/** The percentile rank of a group's mean; the median if there is no group. */
export function rankOf(group: Group | undefined, name: AttributeName): number {
  return group === undefined ? 0.5 : percentileRank(name, group.means[name])
}

export function groupOf(pictures: readonly Measured[]): Group | undefined {
  if (pictures.length === 0) return undefined
  return {
    count: pictures.length,
    means: ofEach((name) => mean(pictures.map((measured) => measured[name]))),
    spreads: ofEach((name) => deviation(pictures.map((measured) => percentileRank(name, measured[name])))),
  }
}

/** The mean of each attribute over good and bad pictures, next to its median over pictures in general. */
export function tendenciesOf(
  good: readonly Measured[],
  bad: readonly Measured[],
  /** The paths of the good pictures' thumbnails, in the same order. */
  thumbnails: readonly string[] = [],
): MeasuredTendencies {
  const liked = groupOf(good)
  const disliked = groupOf(bad)
  return {
    pictures: { good: good.length, bad: bad.length },
    attributes: attributes.map(({ name }) => ({
      attribute: name,
      good: liked ? toFourDecimals(liked.means[name]) : null,
      bad: disliked ? toFourDecimals(disliked.means[name]) : null,
      general: quantileOf(name, 0.5),
      ...examplesOf(name, good, thumbnails),
    })),
  }
}

function examplesOf(name: AttributeName, pictures: readonly Measured[], thumbnails: readonly string[]) {
  const ordered = thumbnails
    .map((thumbnail, i) => ({ thumbnail, value: pictures[i]?.[name] ?? 0 }))
    .sort((one, other) => one.value - other.value)
  const [lowest, highest] = [ordered[0], ordered.at(-1)]
  return lowest && highest ? { examples: { lowest: lowest.thumbnail, highest: highest.thumbnail } } : {}
}

function ofEach(measure: (name: AttributeName) => number): Measured {
  return Object.fromEntries(attributes.map(({ name }) => [name, measure(name)])) as Measured
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length
}

function deviation(values: readonly number[]): number {
  const middle = mean(values)
  return Math.sqrt(mean(values.map((value) => (value - middle) ** 2)))
}

/** The same precision as scores. */
function toFourDecimals(value: number): number {
  return Math.round(value * 10_000) / 10_000
}
