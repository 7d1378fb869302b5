import { Fault } from '@palate/core/fault.ts'
import { type MergeResolutions, mergeStates, planMerge } from '@palate/core/profile/merge/merge.ts'
import { isUnchanged, makeMergeBase } from '@palate/core/profile/merge/merge-base.ts'
import { type MergeConflict, shownConflicts } from '@palate/core/profile/merge/merge-conflicts.ts'
import type { MergeStrategy } from '@palate/core/profile/merge/merge-lists.ts'
import { byKind, type ElementLists } from '@palate/core/profile/schema.ts'
import { emptySnapshot } from '@palate/core/profile/snapshot.ts'
import { differingPictures } from '@palate/core/profile/subject/differing-pictures.ts'
import type { Db } from '../../store/schema.ts'
import { putTextBlobsInto } from '../json-stream.ts'
import { identifyPictures } from '../pictures/content-hashes.ts'
import type { Found } from '../profile-access.ts'
import { readerOnDemand } from '../snapshots/object-reader.ts'
import { loadSnapshot } from '../snapshots/snapshot-store.ts'
import { listVersionLinks } from './version-store.ts'

type Merged = Pick<Found, 'profileKey' | 'versionCount' | 'texts'> & { readonly projectId: string }

export interface MergeRules {
  readonly strategy: MergeStrategy
  readonly resolutions?: MergeResolutions | undefined
}

/** Merges the heads of two branches without storing anything. `upToDate`: there is nothing to merge. */
export async function mergeHeads(
  db: Db,
  profile: Merged,
  target: string | null,
  source: string | null,
  { strategy, resolutions }: MergeRules,
) {
  const { base, ours, theirs, upToDate } = await sidesOf(db, profile, target, source)
  const pictures = differingPictures([byKind((kind) => base[kind].elements), ours, theirs])
  const identify = await identifyPictures(
    db,
    { ...profile.profileKey, projectId: profile.projectId },
    pictures,
    profile.texts,
  )
  return { ours, upToDate, ...mergeStates(base, ours, theirs, strategy, resolutions, identify) }
}

/** Throws if there are conflicts that the strategy does not resolve. */
export async function refuseConflicts(
  db: Db,
  { profileKey, texts }: Pick<Merged, 'profileKey' | 'texts'>,
  conflicts: readonly MergeConflict[],
  { strategy }: MergeRules,
): Promise<void> {
  if (conflicts.length === 0 || strategy !== 'fail') return
  const whole = await putTextBlobsInto(shownConflicts(conflicts), readerOnDemand(db, profileKey), texts)
  throw new Fault('merge_conflict', `${conflicts.length} elements were changed on both sides`, {
    members: { conflicts: whole },
  })
}

/** The states of a merge, and whether there is anything to merge. */
async function sidesOf(
  db: Db,
  { profileKey, versionCount, texts }: Merged,
  target: string | null,
  source: string | null,
) {
  const stored = await listVersionLinks(db, profileKey, versionCount)
  const hashes = new Map(stored.map(({ version, snapshotHash }) => [version.id, snapshotHash]))
  const links = new Map(stored.map(({ version }) => [version.id, version]))
  const stateAt = async (id: string | null): Promise<ElementLists> => {
    const hash = hashes.get(id ?? '')
    return hash === undefined ? emptySnapshot : loadSnapshot(db, profileKey, hash, texts)
  }
  const plan = planMerge(links, target, source)
  const base = await makeMergeBase(plan.base, stateAt)
  const ours = await stateAt(target)
  const theirs = await stateAt(source)
  // There is also nothing to merge if the source's commits since the merge base cancel out.
  return { base, ours, theirs, upToDate: plan.upToDate || isUnchanged(base, theirs) }
}
