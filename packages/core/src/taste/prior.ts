import { type Place, product, squaredDistance } from './kernel.ts'
import { type Packed, unpack } from './prior-packing.ts'

/**
 * What people in general find beautiful, and along which lines they differ, as numbers fitted to one embedder's space.
 * An embedding, less `centre`, is projected onto a few axes; the crowd's opinion is a sum of bumps around landmarks
 * there; directions are linear in the axes.
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
  place(embedding: Float32Array): Place
  /** Expected utility in log odds of being called good: 0 for a middling picture, and far from all landmarks. */
  meanOf(place: Place): number
}

export function openPrior(head: PriorHead): Prior {
  const { dimensions, axes, bandwidth } = head
  const centre = unpack(head.centre)
  const projection = rowsOf(unpack(head.projection), dimensions)
  const landmarks = rowsOf(unpack(head.landmarks), axes)
  const weights = unpack(head.landmarkWeights)
  const directions = rowsOf(unpack(head.directions), axes)

  function place(embedding: Float32Array): Place {
    if (embedding.length !== dimensions) {
      throw new RangeError(`the prior is for embeddings of ${dimensions} numbers, not ${embedding.length}`)
    }
    const centred = new Float32Array(dimensions)
    for (let i = 0; i < dimensions; i++) centred[i] = (embedding[i] as number) - (centre[i] as number)
    const onAxes = Float32Array.from(projection, (row) => product(row, centred))
    return { axes: onAxes, directions: Float32Array.from(directions, (row) => product(row, onAxes)) }
  }

  function meanOf(at: Place): number {
    let sum = 0
    for (let i = 0; i < landmarks.length; i++) {
      const distance = squaredDistance(landmarks[i] as Float32Array, at.axes)
      sum += (weights[i] as number) * Math.exp(-distance / (2 * bandwidth ** 2))
    }
    return sum
  }

  return { dimensions, place, meanOf }
}

function rowsOf(values: Float32Array, columns: number): readonly Float32Array[] {
  return Array.from({ length: values.length / columns }, (_, row) =>
    values.subarray(row * columns, (row + 1) * columns),
  )
}
