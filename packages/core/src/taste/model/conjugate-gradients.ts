import { dot, type Matrix, multiply } from './linear-algebra.ts'

/** Of the right-hand side's length. What a Newton step misses by it, the next step makes up for. */
const residualShareMax = 1e-4
/** Relative to the number of unknowns. After more iterations a Cholesky factor would have been as fast. */
const iterationShareMax = 1 / 8

/**
 * The x with A·x = b for a symmetric positive definite A, or undefined if it converges slowly. It only multiplies by A,
 * and is much faster than a Cholesky factor if most eigenvalues of A are close together, as those of identity plus a
 * smooth kernel are.
 */
export function conjugateGradients(a: Matrix, b: Float64Array): Float64Array | undefined {
  const x = new Float64Array(b.length)
  const residual = b.slice()
  const direction = b.slice()
  let squared = dot(residual, residual)
  const squaredMax = squared * residualShareMax ** 2
  for (let iteration = 0; squared > squaredMax; iteration++) {
    if (iteration > b.length * iterationShareMax) return undefined
    const image = multiply(a, direction)
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
