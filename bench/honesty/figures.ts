export function percentOf(share: number): string {
  return `${(100 * share).toFixed(0)} %`
}

export function meanOf(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length
}

export function standardError(values: readonly number[]): number {
  const mean = meanOf(values)
  return Math.sqrt(values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / (values.length - 1) / values.length)
}

/** "0.812 ± 0.013" */
export function withError(values: readonly number[]): string {
  return `${meanOf(values).toFixed(3)} ± ${standardError(values).toFixed(3)}`
}

/** Pearson's correlation. */
export function correlation(a: readonly number[], b: readonly number[]): number {
  const [meanA, meanB] = [meanOf(a), meanOf(b)]
  const sum = (term: (i: number) => number) => a.reduce((total, _, i) => total + term(i), 0)
  const [x, y] = [(i: number) => (a[i] as number) - meanA, (i: number) => (b[i] as number) - meanB]
  return sum((i) => x(i) * y(i)) / Math.sqrt(sum((i) => x(i) ** 2) * sum((i) => y(i) ** 2))
}
