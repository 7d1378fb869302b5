import { sameJson } from '../json.ts'
import { type Consistency, consistencyOf } from '../taste/consistency.ts'
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

function troublesOf(state: ElementLists): readonly JudgementAlert[] {
  return [...lessonsOf(state).byDimension].flatMap(([dimension, lessons]) => {
    const consistency = consistencyOf(lessons)
    const facts = {
      dimension,
      comparisons: lessons.comparisons.length,
      transitivity: consistency.transitivity,
      contradictions: contradictionsIn(consistency),
    }
    const isCircular = facts.comparisons >= transitivityComparisonsMin && (facts.transitivity ?? 1) < transitivityMin
    return [
      ...(isCircular ? [{ reason: 'transitivity' as const, ...facts }] : []),
      ...(facts.contradictions > contradictionsMax ? [{ reason: 'contradictions' as const, ...facts }] : []),
    ]
  })
}

function contradictionsIn({ contradictoryComparisons, contradictoryLabels }: Consistency): number {
  return contradictoryComparisons.length + contradictoryLabels.length
}

function nameOf({ reason, dimension }: JudgementAlert): string {
  return JSON.stringify([reason, dimension])
}
