import { sameJson } from '../json.ts'
import { type Consistency, consistencyOf } from '../taste/consistency.ts'
import { nameLessons } from '../taste/picture-names.ts'
import { lessonsOf } from '../taste/teaching.ts'
import type { ElementLists } from './schema.ts'

export const transitivityMin = 0.8
export const transitivityComparisonsMin = 20
export const contradictionsMax = 4

export interface JudgementAlert {
  readonly reason: 'transitivity' | 'contradictions'
  readonly dimension: string
  readonly comparisons: number
  readonly transitivity: number | null
  readonly contradictions: number
}

/**
 * In what the judgements of a new state contradict themselves while those of the state before did not. The state
 * before was told of when it came about: so each trouble is told once, and again only after it was gone.
 */
export function alertsOf(before: ElementLists, after: ElementLists): readonly JudgementAlert[] {
  if (!mayContradict(after)) return []
  if (sameJson(before.comparisons, after.comparisons) && sameJson(before.exemplars, after.exemplars)) return []
  const now = troublesOf(after)
  if (now.length === 0) return []
  const known = new Set(troublesOf(before).map(nameOf))
  return now.filter((trouble) => !known.has(nameOf(trouble)))
}

/** To judge five things both ways takes ten judgements; with fewer there is nothing to look at. */
function mayContradict({ comparisons, exemplars }: ElementLists): boolean {
  return comparisons.length + exemplars.length >= 2 * (contradictionsMax + 1)
}

/** Comparisons are transitive or not along each dimension; what was judged both ways counts along all of them together. */
function troublesOf(state: ElementLists): readonly JudgementAlert[] {
  const facts = [...nameLessons(lessonsOf(state).byDimension).lessons].map(([dimension, lessons]) => {
    const consistency = consistencyOf(lessons)
    const { transitivity } = consistency
    const contradictions = contradictionsIn(consistency)
    return { dimension, comparisons: lessons.comparisons.length, transitivity, contradictions }
  })
  const circular = facts.filter(
    ({ comparisons, transitivity }) =>
      comparisons >= transitivityComparisonsMin && (transitivity ?? 1) < transitivityMin,
  )
  const contradictions = facts.reduce((sum, one) => sum + one.contradictions, 0)
  const worst = facts.toSorted((a, b) => b.contradictions - a.contradictions)[0]
  return [
    ...circular.map((one) => ({ reason: 'transitivity' as const, ...one })),
    ...(worst && contradictions > contradictionsMax
      ? [{ reason: 'contradictions' as const, ...worst, contradictions }]
      : []),
  ]
}

function contradictionsIn({ contradictoryComparisons, contradictoryLabels }: Consistency): number {
  return contradictoryComparisons.length + contradictoryLabels.length
}

function nameOf({ reason, dimension }: JudgementAlert): string {
  return reason === 'contradictions' ? reason : JSON.stringify([reason, dimension])
}
