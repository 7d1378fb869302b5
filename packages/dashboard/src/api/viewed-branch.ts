import type { Profile, Snapshot } from '@palate/client'
import { useQuery } from '@tanstack/react-query'
import { createContext, useContext, useEffect, useMemo, useRef, useState } from 'react'
import { useSearchParam } from '../ui/hooks/use-search-param.ts'
import { branchParameter } from './branch-in-address.ts'
import { withoutOthers } from './own-judgements.ts'
import { palate } from './palate.ts'
import { profileKey } from './profile.ts'
import { useBlindPerson } from './session.ts'

/** The branch that is current for everybody, and the one that the page shows. */
export const ViewedBranch = createContext({ shared: '', viewed: '' })

/** Names the viewed branch in requests, which are about the current one otherwise. */
export function useBranchQuery(): { readonly branch_id?: string } {
  const { shared, viewed } = useContext(ViewedBranch)
  return viewed === shared ? {} : { branch_id: viewed }
}

/** Shows a branch, in this window only. */
export function useViewBranch(): (branchId: string) => void {
  return useSearchParam(branchParameter)[1]
}

/**
 * The profile as it is on the branch that is viewed: that of the address, otherwise the one that was current when the
 * profile was opened, also after somebody has made another current. Undefined while it is read.
 */
export function useViewedProfile(profile: Profile): Profile | undefined {
  const { branches, currentBranchId: shared } = profile.profileData
  const [asked, setAsked] = useSearchParam(branchParameter, 'replace')
  const [opened] = useState(shared)
  const isBranch = (id: string) => branches.some((branch) => branch.id === id)
  const viewed = [asked, opened].find(isBranch) ?? shared
  useEffect(() => {
    // A branch that is not known may have been created just now.
    if (asked === '' && viewed !== shared) setAsked(viewed)
  }, [viewed, asked, shared, setAsked])
  const judge = useBlindPerson()?.id
  const head = branches.find(({ id }) => id === viewed)?.headVersionId ?? null
  const isOther = viewed !== shared
  const { data: snapshot } = useQuery<Snapshot>({
    queryKey: [...profileKey(profile.id), 'snapshot', head],
    queryFn: async ({ signal }) => (await palate.profiles.version(profile.id, head ?? '', { signal })).snapshot,
    enabled: isOther && head !== null,
    staleTime: Number.POSITIVE_INFINITY,
  })
  const shown = useMemo(() => {
    if (!isOther) return profile
    if (head !== null && !snapshot) return undefined
    const elements = snapshot ?? nothing
    const effectiveSnapshot = { ...elements, promptSummary: '', embeddingCentroid: [] }
    const other = { ...profile, profileData: { ...profile.profileData, currentBranchId: viewed }, effectiveSnapshot }
    return judge === undefined ? other : withoutOthers(other, judge)
  }, [profile, isOther, head, snapshot, viewed, judge])
  // While it is read, the same branch is shown as before, so that nothing typed is lost.
  const last = useRef(shown)
  if (shown !== undefined) last.current = shown
  return last.current?.profileData.currentBranchId === viewed ? last.current : shown
}

const nothing: Snapshot = { constraints: [], exemplars: [], comparisons: [], latentScores: {} }
