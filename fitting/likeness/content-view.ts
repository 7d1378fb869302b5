import type { LikenessHead } from '@palate/core/taste/likeness/space.ts'
import { pack, unpack } from '@palate/core/taste/prior/packing.ts'
import { Matrix } from 'ml-matrix'
import type { ObjectAxes } from '../objects/object-axes.ts'
import { leadingEigenvectors } from '../prior/eigenvectors.ts'
import type { Sample } from './sample.ts'

/** Averages of block 14 and of its detectors, which respond to objects. Each part has the same total variance. */
const parts = [
  { start: 192, end: 352 },
  { start: 352, end: 1312 },
]
const ownAxes = 64
const axes = 128
/** Enough for these axes; the fit takes cubic time. */
const picturesMax = 600

/**
 * Two maps with the same total variance, on the axes along which they vary most: principal axes of the last layers'
 * features, each divided by the square root of its deviation, so that the first ones do not dominate, and what ResNet-50
 * would see. Pictures of one subject then have a large cosine. Calibration stays at 1.
 */
export function fitContentView(samples: readonly Sample[], objectAxes: ObjectAxes): LikenessHead['content'] {
  const every = Math.ceil(samples.length / picturesMax)
  const chosen = samples.filter((_, i) => i % every === 0)
  const features = new Matrix(chosen.map(({ features }) => Array.from(features.embedding)))
  const centre = features.mean('column')
  const centred = features.subRowVector(centre)
  const objects = new Matrix(rowsOf(unpack(objectAxes.projection), objectAxes.features))
  const both = [layerAxes(centred), objects].flatMap((map) => {
    const points = centred.mmul(map.transpose())
    return map.div(Math.sqrt(points.dot(points) / points.rows)).to2DArray()
  })
  const map = new Matrix(both)
  const points = centred.mmul(map.transpose())
  const { vectors } = leadingEigenvectors(points.transpose().mmul(points), axes)
  const projection = new Matrix(vectors.map((vector) => Array.from(vector))).mmul(map)
  return {
    features: centred.columns,
    centre: pack(centre),
    projection: pack(projection.to1DArray()),
    correlation: 0.5,
    calibration: 1,
  }
}

/** A row for each axis. The features of the first layers have no part. */
function layerAxes(centred: Matrix): Matrix {
  const scales = new Array<number>(centred.columns).fill(0)
  for (const { start, end } of parts) {
    const own = centred.subMatrix(0, centred.rows - 1, start, end - 1)
    scales.fill(Math.sqrt(centred.rows / own.dot(own)), start, end)
  }
  const points = centred.clone().mulRowVector(scales)
  // There are fewer pictures than features, so the Gram matrix is the smaller one to decompose.
  const { values, vectors } = leadingEigenvectors(points.mmul(points.transpose()).div(points.rows), ownAxes)
  const rows = vectors.map((vector, k) => {
    const value = values[k] as number
    const axis = Matrix.rowVector(vector)
      .mmul(points)
      .div(Math.sqrt(points.rows * value))
    return axis
      .mulRowVector(scales)
      .div(value ** 0.25)
      .getRow(0)
  })
  return new Matrix(rows)
}

function rowsOf(values: Float32Array, columns: number): number[][] {
  return Array.from({ length: values.length / columns }, (_, i) =>
    Array.from(values.subarray(i * columns, (i + 1) * columns)),
  )
}
