import type { Profile } from '@palate/client'
import { useCallback, useEffect, useRef } from 'react'
import { noticeError, queries } from '../../../../api/queries.ts'
import { showToast } from '../../../../ui/toaster.tsx'
import type { ScoreItem } from '../score-items.ts'
import { type StateName, targetOf } from '../score-states.ts'
import { canScoreMore, isOutdated, onBranch, scoredNow } from '../scored-version.ts'
import { unscoredOf } from '../scores.ts'
import { useScoreItems } from '../use-score-items.ts'
import { readEarlierResults } from './earlier-results.ts'
import { recentResultsKey } from './recent-results.ts'
import { useBatchLink } from './use-batch-link.ts'
import { useScoring } from './use-scoring.ts'

interface Ranked {
  readonly profile: Profile
  readonly learned: readonly string[]
  readonly dimension: string
  readonly pinned: StateName
  readonly beside: StateName | ''
  /** The address names another result. */
  readonly onOther: () => void
}

/** The pictures of the page and their scores in one state or, if `beside` is not empty, in two. */
export function useRankings({ profile, learned, dimension, pinned, beside, onOther }: Ranked) {
  // Score every learned dimension, so that switching dimensions is immediate.
  const dimensions = [...new Set([...learned, dimension])]
  const first = useScoring(profile.id, onBranch(profile, pinned), dimensions)
  const second = useScoring(profile.id, onBranch(profile, beside || 'now'), dimensions)
  const link = useBatchLink(profile.id, onOther)
  const now = useRef(profile)
  now.current = profile
  const score = useCallback(
    async (items: readonly ScoreItem[], isUpdate = false) => {
      const unsavedIn = (state: StateName) => scoredNow(now.current, state)?.unsaved
      const unsaved = unsavedIn(pinned)
      const metadata = { state: pinned, ...(unsaved !== undefined && { unsaved }) }
      if (beside !== '') void second.score(items, { isUpdate, unsaved: unsavedIn(beside) })
      await first.score(items, { isUpdate, unsaved, metadata, onBatches: link.set })
      void queries.invalidateQueries({ queryKey: recentResultsKey(profile.id) })
      await queries.invalidateQueries({ queryKey: ['recent-frames', profile.projectId] })
    },
    [first.score, second.score, pinned, beside, link.set, profile.id, profile.projectId],
  )
  const { latest, clear, ...pictures } = useScoreItems(profile.projectId, scoreUnscored)
  const areOutdated = isOutdated(profile, pinned, first.at) || (beside !== '' && isOutdated(profile, beside, second.at))
  function scoreUnscored() {
    const unscored = unscoredOf(latest.current, first.results)
    // Nothing can be added to results of unsaved changes that have changed since.
    const canAdd = !isOutdated(profile, pinned, first.at) || canScoreMore(first.at)
    if (unscored.length > 0) void score(canAdd ? unscored : latest.current, !canAdd)
  }
  const isRestoring = useRef(link.ids.current.length > 0)

  // For another state or dimension, score the same pictures again.
  useEffect(() => {
    if (latest.current.length === 0 || isRestoring.current) return
    void score(latest.current)
  }, [first.score, latest])
  useEffect(() => {
    if (beside !== '') void second.score(latest.current, { unsaved: scoredNow(now.current, beside)?.unsaved })
  }, [second.score, beside, latest])
  useEffect(() => {
    if (!isRestoring.current) return
    const controller = new AbortController()
    const { signal } = controller
    const { profile_id: profileId } = targetOf(profile.id, pinned)
    const asked = { batchIds: link.ids.current, projectId: profile.projectId, profileId, state: pinned }
    readEarlierResults(asked, signal)
      .then((earlier) => {
        if (signal.aborted) return
        isRestoring.current = false
        if (typeof earlier === 'string') {
          link.set([])
          showToast(gone[earlier])
          return
        }
        pictures.add(earlier.items, true)
        first.restore(earlier.results, earlier.at, earlier.batchIds)
        const left = latest.current.filter(({ key }) => !earlier.results.has(key))
        if (left.length > 0) void score(left)
        if (beside !== '') void second.score(latest.current, { unsaved: scoredNow(now.current, beside)?.unsaved })
      })
      .catch((error: unknown) => {
        if (signal.aborted) return
        isRestoring.current = false
        noticeError(error)
      })
    return () => controller.abort()
  }, [])

  const update = () => void score(latest.current, true)
  const startOver = () => {
    clear()
    first.clear()
    second.clear()
    link.set([])
  }
  return { ...pictures, dimensions, first, second, areOutdated, score, scoreUnscored, update, startOver }
}

const gone = {
  expired: 'The results of this link have expired. Results are kept for seven days.',
  'of another state': 'The results of this link belong to another profile or state.',
} as const
