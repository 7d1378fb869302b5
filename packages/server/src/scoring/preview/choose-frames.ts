import { previewFramesChosen } from '@palate/core/taste/preview-schema.ts'
import { listRecentFrames } from '../../pictures/seen-frames/seen-frame-store.ts'
import type { SeenFrames } from '../../pictures/seen-frames/seen-frames.ts'
import type { FramesPort } from '../../ports/frames.ts'
import type { State } from '../../ports/states.ts'
import type { Db } from '../../store/schema.ts'

/** How many recent frames of a project to search for those of a profile. */
export const recentFramesLookedAtMax = 200
/** Enough even if every frame chosen so far is also in the library. */
const libraryFramesMax = 2 * previewFramesChosen

interface Parts {
  readonly seenFrames: Pick<SeenFrames, 'flush'>
  readonly frames: Pick<FramesPort, 'listFrames'>
}

/**
 * Chooses frames to preview a change: those recently scored with the profile, then others of its project, then its
 * library. Each picture appears once.
 */
export async function chooseFrames(db: Db, { seenFrames, frames }: Parts, state: State) {
  // Includes the latest scores.
  await seenFrames.flush()
  const recent = await listRecentFrames(db, state.accountId, [state.projectId], undefined, recentFramesLookedAtMax)
  const scored = recent.flatMap(({ frame_id: id, url, content_hash: contentHash, profile_id: profileId }) =>
    url === null ? [] : [{ id, url, contentHash, isOwn: profileId === state.profileId }],
  )
  const ownFirst = scored.toSorted((one, other) => Number(other.isOwn) - Number(one.isOwn))
  const chosen = firstDistinct(ownFirst)
  if (chosen.length === previewFramesChosen) return chosen
  const kept = await frames.listFrames(db, state, undefined, libraryFramesMax)
  return firstDistinct([...chosen, ...kept.map(({ id, contentHash }) => ({ id, url: `frame:${id}`, contentHash }))])
}

interface Candidate {
  readonly id: string
  readonly url: string
  readonly contentHash: string
}

/** Removes frames with the same bytes or the same id. */
function firstDistinct(candidates: readonly Candidate[]): readonly Candidate[] {
  const hashes = new Set<string>()
  const ids = new Set<string>()
  const chosen: Candidate[] = []
  for (const candidate of candidates) {
    if (chosen.length === previewFramesChosen) break
    if (hashes.has(candidate.contentHash) || ids.has(candidate.id)) continue
    hashes.add(candidate.contentHash)
    ids.add(candidate.id)
    chosen.push(candidate)
  }
  return chosen
}
