import { elementKinds, type Profile, type Version } from '@palate/core/profile/schema.ts'
import type { ProfileKey } from '../../ports/profiles.ts'
import { deleteRowsOfProfile } from '../../store/chunked-writes.ts'
import type { Db } from '../../store/schema.ts'
import { commitJudges } from '../annotations/judges.ts'
import { insertVersions } from '../history/version-store.ts'
import type { Found } from '../profile-access.ts'
import { sumBytes } from '../snapshots/object-store.ts'
import { saveTextBlobs } from '../snapshots/save-text-blobs.ts'
import { textBytesOf } from '../snapshots/snapshot-store.ts'
import type { TextBlobs } from '../snapshots/text-blobs.ts'
import { findNewObjects, storeForGood } from '../snapshots/write-ahead.ts'
import { noteFrameReferences } from './frame-references.ts'
import { refuseLargeProfile } from './profile-size.ts'
import { insertProfile, updateProfile } from './profile-store.ts'
import { packChange, planSave, type SavePlan } from './save-plan.ts'

export interface SaveOptions {
  readonly now: string
  /** The key that creates the new versions; null if they are imported. */
  readonly authorKeyId: string | null
  /** Whether the body contains what may be too large. */
  readonly bodyHoldsIt?: boolean
  /** Size of the text blobs that are already objects of the new profile. */
  readonly copiedBytes?: number
}

/** Stores a changed profile with its new versions. The profile's row is locked. */
export async function saveUpdate(
  db: Db,
  found: Found,
  profile: Profile,
  added: readonly Version[],
  options: SaveOptions,
): Promise<void> {
  const packed = packChange(profile, added, options.bodyHoldsIt)
  await saveAsPlanned(db, found, planSave(packed, await findNewObjects(db, found.profileKey, packed.objects)), options)
}

/**
 * Stores a planned change. The profile's row is locked and unchanged since the plan was made. If the working changes
 * differ, they are written into the row, and the annotation rows are deleted.
 */
export async function saveAsPlanned(
  db: Db,
  found: Found,
  plan: SavePlan,
  { now, authorKeyId, bodyHoldsIt = true }: SaveOptions,
): Promise<void> {
  const { profileKey, versionCount, references: before, texts } = found
  const { profile, added, columns } = plan
  const counted = found.storedBytes ?? (await sumBytes(db, profileKey))
  const others = plan.messageBytes + (await saveTextBlobs(db, profileKey, { before, ...plan.references, texts }, now))
  const storedBytes = counted + others + (await storeForGood(db, profileKey, plan.newObjects))
  refuseLargeProfile(storedBytes, others + plan.objectBytes, bodyHoldsIt ? '/profileData' : null)
  await noteFrames(db, profileKey, plan)
  await insertVersions(db, profileKey, added, plan.hashes, versionCount, authorKeyId)
  const counters = { versionCount: versionCount + added.length, storedBytes }
  const { working_changes, ...otherColumns } = columns
  if (hasSameWorking(found.profile, profile)) return updateProfile(db, profileKey, otherColumns, counters)
  if (added.length > 0) await commitJudges(db, profileKey)
  await deleteRowsOfProfile(db, { table: 'annotations', key: 'id' }, profileKey)
  await updateProfile(db, profileKey, { ...columns, annotated_bytes: 0 }, counters)
}

/** Stores a new profile. Returns false if another profile has its name. */
export async function saveNew(
  db: Db,
  accountId: string,
  profile: Profile,
  versions: readonly Version[],
  texts: TextBlobs,
  { now, authorKeyId, bodyHoldsIt = true, copiedBytes = 0 }: SaveOptions,
): Promise<boolean> {
  const profileKey = { accountId, profileId: profile.id }
  const packed = packChange(profile, versions, bodyHoldsIt)
  const plan = planSave(packed, { objects: packed.objects, missing: [...packed.objects.keys()], doubtful: [] })
  const storedBytes = plan.objectBytes + plan.messageBytes + textBytesOf(texts.values()) + copiedBytes
  const counters = { versionCount: versions.length, storedBytes }
  if (!(await insertProfile(db, accountId, profile, plan.columns, counters))) return false
  await saveTextBlobs(db, profileKey, { before: new Map(), ...plan.references, texts }, now)
  await noteFrames(db, profileKey, plan)
  await storeForGood(db, profileKey, plan.newObjects)
  await insertVersions(db, profileKey, versions, plan.hashes, 0, authorKeyId)
  return true
}

/** Protects library frames from accidental deletion while elements reference them. */
async function noteFrames(db: Db, key: ProfileKey, { columns, textsWithFrames }: SavePlan): Promise<void> {
  await noteFrameReferences(db, key, textsWithFrames, true)
  await noteFrameReferences(db, key, [columns.working_changes], false)
}

/** A list that a change does not touch is the same object. */
function hasSameWorking(before: Profile, after: Profile): boolean {
  return elementKinds.every((kind) => before.workingChanges[kind] === after.workingChanges[kind])
}
