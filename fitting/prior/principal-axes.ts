import { Matrix } from 'ml-matrix'
import { leadingEigenvectors } from './eigenvectors.ts'

/** A linear map from embeddings to the axes used for learning taste. */
export type PrincipalAxes = { readonly centre: Float32Array; readonly projection: readonly Float32Array[] }

/**
 * Parts of the built-in embedding: the averages of blocks 5, 9, 12 and 14, then block 14's detectors. Each part is scaled
 * as a whole to its share of the variance, so within a part the features that vary more keep more weight.
 */
const parts = [
  { start: 0, end: 32, share: 0.3 },
  { start: 32, end: 96, share: 0.3 },
  { start: 96, end: 192, share: 0.3 },
  { start: 192, end: 352, share: 1 },
  { start: 352, end: 1312, share: 1 },
] as const

const axesMax = 96

/** Principal component analysis of these pictures. Their mean squared distance from the centre is 1. */
export function fitPrincipalAxes(embeddings: readonly Float32Array[]): PrincipalAxes {
  const dimensions = parts.at(-1)?.end ?? 0
  const features = new Matrix(embeddings.map((embedding) => embedding.subarray(0, dimensions)))
  const centre = Float32Array.from(features.mean('column'))
  const centred = features.subRowVector(centre)
  const scale = scalesOf(centred)
  const points = centred.mulRowVector(scale)
  // There are fewer pictures than features, so the Gram matrix is the smaller one to decompose.
  const gram = points.mmulByTranspose()
  const { values, vectors } = leadingEigenvectors(gram, Math.min(axesMax, points.rows - 1))
  const projection = vectors.map((vector, axis) => {
    const row = Matrix.rowVector(vector.map((value) => value / Math.sqrt(values[axis] as number)))
    return Float32Array.from(row.mmul(points).mulRowVector(scale).getRow(0))
  })
  return { centre, projection }
}

export function project({ centre, projection }: PrincipalAxes, embedding: Float32Array): Float32Array {
  const centred = embedding.map((value, i) => value - (centre[i] as number))
  return Float32Array.from(projection, (row) => row.reduce((sum, value, i) => sum + value * (centred[i] as number), 0))
}

function scalesOf(centred: Matrix): readonly number[] {
  const total = parts.reduce((sum, { share }) => sum + share, 0)
  return parts.flatMap(({ start, end, share }) => {
    const part = centred.subMatrix(0, centred.rows - 1, start, end - 1)
    const variance = part.dot(part) / centred.rows
    return Array.from({ length: end - start }, () => Math.sqrt(share / total / variance))
  })
}
