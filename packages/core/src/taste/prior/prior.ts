import { type Coordinates, innerProduct } from '../gaussian-process/kernel.ts'
import { openRows } from '../linear-algebra/rows.ts'
import { type Packed, unpack } from './packing.ts'

/**
 * The fitted parameters of a prior for one embedder: what people in general find beautiful, and along which directions
 * they differ. An embedding minus `centre` is projected onto a few axes. The prior mean is a sum of Gaussian bumps
 * around landmarks in that space; the directions are linear in the axes.
 */
export type PriorHead = {
  readonly about: string
  readonly dimensions: number
  readonly axes: number
  readonly centre: Packed
  /** `axes` rows of `dimensions`. */
  readonly projection: Packed
  readonly bandwidth: number
  /** Rows of `axes`. */
  readonly landmarks: Packed
  readonly landmarkWeights: Packed
  /** Rows of `axes`. */
  readonly directions: Packed
}

export type Prior = {
  readonly dimensions: number
  project(embedding: Float32Array): Coordinates
  /** Expected utility, in log odds of being called good: 0 for an average picture and far from all landmarks. */
  meanAt(coordinates: Coordinates): number
}

export function openPrior(head: PriorHead): Prior {
  const { dimensions, axes, bandwidth } = head
  const centre = unpack(head.centre)
  const projection = openRows(unpack(head.projection), dimensions)
  const landmarks = openRows(unpack(head.landmarks), axes)
  const weights = unpack(head.landmarkWeights)
  const directions = rowsOf(unpack(head.directions), axes)

  function project(embedding: Float32Array): Coordinates {
    if (embedding.length !== dimensions) {
      throw new RangeError(`the prior is for embeddings of ${dimensions} numbers, not ${embedding.length}`)
    }
    const centred = new Float32Array(dimensions)
    for (let i = 0; i < dimensions; i++) centred[i] = (embedding[i] as number) - (centre[i] as number)
    const onAxes = Float32Array.from(projection.products(centred))
    return { axes: onAxes, directions: Float32Array.from(directions, (row) => innerProduct(row, onAxes)) }
  }

  function meanAt(coordinates: Coordinates): number {
    return landmarks
      .squaredDistances(coordinates.axes)
      .reduce((sum, distance, i) => sum + (weights[i] as number) * Math.exp(-distance / (2 * bandwidth ** 2)), 0)
  }

  return { dimensions, project, meanAt }
}

function rowsOf(values: Float32Array, columns: number): readonly Float32Array[] {
  return Array.from({ length: values.length / columns }, (_, row) =>
    values.subarray(row * columns, (row + 1) * columns),
  )
}
