import { dot } from './matrix.ts'

/** Relative to the number of unknowns. With more iterations, a Cholesky factor would have been as fast. */
const iterationShareMax = 1 / 8

/**
 * The x with A·x = b for a symmetric positive definite A, or undefined if it converges slowly. It only multiplies by A,
 * and is much faster than a Cholesky factor if most eigenvalues of A are close together, as for identity plus a smooth
 * kernel. It stops when the residual is at most `residualShareMax` of the length of b.
 */
export function conjugateGradients(
  multiplyByA: (x: Float64Array) => Float64Array,
  b: Float64Array,
  residualShareMax: number,
): Float64Array | undefined {
  const x = new Float64Array(b.length)
  const residual = b.slice()
  const direction = b.slice()
  let squared = dot(residual, residual)
  const squaredMax = squared * residualShareMax ** 2
  for (let iteration = 0; squared > squaredMax; iteration++) {
    if (iteration > b.length * iterationShareMax) return undefined
    const image = multiplyByA(direction)
    const step = squared / dot(direction, image)
    for (let i = 0; i < x.length; i++) {
      x[i] = (x[i] as number) + step * (direction[i] as number)
      residual[i] = (residual[i] as number) - step * (image[i] as number)
    }
    const next = dot(residual, residual)
    const share = next / squared
    for (let i = 0; i < x.length; i++) direction[i] = (residual[i] as number) + share * (direction[i] as number)
    squared = next
  }
  return x
}
