import { type Matrix, matrix } from '../linear-algebra/matrix.ts'
import { createRowScratch } from '../linear-algebra/rows.ts'

/**
 * A picture's coordinates in the kernel's space. `axes` are principal axes of the embedding, scaled so that two random
 * pictures are about √2 apart. `directions` are the linear features along which people's tastes differ.
 */
export type Coordinates = { readonly axes: Float32Array; readonly directions: Float32Array }

/** A Gaussian (RBF) kernel on the axes plus a linear kernel on the directions. */
export type Kernel = {
  /** Length scale of the Gaussian kernel: the distance at which it has fallen to e^-½. */
  readonly bandwidth: number
  /** Variance of the Gaussian part: taste for a picture and its neighbourhood. */
  readonly localVariance: number
  /** Variance of the linear part: differences of taste that other people also have. */
  readonly sharedVariance: number
}

/** The prior covariance of the owner's utilities for two pictures. */
export function covariance(kernel: Kernel, a: Coordinates, b: Coordinates): number {
  return covarianceAt(kernel, squaredDistance(a.axes, b.axes), innerProduct(a.directions, b.directions))
}

/** The covariance of two pictures with this squared distance of their axes and this inner product of their directions. */
function covarianceAt({ bandwidth, localVariance, sharedVariance }: Kernel, squared: number, product: number): number {
  return localVariance * Math.exp(-squared / (2 * bandwidth ** 2)) + sharedVariance * product
}

const openAxes = createRowScratch()
const openDirections = createRowScratch()
/** For fewer pictures, opening the others as rows takes longer than it saves. */
const rowsMin = 8

/** The covariances of each of some pictures with each of others, with the same bits as those of `covariance`. */
export function covariances(kernel: Kernel, pictures: readonly Coordinates[], others: readonly Coordinates[]): Matrix {
  const [rows, columns] = [pictures.length, others.length]
  if (Math.min(rows, columns) < rowsMin) {
    return matrix(rows, columns, (i, j) => covariance(kernel, pictures[i] as Coordinates, others[j] as Coordinates))
  }
  const axes = openAxes(others.map((other) => other.axes))
  const directions = openDirections(others.map((other) => other.directions))
  const values = new Float64Array(rows * columns)
  for (const [i, one] of pictures.entries()) {
    const distances = axes.squaredDistances(one.axes)
    const products = directions.products(one.directions)
    for (let j = 0, k = i * columns; j < columns; j++, k++) {
      // The space of an embedder without a prior has no directions.
      values[k] = covarianceAt(kernel, distances[j] as number, products[j] ?? 0)
    }
  }
  return { rows, columns, values }
}

export function squaredDistance(a: Float32Array, b: Float32Array): number {
  const whole = a.length & ~3
  let [sum0, sum1, sum2, sum3] = [0, 0, 0, 0]
  // Four independent sums let the processor work on them in parallel; the same in `innerProduct`.
  for (let i = 0; i < whole; i += 4) {
    const d0 = (a[i] as number) - (b[i] as number)
    const d1 = (a[i + 1] as number) - (b[i + 1] as number)
    const d2 = (a[i + 2] as number) - (b[i + 2] as number)
    const d3 = (a[i + 3] as number) - (b[i + 3] as number)
    sum0 += d0 * d0
    sum1 += d1 * d1
    sum2 += d2 * d2
    sum3 += d3 * d3
  }
  for (let i = whole; i < a.length; i++) sum0 += ((a[i] as number) - (b[i] as number)) ** 2
  return sum0 + sum1 + (sum2 + sum3)
}

export function innerProduct(a: Float32Array, b: Float32Array): number {
  const whole = a.length & ~3
  let [sum0, sum1, sum2, sum3] = [0, 0, 0, 0]
  for (let i = 0; i < whole; i += 4) {
    sum0 += (a[i] as number) * (b[i] as number)
    sum1 += (a[i + 1] as number) * (b[i + 1] as number)
    sum2 += (a[i + 2] as number) * (b[i + 2] as number)
    sum3 += (a[i + 3] as number) * (b[i + 3] as number)
  }
  for (let i = whole; i < a.length; i++) sum0 += (a[i] as number) * (b[i] as number)
  return sum0 + sum1 + (sum2 + sum3)
}

/**
 * Coordinates for an embedder that has no prior: the embedding at unit length. Unrelated pictures (orthogonal
 * embeddings) are then √2 apart.
 */
export function unitCoordinates(embedding: Float32Array): Coordinates {
  const length = Math.sqrt(innerProduct(embedding, embedding))
  const scale = length > 0 ? 1 / length : 0
  return { axes: embedding.map((value) => value * scale), directions: new Float32Array(0) }
}
