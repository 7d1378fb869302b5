import type { LibraryFrame, Profile } from '@palate/client'
import { skipToken, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { palate } from './palate.ts'
import { noticeError, queries } from './queries.ts'
import { useMay } from './session.ts'

/** The most that a preview scores at once. A preview records nothing and raises no alerts. */
const framesPerRequest = 100

/** By the id of the frame; null if it could not be scored. */
export type LibraryScores = ReadonlyMap<string, number | null>

export interface ScoredLibrary {
  readonly scores: LibraryScores
  /** The version that all of these scores belong to; null before the first one. */
  readonly versionId: string | null
  /** How many frames are still to be scored. */
  readonly left: number
  readonly error: unknown
  readonly retry: () => void
}

const none: LibraryScores = new Map()

/**
 * The scores of a library by the saved state of the profile on the branch that is shown, never by what another profile
 * or branch scored last. When a version is saved they are made again in the background; a key that may not score has none.
 */
export function useLibraryScores(
  { id: profileId, seed, profileData: { branches, currentBranchId } }: Profile,
  frames: readonly Pick<LibraryFrame, 'id' | 'url'>[],
  dimension: string,
): ScoredLibrary {
  const mayPreview = useMay('score', 'write')
  const versionId = branches.find(({ id }) => id === currentBranchId)?.headVersionId ?? null
  const state = versionId ?? currentBranchId
  // A version keeps its description, and until the first one the profile's own counts.
  const name = ['library-scores', profileId, state, versionId === null ? (seed ?? '') : '', dimension].join('\n')
  const { data: scores = none } = useQuery<LibraryScores>({ queryKey: [name], queryFn: skipToken, staleTime: Infinity })
  const [failed, setFailed] = useState<{ readonly name: string; readonly error: unknown }>()
  const missing = mayPreview ? frames.filter(({ id }) => !scores.has(id)) : []
  const error = failed?.name === name ? failed.error : null
  const isOn = missing.length > 0 && error === null
  const next = missing.slice(0, framesPerRequest)
  const [first] = next
  useEffect(() => {
    if (!isOn || first === undefined) return
    const controller = new AbortController()
    const { signal } = controller
    scoreNext(profileId, state, dimension, next, signal)
      .then((found) => {
        if (signal.aborted) return
        queries.setQueryData<LibraryScores>([name], (before = none) => new Map([...before, ...found]))
      })
      .catch((reason: unknown) => {
        if (signal.aborted) return
        noticeError(reason)
        setFailed({ name, error: reason })
      })
    return () => controller.abort()
  }, [name, first?.id, isOn])
  return { scores, versionId, left: missing.length, error, retry: () => setFailed(undefined) }
}

async function scoreNext(
  profileId: string,
  to: string,
  dimension: string,
  frames: readonly Pick<LibraryFrame, 'id' | 'url'>[],
  signal: AbortSignal,
): Promise<LibraryScores> {
  const request = { to, dimensions: [dimension], frames: frames.map(({ id, url }) => ({ id, url })) }
  const { frames: scored } = await palate.profiles.preview(profileId, request, { signal })
  return new Map(scored.map((frame) => [frame.id, frame.to[dimension] ?? null]))
}
