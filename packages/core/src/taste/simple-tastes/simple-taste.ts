import type { TasteFrame, TasteSettings } from '../gaussian-process/observations.ts'
import type { Matrix } from '../linear-algebra/matrix.ts'
import type { Trait } from './traits.ts'

/** What a simple taste adds up: the bias towards calling pictures good, the wishes and the traits. */
export type Term = 'bias' | 'wishes' | Trait

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

/** The number by which each term's factor is multiplied: the bias, the wishes, then the traits. */
export function termValuesOf({ traits = none, wishMean = 0 }: TasteFrame, { wishScale }: TasteSettings): Float64Array {
  return Float64Array.of(1, wishMean / wishScale, ...traits)
}

const none = new Float64Array(0)

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
