import type { Share, ShareAnswer, ShareWithAnswers } from '@palate/client'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { palate } from '../../../api/palate.ts'
import { profileKey } from '../../../api/profile.ts'
import { noticeError } from '../../../api/queries.ts'
import { readAll } from '../../../api/read-all.ts'
import { useMay } from '../../../api/session.ts'

/** Events come once a minute. Whoever looks at the answers sees them earlier. */
const answersEveryMs = 5_000
const sharesEveryMs = 30_000

export function sharesKey(profileId: string) {
  return [...profileKey(profileId), 'shares'] as const
}

/** Of a profile, or of all. What was answered last comes first. */
export function useShares(profileId?: string, isEnabled = true) {
  const query = profileId === undefined ? {} : { profileId }
  useLiveShares(profileId)
  return useQuery<readonly Share[]>({
    queryKey: profileId === undefined ? allSharesKey : sharesKey(profileId),
    queryFn: async ({ signal }) => inboxOf(await readAll(palate.shares.list(query, { signal }))),
    refetchInterval: sharesEveryMs,
    enabled: isEnabled,
  })
}

const allSharesKey = ['shares'] as const

export function useShare(profileId: string, shareId: string) {
  return useQuery<ShareWithAnswers>({
    queryKey: [...sharesKey(profileId), shareId],
    queryFn: ({ signal }) => palate.shares.get(shareId, { signal }),
    refetchInterval: answersEveryMs,
  })
}

function inboxOf(shares: readonly Share[]): readonly Share[] {
  const latest = ({ createdAt, lastAnswerAt = createdAt }: Share) => lastAnswerAt
  return shares.toSorted((a, b) => latest(b).localeCompare(latest(a)))
}

/** Reads the shares again as soon as clients answer. */
function useLiveShares(profileId: string | undefined): void {
  const queries = useQueryClient()
  const mayListen = useMay('read')
  useEffect(() => {
    if (!mayListen) return
    const stop = new AbortController()
    const { signal } = stop
    const follow = async () => {
      for await (const { data } of palate.events.tail({ type: 'share.*', signal })) {
        void queries.invalidateQueries({ queryKey: allSharesKey })
        if (profileId !== undefined && data.profileId === profileId)
          void queries.invalidateQueries({ queryKey: sharesKey(profileId) })
      }
    }
    follow().catch((error) => {
      if (!signal.aborted) noticeError(error)
    })
    return () => stop.abort()
  }, [queries, profileId, mayListen])
}

/** What this browser has shown of a share. */
interface Visit {
  readonly answerCount: number
  readonly at: string
}

/** Answers that came since the share was last opened in this browser. Undefined if there are none. */
export function newsOf(share: Share): string | undefined {
  const { id, answerCount, lastAnswerAt } = share
  const visit = visitOf(id)
  if (lastAnswerAt === undefined || lastAnswerAt <= (visit?.at ?? '')) return undefined
  const added = answerCount - (visit?.answerCount ?? 0)
  return added > 0 ? `${added} new` : 'changed'
}

/** Whether an answer came after the last visit. Then this is the last visit. */
export function useNews(share: ShareWithAnswers): (answer: Pick<ShareAnswer, 'at'>) => boolean {
  const [before] = useState(() => visitOf(share.id))
  const { id, answerCount, lastAnswerAt } = share
  useEffect(() => {
    if (lastAnswerAt !== undefined) keepVisit(id, { answerCount, at: lastAnswerAt })
  }, [id, answerCount, lastAnswerAt])
  return ({ at }) => at > (before?.at ?? '')
}

const keyOf = (shareId: string) => `palate-share-${shareId}`

function visitOf(shareId: string): Visit | undefined {
  try {
    return JSON.parse(localStorage.getItem(keyOf(shareId)) ?? 'null') ?? undefined
  } catch {
    return undefined
  }
}

function keepVisit(shareId: string, visit: Visit): void {
  try {
    localStorage.setItem(keyOf(shareId), JSON.stringify(visit))
  } catch {
    // A private window may not store anything.
  }
}
