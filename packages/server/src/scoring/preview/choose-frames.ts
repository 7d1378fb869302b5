import { frameIdOfUrl } from '@palate/core/frames/references.ts'
import { isRemovalMark } from '@palate/core/profile/schema.ts'
import { spread } from '@palate/core/taste/preview-choice.ts'
import { previewFramesChosen, previewFramesConsidered } from '@palate/core/taste/preview-schema.ts'
import type { FeatureCache } from '../../pictures/features/feature-cache.ts'
import { listRecentFrames } from '../../pictures/seen-frames/seen-frame-store.ts'
import type { SeenFrames } from '../../pictures/seen-frames/seen-frames.ts'
import type { FramesPort } from '../../ports/frames.ts'
import type { PreviewStates, State } from '../../ports/states.ts'
import type { Db } from '../../store/schema.ts'

/** How many recent frames of a project to search for those of a profile. */
export const recentFramesLookedAtMax = 200
/** The newest of the library from which some are taken evenly. */
const libraryFramesLookedAtMax = 200
/** The newest labelled pictures of each side. */
const labelledPerSideMax = 10
/** Frames of other hosts are fetched again, which takes a while. */
const hostedFramesMax = previewFramesChosen

interface Parts {
  readonly seenFrames: Pick<SeenFrames, 'flush'>
  readonly frames: Pick<FramesPort, 'listFrames' | 'findFrames'>
  readonly featureCache: Pick<FeatureCache, 'find'>
}

/** A frame that may be shown. */
export interface Candidate {
  readonly id: string
  readonly url: string
  readonly contentHash: string
  readonly isLabelled: boolean
}

/**
 * The frames from which those of a preview are chosen: what the profile was taught with, what was scored with it across
 * the whole range, what others of its project scored, and its library. Each picture appears once. Beyond as many as are
 * shown, only those whose features are known.
 */
export async function candidateFrames(
  db: Db,
  { seenFrames, frames, featureCache }: Parts,
  states: PreviewStates,
  dimension: string,
): Promise<readonly Candidate[]> {
  const { accountId, projectId, profileId } = states.to
  // Includes the latest scores.
  await seenFrames.flush()
  const recent = await listRecentFrames(db, accountId, [projectId], undefined, recentFramesLookedAtMax)
  const scored = recent.flatMap(({ frame_id: id, url, content_hash: contentHash, profile_id, scores }) =>
    url === null ? [] : [{ id, url, contentHash, isOwn: profile_id === profileId, score: scoreIn(scores, dimension) }],
  )
  const own = scored.filter(({ isOwn }) => isOwn).toSorted((one, other) => other.score - one.score)
  const others = scored.filter(({ isOwn }) => !isOwn)
  const library = await frames.listFrames(db, states.to, undefined, libraryFramesLookedAtMax)
  const kept = library.map(({ id, contentHash }) => ({ id, url: `frame:${id}`, contentHash }))
  const labelled = await labelledFrames(db, frames, states)
  const taught = new Set(labelled.map(({ contentHash }) => contentHash))
  const inOrder = [
    ...labelled,
    ...spread(own, previewFramesConsidered),
    ...spread(others, previewFramesConsidered),
    ...(kept.length > previewFramesConsidered ? spread(kept, previewFramesConsidered) : kept),
  ]
  const chosen: Candidate[] = []
  let hosted = 0
  for (const { id, url, contentHash } of firstDistinct(inOrder)) {
    if (chosen.length === previewFramesConsidered) break
    const isHosted = /^https?:/i.test(url)
    if (isHosted && hosted === hostedFramesMax) continue
    if (chosen.length >= previewFramesChosen && !(await featureCache.find(accountId, contentHash))) continue
    hosted += Number(isHosted)
    chosen.push({ id, url, contentHash, isLabelled: taught.has(contentHash) })
  }
  return chosen
}

/** The newest labelled pictures of the library, of both sides. */
async function labelledFrames(db: Db, frames: Parts['frames'], { from, to }: PreviewStates) {
  // The elements of a merge are computed by whoever scores it.
  const state: State | undefined = to.computeMerge ? from : to
  if (!state) return []
  const { exemplars } = await state.elements()
  const ids = (['good', 'bad'] as const).flatMap((side) =>
    exemplars
      .filter((one) => one.label === side && !isRemovalMark(one))
      .flatMap(({ url }) => (typeof url === 'string' ? (frameIdOfUrl(url) ?? []) : []))
      .slice(-labelledPerSideMax),
  )
  const found = await frames.findFrames(db, state, ids)
  return [...new Set(ids)].flatMap((id) => {
    const frame = found.get(id)
    return frame ? [{ id, url: `frame:${id}`, contentHash: frame.contentHash }] : []
  })
}

/** What was scored in other dimensions comes last. */
function scoreIn(scores: string, dimension: string): number {
  const score = (JSON.parse(scores) as Readonly<Record<string, unknown>>)[dimension]
  return typeof score === 'number' ? score : -1
}

/** Removes frames with the same bytes or the same id. */
function firstDistinct<Frame extends Pick<Candidate, 'id' | 'contentHash'>>(
  candidates: readonly Frame[],
): readonly Frame[] {
  const hashes = new Set<string>()
  const ids = new Set<string>()
  return candidates.filter(({ id, contentHash }) => {
    if (hashes.has(contentHash) || ids.has(id)) return false
    hashes.add(contentHash)
    ids.add(id)
    return true
  })
}
