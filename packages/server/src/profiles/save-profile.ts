import { elementKinds, type Profile, type Version } from '@palate/core/profile/schema.ts'
import type { ProfileKey } from '../ports.ts'
import { noteFrameReferences } from '../store/frame-references.ts'
import { deleteProfileRowsIn } from '../store/profile-rows.ts'
import type { Db } from '../store/schema.ts'
import { insertVersions } from './history/version-store.ts'
import { type LongTexts, referencesIn } from './objects/long-texts.ts'
import { insertObjects, sumBytes } from './objects/object-store.ts'
import { saveLongTexts } from './objects/save-long-texts.ts'
import { bytesOf, type PackedSnapshots, packSnapshots } from './objects/snapshot-store.ts'
import type { Found } from './profile-access.ts'
import { type ChangingColumns, changingColumns } from './profile-row.ts'
import { refuseLargeProfile, refuseLargeState } from './profile-size.ts'
import { insertProfile, updateProfile } from './profile-store.ts'

export interface SaveOptions {
  readonly now: string
  /** The key that makes the new versions; null if these are not of now. */
  readonly authorKeyId: string | null
  /** Whether the body holds what may be too large. */
  readonly bodyHoldsIt?: boolean
  /** Of long texts that are objects of the new profile already. */
  readonly copiedBytes?: number
}

/**
 * Stores a changed profile with its new versions. The profile's row is locked. If the working changes differ, they are
 * written into the row, and the annotations beside it are deleted.
 */
export async function saveUpdate(
  db: Db,
  found: Found,
  profile: Profile,
  added: readonly Version[],
  { now, authorKeyId, bodyHoldsIt = true }: SaveOptions,
): Promise<void> {
  const { profileKey, versionCount, references: before, texts } = found
  const columns = changingColumns(profile)
  const packed = await packSnapshots(db, profileKey, added)
  refuseLargeStates(columns, packed, bodyHoldsIt)
  const counted = found.storedBytes ?? (await sumBytes(db, profileKey))
  const growth =
    bytesOf(packed.objects.values()) +
    bytesOf(added.map(({ message }) => message)) +
    (await saveLongTexts(db, profileKey, { before, ...referencesOf(columns, packed), texts }, now))
  const storedBytes = counted + growth
  refuseLargeProfile(storedBytes, growth, bodyHoldsIt ? '/profileData' : null)
  await noteFrames(db, profileKey, columns, packed)
  await insertObjects(db, profileKey, [...packed.objects])
  await insertVersions(db, profileKey, added, packed.hashes, versionCount, authorKeyId)
  const counters = { versionCount: versionCount + added.length, storedBytes }
  const { working_changes, ...others } = columns
  if (hasSameWorking(found.profile, profile)) return updateProfile(db, profileKey, others, counters)
  await deleteProfileRowsIn(db, 'annotations', profileKey)
  await updateProfile(db, profileKey, { ...others, working_changes, annotated_bytes: 0 }, counters)
}

/** Stores a new profile. False if another one has its name. */
export async function saveNew(
  db: Db,
  accountId: string,
  profile: Profile,
  versions: readonly Version[],
  texts: LongTexts,
  { now, authorKeyId, bodyHoldsIt = true, copiedBytes = 0 }: SaveOptions,
): Promise<boolean> {
  const profileKey = { accountId, profileId: profile.id }
  const columns = changingColumns(profile)
  const packed = await packSnapshots(db, profileKey, versions)
  refuseLargeStates(columns, packed, bodyHoldsIt)
  const own = bytesOf(packed.objects.values()) + bytesOf(versions.map(({ message }) => message))
  const storedBytes = own + bytesOf(texts.values()) + copiedBytes
  if (!(await insertProfile(db, accountId, profile, columns, { versionCount: versions.length, storedBytes })))
    return false
  await saveLongTexts(db, profileKey, { before: new Map(), ...referencesOf(columns, packed), texts }, now)
  await noteFrames(db, profileKey, columns, packed)
  await insertObjects(db, profileKey, [...packed.objects])
  await insertVersions(db, profileKey, versions, packed.hashes, 0, authorKeyId)
  return true
}

/** Frames of the library cannot be deleted by accident while elements refer to them. */
async function noteFrames(db: Db, key: ProfileKey, { working_changes }: ChangingColumns, { objects }: PackedSnapshots) {
  await noteFrameReferences(db, key, objects.values(), true)
  await noteFrameReferences(db, key, [working_changes], false)
}

/** A list that a change leaves alone is the same list. */
function hasSameWorking(before: Profile, after: Profile): boolean {
  return elementKinds.every((kind) => before.workingChanges[kind] === after.workingChanges[kind])
}

/** The long texts that the profile refers to after the write. */
function referencesOf({ working_changes, effective_override }: ChangingColumns, { objects }: PackedSnapshots) {
  return {
    working: referencesIn([working_changes, effective_override ?? '']),
    committed: referencesIn(objects.values()),
  }
}

function refuseLargeStates(columns: ChangingColumns, { largestBytes }: PackedSnapshots, bodyHoldsThem: boolean): void {
  const { working_changes, effective_override, branches } = columns
  const row = [working_changes, effective_override ?? '', branches]
  refuseLargeState(bytesOf(row), bodyHoldsThem ? '/profileData/workingChanges' : null)
  refuseLargeState(largestBytes, bodyHoldsThem ? '/profileData/versions' : null)
}
