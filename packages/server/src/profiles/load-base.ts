import { Fault } from '@palate/core/fault.ts'
import { frameIdsIn } from '@palate/core/frames/references.ts'
import type { Caller } from '@palate/core/keys/access.ts'
import { type BaseState, effectiveState, withFrameIds } from '@palate/core/profile/based-on.ts'
import type { Snapshot } from '@palate/core/profile/schema.ts'
import type { FramesPort } from '../ports/frames.ts'
import type { Db } from '../store/schema.ts'
import { type Found, readProfile } from './profile-access.ts'
import { copyObjects } from './snapshots/object-store.ts'
import { referencesIn, type TextBlobs } from './snapshots/text-blobs.ts'
import { currentHead } from './states/effective-snapshot.ts'

export interface Base {
  /** The other profile's seed. A new profile inherits it unless it specifies another. */
  readonly profileSeed: string | null
  readonly state: BaseState
  /** Text blobs that are not objects of the other profile. */
  readonly texts: TextBlobs
  /** Size of the copied text blobs. */
  readonly copiedBytes: number
}

/**
 * The effective state of the profile that a new one is based on. Copies its text blobs and frames in the transaction
 * that creates the new one.
 */
export async function loadBase(
  db: Db,
  caller: Caller,
  basedOn: string,
  to: { readonly profileId: string; readonly projectId: string },
  copyFrames: FramesPort['copyFrames'],
  now: string,
): Promise<Base> {
  const { found, snapshot, seed } = await findBase(db, caller, basedOn)
  const { profile, profileKey } = found
  const json = JSON.stringify(snapshot)
  const references = referencesIn([json])
  const texts = new Map([...found.texts].filter(([name]) => references.has(name)))
  const copied = [...references].filter(([name]) => !texts.has(name))
  await copyObjects(
    db,
    profileKey,
    to.profileId,
    copied.map(([name]) => name),
  )
  const isSameProject = profile.projectId === to.projectId
  const from = { accountId: caller.accountId, projectId: profile.projectId }
  const frames = isSameProject ? new Map() : await copyFrames(db, from, frameIdsIn(json), to.projectId, now)
  return {
    profileSeed: profile.seed,
    state: { name: profile.name, seed, snapshot: withFrameIds(snapshot, frames) },
    texts,
    copiedBytes: copied.reduce((sum, [, { bytes }]) => sum + bytes, 0),
  }
}

/** The id comes from the body, so a profile that the caller cannot see is 422 and not 404. */
async function findBase(
  db: Db,
  caller: Caller,
  basedOn: string,
): Promise<{ readonly found: Found; readonly snapshot: Snapshot; readonly seed: string | null }> {
  try {
    const found = await readProfile(db, caller, basedOn)
    const { snapshot, state } = await currentHead(db, found)
    return { found, snapshot: effectiveState(snapshot, found.profile.effectiveOverride), seed: state.seed }
  } catch (error) {
    if (!(error instanceof Fault) || error.code !== 'profile_not_found') throw error
    throw new Fault('unknown_profile', 'basedOn: there is no profile with this id')
  }
}
