import { type AttributeName, attributes } from '@palate/core/taste/attributes.ts'
import type { LookHead } from '@palate/core/taste/likeness/space.ts'
import { pack } from '@palate/core/taste/prior/packing.ts'
import { Matrix } from 'ml-matrix'
import { leadingEigenvectors } from '../prior/eigenvectors.ts'
import type { Sample } from './sample.ts'

/** The photographs have one format, and their edits hardly change how many pastels they have. */
const unfitted: ReadonlySet<AttributeName> = new Set(['aspect', 'pastel'])
export const lookAttributes = attributes.map(({ name }) => name).filter((name) => !unfitted.has(name))

/** Averages of the network's blocks 5, 9 and 12, which respond to edges, colours and textures rather than objects. */
const embeddingParts = [
  { start: 0, end: 32 },
  { start: 32, end: 96 },
  { start: 96, end: 192 },
]
const coordinatesMax = 40
/** Share of the variance within looks that is added to every direction, so that none appears free of noise. */
const shrinkage = 0.05

/**
 * Linear discriminant analysis of pictures by their look: the directions in which looks differ most, relative to how
 * much pictures of one look differ. Calibration stays at 1. The usual kinds of picture are excluded.
 */
export function fitLookView(samples: readonly Sample[], from: 'attributes' | 'embedding'): LookHead {
  const parts = from === 'attributes' ? [] : embeddingParts
  const features = new Matrix(samples.map((sample) => lookFeatures(sample, parts.at(-1)?.end ?? 0)))
  const centre = features.mean('column')
  const centred = features.subRowVector(centre)
  const scales = scalesOf(centred, parts)
  const points = centred.mulRowVector(scales)
  const { within, between } = covariancesOf(
    points,
    samples.map(({ look }) => look),
  )
  const whitening = inverseRoot(within)
  const { values, vectors } = leadingEigenvectors(
    whitening.mmul(between).mmul(whitening),
    Math.min(coordinatesMax, points.columns),
  )
  const kept = values.filter((value) => value > 0)
  const projection = kept.map((_, k) =>
    Matrix.rowVector(vectors[k] as Float64Array)
      .mmul(whitening)
      .mulRowVector(scales)
      .getRow(0),
  )
  return {
    features: points.columns,
    centre: pack(centre),
    projection: pack(projection.flat()),
    between: pack(kept),
    calibration: 1,
    usual: pack([]),
  }
}

export function lookFeatures({ features }: Sample, embeddingCount: number): number[] {
  return [...lookAttributes.map((name) => features.attributes[name]), ...features.embedding.subarray(0, embeddingCount)]
}

/**
 * The attributes have a total variance of 1, in equal parts. Each part of the embedding also has a total variance of 1.
 */
function scalesOf(centred: Matrix, parts: typeof embeddingParts): number[] {
  const variance = (column: number) => {
    const values = centred.getColumn(column)
    return values.reduce((sum, value) => sum + value * value, 0) / values.length
  }
  const ofAttributes = lookAttributes.map((_, i) => 1 / Math.sqrt(lookAttributes.length * variance(i)))
  const ofEmbedding = parts.flatMap(({ start, end }) => {
    const columns = Array.from({ length: end - start }, (_, i) => lookAttributes.length + start + i)
    const total = columns.reduce((sum, column) => sum + variance(column), 0)
    return columns.map(() => 1 / Math.sqrt(total))
  })
  return [...ofAttributes, ...ofEmbedding]
}

function covariancesOf(points: Matrix, looks: readonly number[]) {
  const size = points.columns
  const names = [...new Set(looks)]
  const [within, between] = [Matrix.zeros(size, size), Matrix.zeros(size, size)]
  for (const look of names) {
    const own = points.selection(
      looks.flatMap((one, i) => (one === look ? [i] : [])),
      Array.from({ length: size }, (_, i) => i),
    )
    const mean = Matrix.rowVector(own.mean('column'))
    between.add(mean.transpose().mmul(mean))
    const rest = own.subRowVector(mean)
    within.add(rest.transpose().mmul(rest))
  }
  within.div(points.rows - names.length)
  within.add(Matrix.eye(size, size, (shrinkage * within.trace()) / size))
  // The mean of a few pictures varies even if the looks do not differ.
  between.div(names.length).sub(Matrix.mul(within, names.length / points.rows))
  return { within, between }
}

/** The symmetric M with M·A·M = I. */
function inverseRoot(symmetric: Matrix): Matrix {
  const { values, vectors } = leadingEigenvectors(symmetric, symmetric.rows)
  const basis = new Matrix(vectors.map((vector) => Array.from(vector)))
  const scaled = new Matrix(
    vectors.map((vector, k) => Array.from(vector, (value) => value / Math.sqrt(values[k] as number))),
  )
  return basis.transpose().mmul(scaled)
}
