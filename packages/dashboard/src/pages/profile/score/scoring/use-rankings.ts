import type { Profile } from '@palate/client'
import { useCallback, useEffect } from 'react'
import { queries } from '../../../../api/queries.ts'
import type { ScoreItem } from '../score-items.ts'
import type { StateName } from '../score-states.ts'
import { unscoredOf } from '../scores.ts'
import { useScoreItems } from '../use-score-items.ts'
import { useBatchLink } from './use-batch-link.ts'
import { useScoring } from './use-scoring.ts'

/** The pictures of the page and their scores in one state or, if `beside` is not empty, in two. */
export function useRankings(
  profile: Profile,
  learned: readonly string[],
  dimension: string,
  pinned: StateName,
  beside: StateName | '',
) {
  // Score every learned dimension, so that switching dimensions is immediate.
  const dimensions = [...new Set([...learned, dimension])]
  const first = useScoring(profile.id, pinned, dimensions)
  const second = useScoring(profile.id, beside || 'now', dimensions)
  const link = useBatchLink()
  const score = useCallback(
    async (items: readonly ScoreItem[]) => {
      void (beside === '' ? undefined : second.score(items))
      await first.score(items, link.add)
      await queries.invalidateQueries({ queryKey: ['recent-frames', profile.projectId] })
    },
    [first.score, second.score, beside, link.add, profile.projectId],
  )
  const { latest, clear, ...pictures } = useScoreItems(profile.projectId, scoreUnscored)
  function scoreUnscored() {
    void score(unscoredOf(latest.current, first.results))
  }

  // For another state or dimension, score the same pictures again.
  useEffect(() => {
    if (latest.current.length === 0) return
    link.clear()
    void first.score(latest.current, link.add)
  }, [first.score, latest, link.add, link.clear])
  useEffect(() => {
    if (beside !== '') void second.score(latest.current)
  }, [second.score, beside, latest])
  useEffect(
    () =>
      link.restore(profile.projectId, (restored, results) => {
        pictures.add(restored, true)
        first.restore(results)
        if (beside !== '') void second.score(latest.current)
      }),
    [],
  )

  const scoreAgain = () => {
    link.clear()
    void score(latest.current)
  }
  const startOver = () => {
    clear()
    first.clear()
    second.clear()
    link.clear()
  }
  return { ...pictures, dimensions, first, second, score, scoreUnscored, scoreAgain, startOver }
}
