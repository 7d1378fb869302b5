import type { TasteFrame, TasteSettings } from '../gaussian-process/observations.ts'
import type { Matrix } from '../linear-algebra/matrix.ts'
import { firstAxis, firstSquare, firstTrait, type Term } from './terms.ts'
import { attributeNames } from './traits.ts'

/** The posterior of one simple taste, as plain data. `mean` and `covariance` are those of the factors of the terms. */
export type SimpleTaste = {
  /** Posterior probability. */
  readonly weight: number
  readonly terms: readonly Term[]
  /** The place of each term among the numbers of `termValuesOf`. */
  readonly places: readonly number[]
  readonly mean: Float64Array
  readonly covariance: Matrix
}

/** Ranks from -1 to 1 have squares of this mean. */
const meanSquare = 1 / 3

/** Every fold of a cross-validation needs the numbers of the same frames, which are those of one dimension. */
const valueCache = new WeakMap<TasteFrame, Float64Array>()

/** The number by which each term's factor is multiplied, at the place of the term. */
export function termValuesOf(frame: TasteFrame, { wishScale }: Pick<TasteSettings, 'wishScale'>): Float64Array {
  const known = valueCache.get(frame)
  if (known) return known
  const { wishMean = 0, coordinates } = frame
  const { axes } = coordinates
  const values = new Float64Array(firstAxis + axes.length)
  valueCache.set(frame, values)
  values[0] = 1
  values[1] = wishMean / wishScale
  if (frame.traits) {
    values.set(frame.traits, firstTrait)
    for (let i = 0; i < attributeNames.length; i++)
      values[firstSquare + i] = (frame.traits[i] as number) ** 2 - meanSquare
  }
  values.set(axes, firstAxis)
  return values
}

export function meanOf({ places, mean }: SimpleTaste, values: Float64Array): number {
  let sum = 0
  for (let i = 0; i < places.length; i++) sum += (mean[i] as number) * (values[places[i] as number] as number)
  return sum
}

export function varianceOf({ places, covariance }: SimpleTaste, values: Float64Array): number {
  const { columns } = covariance
  let sum = 0
  for (let i = 0; i < columns; i++) {
    const own = values[places[i] as number] as number
    let row = 0
    for (let j = 0; j < columns; j++) {
      row += (covariance.values[i * columns + j] as number) * (values[places[j] as number] as number)
    }
    sum += own * row
  }
  return Math.max(sum, 0)
}
