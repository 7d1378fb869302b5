import { sameJson } from '../../json.ts'
import { type Consistency, consistencyOf } from '../../taste/judgements/consistency.ts'
import { namePictures } from '../../taste/judgements/picture-names.ts'
import { trainingExamplesOf } from '../../taste/judgements/training-examples.ts'
import type { ElementLists } from '../schema.ts'

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
 * Finds the inconsistencies in a new state's judgements that its parent state did not have. The parent's own were
 * reported when it was committed, so each is reported once, and again only after it was resolved. Checks each state
 * once, because most commits are also parents.
 */
export function createJudgementAlerts(): (before: ElementLists, after: ElementLists) => readonly JudgementAlert[] {
  const known = new Map<ElementLists, readonly JudgementAlert[]>()
  const inconsistenciesOf = (state: ElementLists) => {
    const found = known.get(state) ?? inconsistenciesIn(state)
    known.set(state, found)
    return found
  }
  return (before, after) => {
    if (!mayContradict(after)) return []
    if (sameJson(before.comparisons, after.comparisons) && sameJson(before.exemplars, after.exemplars)) return []
    const now = inconsistenciesOf(after)
    if (now.length === 0) return []
    const old = new Set(inconsistenciesOf(before).map(alertKeyOf))
    return now.filter((alert) => !old.has(alertKeyOf(alert)))
  }
}

/** Five contradictions take at least ten judgements. */
function mayContradict({ comparisons, exemplars }: ElementLists): boolean {
  return comparisons.length + exemplars.length >= 2 * (contradictionsMax + 1)
}

/** Transitivity is checked for each dimension; contradictions are counted over all dimensions together. */
function inconsistenciesIn(state: ElementLists): readonly JudgementAlert[] {
  const measures = [...namePictures(trainingExamplesOf(state).byDimension).examples].map(([dimension, examples]) => {
    const consistency = consistencyOf(examples)
    const { transitivity } = consistency
    const contradictions = contradictionsIn(consistency)
    return { dimension, comparisons: examples.comparisons.length, transitivity, contradictions }
  })
  const intransitive = measures.filter(
    ({ comparisons, transitivity }) =>
      comparisons >= transitivityComparisonsMin && (transitivity ?? 1) < transitivityMin,
  )
  const contradictions = measures.reduce((sum, one) => sum + one.contradictions, 0)
  const worst = measures.toSorted((a, b) => b.contradictions - a.contradictions)[0]
  return [
    ...intransitive.map((one) => ({ reason: 'transitivity' as const, ...one })),
    ...(worst && contradictions > contradictionsMax
      ? [{ reason: 'contradictions' as const, ...worst, contradictions }]
      : []),
  ]
}

function contradictionsIn({ contradictoryComparisons, contradictoryLabels }: Consistency): number {
  return contradictoryComparisons.length + contradictoryLabels.length
}

function alertKeyOf({ reason, dimension }: JudgementAlert): string {
  return reason === 'contradictions' ? reason : JSON.stringify([reason, dimension])
}
