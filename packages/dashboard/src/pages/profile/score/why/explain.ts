import { describeReasons } from '@palate/core/report/reasons.ts'
import { palate } from '../../../../api/palate.ts'
import { dataUrlOf } from '../data-url.ts'
import type { ScoreItem } from '../score-items.ts'
import { type StateName, targetOf } from '../score-states.ts'

/** One picture's score in a state, with its verdict, its contributions and the most similar judged pictures. */
export async function explain(
  profileId: string,
  item: ScoreItem,
  dimension: string,
  state: StateName,
  signal: AbortSignal,
) {
  const url = item.url ?? (item.file ? await dataUrlOf(item.file) : '')
  const request = { ...targetOf(profileId, state), dimensions: [dimension], explain: true, verdict: true }
  const { scores } = await palate.score({ ...request, frames: [{ id: item.frameId, url }] }, { signal })
  const result = scores[0]
  const value = result?.[dimension]
  const details = result?.details?.[dimension]
  return {
    score: typeof value === 'number' ? value : undefined,
    confidence: result?.confidence?.[dimension],
    verdict: result?.verdict?.[dimension],
    reasons: describeReasons(details),
    nearest: nearestElements(details),
  }
}

function nearestElements(details: unknown): readonly string[] {
  const nearest = (details as { learned?: { nearest?: unknown } } | undefined)?.learned?.nearest
  if (!Array.isArray(nearest)) return []
  return nearest.flatMap(({ elements }: { elements?: unknown }) =>
    Array.isArray(elements) ? elements.map(String) : [],
  )
}
