import { matrix } from '@palate/core/taste/linear-algebra.ts'
import { leadingEigen } from './eigenvectors.ts'

/** A linear map from embeddings to the axes of the space in which taste is learned. */
export type Space = { readonly centre: Float32Array; readonly projection: readonly Float32Array[] }

/**
 * Parts of the built-in embedding: the averages of blocks 5, 9, 12 and 14, and of block 14's detectors. Each part's
 * spread is brought to its share; within a part, numbers that vary more between pictures count for more.
 */
const parts = [
  { start: 0, end: 32, share: 0.3 },
  { start: 32, end: 96, share: 0.3 },
  { start: 96, end: 192, share: 0.3 },
  { start: 192, end: 352, share: 1 },
  { start: 352, end: 1312, share: 1 },
] as const

export const axesCount = 96

/** Principal axes of these pictures; the mean squared distance from the centre is one. */
export function fitSpace(embeddings: readonly Float32Array[]): Space {
  const dimensions = parts.at(-1)?.end ?? 0
  const centre = new Float32Array(dimensions)
  for (let i = 0; i < dimensions; i++) centre[i] = mean(embeddings.map((embedding) => embedding[i] as number))
  const scale = scalesOf(embeddings, centre)
  const points = embeddings.map((embedding) =>
    Float64Array.from(centre, (middle, i) => ((embedding[i] as number) - middle) * (scale[i] as number)),
  )
  const gram = matrix(points.length, points.length, (a, b) => (b < a ? 0 : inner(points[a], points[b])))
  for (let a = 0; a < points.length; a++) {
    for (let b = 0; b < a; b++) gram.values[a * points.length + b] = gram.values[b * points.length + a] as number
  }
  const { values, vectors } = leadingEigen(gram, Math.min(axesCount, points.length - 1))
  const projection = vectors.map((mix, axis) => {
    const length = Math.sqrt(values[axis] as number)
    const row = new Float64Array(dimensions)
    for (const [k, point] of points.entries()) {
      const share = (mix[k] as number) / length
      for (let i = 0; i < dimensions; i++) row[i] = (row[i] as number) + share * (point[i] as number)
    }
    return Float32Array.from(row, (value, i) => value * (scale[i] as number))
  })
  return { centre, projection }
}

export function onAxes({ centre, projection }: Space, embedding: Float32Array): Float32Array {
  const centred = embedding.map((value, i) => value - (centre[i] as number))
  return Float32Array.from(projection, (row) => inner(row, centred))
}

function scalesOf(embeddings: readonly Float32Array[], centre: Float32Array): Float64Array {
  const scale = new Float64Array(centre.length)
  const total = parts.reduce((sum, { share }) => sum + share, 0)
  for (const { start, end, share } of parts) {
    const spread = mean(
      embeddings.map((embedding) => {
        let sum = 0
        for (let i = start; i < end; i++) sum += ((embedding[i] as number) - (centre[i] as number)) ** 2
        return sum
      }),
    )
    scale.fill(Math.sqrt(share / total / spread), start, end)
  }
  return scale
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length
}

function inner(a: ArrayLike<number> = [], b: ArrayLike<number> = []): number {
  let sum = 0
  for (let i = 0; i < a.length; i++) sum += (a[i] as number) * (b[i] as number)
  return sum
}
