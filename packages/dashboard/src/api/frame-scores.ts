import type { Profile, RecentFrame, ScoreRequest } from '@palate/client'
import { useQuery } from '@tanstack/react-query'
import { libraryIdOf, withoutEnding } from './frame-names.ts'
import { readLibrary } from './library.ts'
import { palate } from './palate.ts'

/** A frame that can be scored again, and shown. */
export interface ScorableFrame {
  readonly id: string
  readonly url: string
  /** A path of the service that shows it. */
  readonly src: string
  readonly name: string
}

/** A state of a profile: a version, a branch's head, or one with the uncommitted changes. */
export type StateOf = Pick<ScoreRequest, 'version_id' | 'branch_id' | 'include_working'>

type ProfileOfProject = Pick<Profile, 'id' | 'projectId'>

/** So many frames are ranked to show what a change does. */
export const rankedFramesMax = 12
/** Some of the latest cannot be scored again or shown, so more are looked at. */
const framesLookedAtMax = 60

/** Frames that were scored lately, with this profile first, filled up with others of the project and with its library. */
export function useFramesToRank({ id, projectId }: ProfileOfProject, isWanted = true) {
  return useQuery({
    queryKey: ['frames-to-rank', projectId, id],
    queryFn: ({ signal }) => readFramesToRank({ id, projectId }, signal),
    staleTime: Infinity,
    gcTime: 60_000,
    enabled: isWanted,
  })
}

async function readFramesToRank(
  { id: profileId, projectId }: ProfileOfProject,
  signal: AbortSignal,
): Promise<readonly ScorableFrame[]> {
  const [{ frames: recent }, { frames: library }] = await Promise.all([
    palate.frames.recent({ projectId, limit: framesLookedAtMax }, { signal }),
    readLibrary(projectId, signal),
  ])
  const kept = new Map(library.map((frame) => [frame.id, frame]))
  const isOwn = (frame: RecentFrame) => Number(frame.profileId === profileId)
  const ownFirst = recent.toSorted((a, b) => isOwn(b) - isOwn(a))
  const scored = ownFirst.flatMap(({ id, url, thumbnail }): readonly ScorableFrame[] => {
    if (url === null || thumbnail === null) return []
    return [{ id, url, src: thumbnail, name: withoutEnding(kept.get(libraryIdOf(url) ?? '')?.name ?? id) }]
  })
  const others = library.map(({ id, name, url }) => {
    return { id, url, src: `/api/frames/${encodeURIComponent(id)}/thumbnail`, name: withoutEnding(name ?? id) }
  })
  return distinct([...scored, ...others])
}

/** The scores of frames in a state, by the frame's id; null where one could not be scored. */
export async function scoresOf(
  profileId: string,
  state: StateOf,
  dimension: string,
  frames: readonly ScorableFrame[],
  signal?: AbortSignal,
): Promise<ReadonlyMap<string, number | null>> {
  const { scores } = await palate.score(
    { profile_id: profileId, ...state, dimensions: [dimension], frames: frames.map(({ id, url }) => ({ id, url })) },
    signal && { signal },
  )
  return new Map(scores.map((score) => [score.frame_id, numberOf(score[dimension])]))
}

function numberOf(value: unknown): number | null {
  return typeof value === 'number' ? value : null
}

/** Each address, picture and id once. */
function distinct(frames: readonly ScorableFrame[]): readonly ScorableFrame[] {
  const seen = new Set<string>()
  const kept = frames.filter(({ id, url, src }) => {
    const names = [`id ${id}`, `url ${url}`, `src ${src}`]
    const isNew = names.every((name) => !seen.has(name))
    for (const name of names) seen.add(name)
    return isNew
  })
  return kept.slice(0, rankedFramesMax)
}
