import type { ProfileDiff, Snapshot } from '@palate/client'
import { useQuery } from '@tanstack/react-query'
import { useCallback } from 'react'
import { diffWithoutOthers } from '../../../api/own-judgements.ts'
import { palate } from '../../../api/palate.ts'
import { profileKey } from '../../../api/profile.ts'
import { useBlindPerson } from '../../../api/session.ts'

/** The diff between two states. From null, the empty state, everything counts as added. Who only judges sees their own. */
export function useDiff(profileId: string, from: string | null, to: string) {
  const judge = useBlindPerson()?.id
  const select = useCallback((diff: ProfileDiff) => diffWithoutOthers(diff, judge ?? ''), [judge])
  return useQuery({
    queryKey: [...profileKey(profileId), 'diff', from, to],
    queryFn: async ({ signal }) =>
      from === null
        ? allAdded((await palate.profiles.version(profileId, to, { signal })).snapshot, to)
        : palate.profiles.diff(profileId, { from, to }, { signal }),
    ...(judge !== undefined && { select }),
  })
}

function allAdded({ constraints, exemplars, comparisons }: Snapshot, to: string): ProfileDiff {
  const none = { removed: [], changed: [] }
  return {
    from: '',
    to,
    constraints: { added: constraints, ...none },
    exemplars: { added: exemplars, ...none },
    comparisons: { added: comparisons, ...none },
  }
}
