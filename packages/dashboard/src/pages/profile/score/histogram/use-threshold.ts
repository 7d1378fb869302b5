import type { DimensionThreshold, Profile } from '@palate/client'
import { useQuery } from '@tanstack/react-query'
import { useCallback, useEffect, useRef, useState } from 'react'
import { palate } from '../../../../api/palate.ts'
import { profileKey } from '../../../../api/profile.ts'
import { useSearchParam } from '../../../../ui/hooks/use-search-param.ts'
import { type StateName, targetOf } from '../score-states.ts'
import { parseThreshold } from '../scores.ts'

/** Browsers throttle frequent URL changes, which dragging the threshold would cause. */
const restMs = 150

export interface ThresholdChoice {
  readonly threshold: number | undefined
  /** The profile's own; undefined while it is not known or the dimension is not learned. */
  readonly own: DimensionThreshold | undefined
  /** `own` returns to the profile's own threshold. */
  readonly set: (threshold: number | 'none' | 'own') => void
}

/** Starts at the profile's own threshold. Another one is written to the URL when it stops moving. */
export function useThreshold(
  profile: Profile,
  state: StateName,
  dimension: string,
  isLearned: boolean,
): ThresholdChoice {
  // The threshold is the team's, also for a person's scores.
  const { profile_id: id, include_working, person: _, ...target } = targetOf(profile.id, state)
  const { data: own } = useQuery({
    queryKey: [...profileKey(profile.id), 'threshold', state, dimension],
    queryFn: ({ signal }) =>
      palate.profiles.threshold(
        id,
        { dimension, ...target, ...(include_working && { include_working: 'true' }) },
        { signal },
      ),
    enabled: isLearned,
  })
  const [min, setMin] = useSearchParam('min', 'replace')
  const [moved, setMoved] = useState(min)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => setMoved(min), [min])
  useEffect(() => () => clearTimeout(timer.current), [])
  const set = useCallback(
    (to: number | 'none' | 'own') => {
      const text = to === 'own' ? '' : String(to)
      setMoved(text)
      clearTimeout(timer.current)
      timer.current = setTimeout(() => setMin(text), restMs)
    },
    [setMin],
  )
  return { threshold: parseThreshold(moved, own?.pass), own: isLearned ? own : undefined, set }
}
