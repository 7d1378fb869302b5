import { EigenvalueDecomposition, type Matrix } from 'ml-matrix'

/** Eigenvectors of length one, in the order of their eigenvalues, largest first. */
export type Eigenvectors = { readonly values: readonly number[]; readonly vectors: readonly Float64Array[] }

export function leadingEigenvectors(symmetric: Matrix, count: number): Eigenvectors {
  const { realEigenvalues, eigenvectorMatrix } = new EigenvalueDecomposition(symmetric, { assumeSymmetric: true })
  const order = realEigenvalues
    .map((value, column) => ({ value, column }))
    .sort((a, b) => b.value - a.value)
    .slice(0, count)
  return {
    values: order.map(({ value }) => value),
    vectors: order.map(({ column }) => withFixedSign(Float64Array.from(eigenvectorMatrix.getColumn(column)))),
  }
}

/** A vector and its negative are equally good; the one whose largest component is positive makes fits reproducible. */
function withFixedSign(vector: Float64Array): Float64Array {
  const largest = vector.reduce((best, value) => (Math.abs(value) > Math.abs(best) + 1e-12 ? value : best), 0)
  return largest < 0 ? vector.map((value) => -value) : vector
}
