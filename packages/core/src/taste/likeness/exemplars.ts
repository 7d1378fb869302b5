type Labels = readonly { readonly picture: number; readonly good: boolean; readonly weight: number }[]

/** The labels; if none is good, the pictures that won more comparisons than they lost. */
export function exemplarsOf({
  labels,
  comparisons,
}: {
  readonly labels: Labels
  readonly comparisons: readonly {
    readonly a: number
    readonly b: number
    readonly outcome: number
    readonly weight: number
  }[]
}): Labels {
  if (labels.some(({ good, weight }) => good && weight > 0)) return labels
  const wins = new Map<number, number>()
  for (const { a, b, outcome, weight } of comparisons) {
    wins.set(a, (wins.get(a) ?? 0) + weight * (outcome - 0.5))
    wins.set(b, (wins.get(b) ?? 0) - weight * (outcome - 0.5))
  }
  return [...wins].map(([picture, won]) => ({ picture, good: won > 0, weight: 1 }))
}
