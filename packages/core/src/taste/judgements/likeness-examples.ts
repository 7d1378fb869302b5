import { keepNewest } from './example-limit.ts'
import type { NamedExamples } from './training-examples.ts'

/**
 * The examples that teach a dimension. Exemplars and comparisons that name no dimension teach both `aesthetics` and
 * `likeness`. If there are too many for one model, those that name `likeness` come first.
 */
export function examplesOf(
  byDimension: ReadonlyMap<string, NamedExamples>,
  dimension: string,
): NamedExamples | undefined {
  const own = byDimension.get(dimension)
  if (dimension !== 'likeness') return own
  const shared = byDimension.get('aesthetics')
  const labels = [...(shared?.labels ?? []).filter(isShared), ...(own?.labels ?? [])]
  const comparisons = [...(shared?.comparisons ?? []).filter(isShared), ...(own?.comparisons ?? [])]
  if (!own && labels.length + comparisons.length === 0) return undefined
  return keepNewest({ labels, comparisons, constraints: own?.constraints ?? [] }).kept
}

/** The dimensions that have examples. */
export function taughtDimensions(byDimension: ReadonlyMap<string, NamedExamples>): readonly string[] {
  const names = [...byDimension.keys()]
  const isMissing = !names.includes('likeness') && examplesOf(byDimension, 'likeness') !== undefined
  return isMissing ? [...names, 'likeness'] : names
}

function isShared({ aestheticsOnly }: { readonly aestheticsOnly?: true }): boolean {
  return aestheticsOnly !== true
}
