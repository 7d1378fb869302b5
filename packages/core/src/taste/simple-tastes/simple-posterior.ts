import type { TasteFrame } from '../gaussian-process/observations.ts'
import type { JointPosterior, Marginals, TasteModel } from '../gaussian-process/taste-model.ts'
import { matrix, symmetricMatrix } from '../linear-algebra/matrix.ts'
import { probabilityOf } from '../score.ts'
import { meanOf, type SimpleTaste, termValuesOf, varianceOf } from './simple-taste.ts'

type Predictor = Pick<TasteModel, 'simpleTastes' | 'settings'>

/** What each simple taste predicts for the frames. */
export function simpleMarginals(
  { simpleTastes, settings }: Predictor,
  frames: readonly TasteFrame[],
): readonly Marginals[] {
  const values = simpleTastes.length === 0 ? [] : frames.map((frame) => termValuesOf(frame, settings))
  return simpleTastes.map((taste) => ({
    weight: taste.weight,
    means: numbersOf(values, (one) => meanOf(taste, one)),
    variances: numbersOf(values, (one) => varianceOf(taste, one)),
  }))
}

/** A score asks many tastes about one frame, for which `Float64Array.from` would take longer than the answer. */
function numbersOf(values: readonly Float64Array[], numberOf: (values: Float64Array) => number): Float64Array {
  const numbers = new Float64Array(values.length)
  for (const [i, one] of values.entries()) numbers[i] = numberOf(one)
  return numbers
}

/** What the simple tastes contribute to the score of each frame. */
export function simpleScores({ simpleTastes, settings }: Predictor, frames: readonly TasteFrame[]): Float64Array {
  return Float64Array.from(frames, (frame) => {
    const values = termValuesOf(frame, settings)
    return simpleTastes.reduce(
      (sum, taste) =>
        sum + taste.weight * probabilityOf({ mean: meanOf(taste, values), variance: varianceOf(taste, values) }),
      0,
    )
  })
}

/** The simple tastes as one Gaussian with their mean and covariance. Empty if there are none. */
export function simpleJointPosterior(
  { simpleTastes, settings }: Predictor,
  frames: readonly TasteFrame[],
): readonly JointPosterior[] {
  if (simpleTastes.length === 0) return []
  const rows = frames.map((frame) => termValuesOf(frame, settings))
  const { weight, mean, covariance } = factorsOf(simpleTastes, rows[0]?.length ?? 0)
  const size = mean.length
  const dotOf = (a: Float64Array, b: Float64Array) => a.reduce((sum, value, i) => sum + value * (b[i] as number), 0)
  const images = rows.map((row) =>
    Float64Array.from({ length: size }, (_, i) => dotOf(row, covariance.values.subarray(i * size, (i + 1) * size))),
  )
  return [
    {
      weight,
      means: Float64Array.from(rows, (row) => dotOf(row, mean)),
      covariance: symmetricMatrix(frames.length, (i, j) => dotOf(images[i] as Float64Array, rows[j] as Float64Array)),
    },
  ]
}

/** The mean and covariance of all factors, where a taste without a term has a factor of 0. */
function factorsOf(tastes: readonly SimpleTaste[], size: number) {
  const weight = tastes.reduce((sum, one) => sum + one.weight, 0)
  const mean = new Float64Array(size)
  const squares = new Float64Array(size * size)
  for (const one of tastes) {
    const share = one.weight / weight
    for (const [i, row] of one.places.entries()) {
      const own = one.mean[i] as number
      mean[row] = (mean[row] as number) + share * own
      for (const [j, column] of one.places.entries()) {
        const place = row * size + column
        const square = (one.covariance.values[i * one.places.length + j] as number) + own * (one.mean[j] as number)
        squares[place] = (squares[place] as number) + share * square
      }
    }
  }
  const covariance = matrix(
    size,
    size,
    (i, j) => (squares[i * size + j] as number) - (mean[i] as number) * (mean[j] as number),
  )
  return { weight, mean, covariance }
}
