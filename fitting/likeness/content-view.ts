import type { LikenessHead } from '@palate/core/taste/likeness/space.ts'
import { pack } from '@palate/core/taste/prior/packing.ts'
import { Matrix } from 'ml-matrix'
import { leadingEigenvectors } from '../prior/eigenvectors.ts'
import type { Sample } from './sample.ts'

/** Averages of block 14 and of its detectors, which respond to objects. Each part has the same total variance. */
const parts = [
  { start: 192, end: 352 },
  { start: 352, end: 1312 },
]
const start = 192
const axes = 64
/** Enough for 64 axes; the fit takes cubic time. */
const picturesMax = 600

/**
 * Principal axes of the last layers' features, each divided by the square root of its deviation, so that the first ones
 * do not dominate. Pictures of one subject then have a large cosine. Calibration stays at 1.
 */
export function fitContentView(samples: readonly Sample[]): LikenessHead['content'] {
  const every = Math.ceil(samples.length / picturesMax)
  const chosen = samples.filter((_, i) => i % every === 0)
  const features = new Matrix(chosen.map(({ features }) => Array.from(features.embedding.subarray(start))))
  const centre = features.mean('column')
  const centred = features.subRowVector(centre)
  const scales = parts.flatMap((part) => {
    const own = centred.subMatrix(0, centred.rows - 1, part.start - start, part.end - start - 1)
    return Array.from({ length: part.end - part.start }, () => Math.sqrt(centred.rows / own.dot(own)))
  })
  const points = centred.mulRowVector(scales)
  // There are fewer pictures than features, so the Gram matrix is the smaller one to decompose.
  const { values, vectors } = leadingEigenvectors(points.mmul(points.transpose()).div(points.rows), axes)
  const projection = vectors.map((vector, k) => {
    const value = values[k] as number
    const axis = Matrix.rowVector(vector)
      .mmul(points)
      .div(Math.sqrt(points.rows * value))
    return axis
      .mulRowVector(scales)
      .div(value ** 0.25)
      .getRow(0)
  })
  return {
    features: points.columns,
    centre: pack(centre),
    projection: pack(projection.flat()),
    correlation: 0.5,
    calibration: 1,
  }
}
