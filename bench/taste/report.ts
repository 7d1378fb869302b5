export function meanAndError(values: readonly number[]): { readonly mean: number; readonly text: string } {
  const known = values.filter((value) => Number.isFinite(value))
  const mean = known.reduce((sum, value) => sum + value, 0) / known.length
  const variance = known.reduce((sum, value) => sum + (value - mean) ** 2, 0) / (known.length - 1)
  return { mean, text: `${mean.toFixed(4)} ± ${Math.sqrt(variance / known.length).toFixed(4)}` }
}

/** Spearman's rank correlation. */
export function rankCorrelation(a: readonly number[], b: readonly number[]): number {
  const [x, y] = [ranks(a), ranks(b)]
  const middle = (a.length - 1) / 2
  const sum = (f: (i: number) => number) => a.reduce((total, _, i) => total + f(i), 0)
  const offset = (values: readonly number[], i: number) => (values[i] ?? 0) - middle
  return (
    sum((i) => offset(x, i) * offset(y, i)) / Math.sqrt(sum((i) => offset(x, i) ** 2) * sum((i) => offset(y, i) ** 2))
  )
}

function ranks(values: readonly number[]): readonly number[] {
  return values.map((value) => {
    const below = values.filter((other) => other < value).length
    const equal = values.filter((other) => other === value).length
    return below + (equal - 1) / 2
  })
}
