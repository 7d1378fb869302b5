import { frameIdsIn } from '@palate/core/frames/references.ts'
import { elementKinds, type Profile, type Version } from '@palate/core/profile/schema.ts'
import type { ProfileKey } from '../../ports/profiles.ts'
import { deleteRowsOfProfile } from '../../store/chunked-writes.ts'
import type { Db } from '../../store/schema.ts'
import { commitJudges } from '../annotations/judges.ts'
import { insertVersions } from '../history/version-store.ts'
import type { Found } from '../profile-access.ts'
import { sumBytes } from '../snapshots/object-store.ts'
import type { Objects } from '../snapshots/objects.ts'
import { type References, saveTextBlobs } from '../snapshots/save-text-blobs.ts'
import { packSnapshots, textBytesOf } from '../snapshots/snapshot-store.ts'
import { referencesIn, type TextBlobs } from '../snapshots/text-blobs.ts'
import { findNewObjects, type NewObjects, storePermanently } from '../snapshots/write-ahead.ts'
import { noteFrameReferences } from './frame-references.ts'
import { type ChangingColumns, changingColumns } from './profile-row.ts'
import { refuseLargeProfile, refuseLargeState } from './profile-size.ts'
import { insertProfile, updateProfile } from './profile-store.ts'

export interface SaveOptions {
  readonly now: string
  /** The key that creates the new versions; null if they are imported. */
  readonly authorKeyId: string | null
  /** Whether the body contains what may be too large. */
  readonly isInBody?: boolean
  /** Whether the profile may exceed its size: what it holds of a person can always be erased. */
  readonly isErasure?: boolean
  /** Size of the text blobs that are already objects of the new profile. */
  readonly copiedBytes?: number
}

/** A changed profile and its new versions. */
export interface Change {
  readonly profile: Profile
  readonly added: readonly Version[]
}

/** A change with everything that can be computed before the transaction. For a large change that takes seconds. */
export interface SavePlan extends Change {
  readonly columns: ChangingColumns
  /** The root of each new snapshot, in order. */
  readonly hashes: readonly string[]
  readonly newObjects: NewObjects
  readonly objectBytes: number
  /** Messages, and the seed that each version copies. */
  readonly versionBytes: number
  /** The text blobs that the profile references after the write. */
  readonly references: { readonly working: References; readonly committed: References }
  /** The new objects that name library frames. */
  readonly textsWithFrames: readonly string[]
}

/** Throws if a state is too large. `findNew` tells which objects are not stored yet. */
export async function planSave(
  { profile, added }: Change,
  findNew: (objects: Objects) => Promise<NewObjects>,
  isInBody = true,
): Promise<SavePlan> {
  const columns = changingColumns(profile)
  const { working_changes, effective_override, branches } = columns
  const { hashes, objects, largestBytes } = packSnapshots(added)
  const row = [working_changes, effective_override ?? '', branches]
  refuseLargeState(textBytesOf(row), isInBody ? '/profileData/workingChanges' : null)
  refuseLargeState(largestBytes, isInBody ? '/profileData/versions' : null)
  const newObjects = await findNew(objects)
  const texts = [...newObjects.objects.values()]
  return {
    ...{ profile, added, columns, hashes, newObjects },
    objectBytes: textBytesOf(texts),
    versionBytes: textBytesOf(added.flatMap(({ message, seed = '' }) => [message, seed])),
    references: {
      working: referencesIn([working_changes, effective_override ?? '']),
      committed: referencesIn(texts),
    },
    textsWithFrames: texts.filter((text) => frameIdsIn(text).length > 0),
  }
}

/**
 * Stores a changed profile with its new versions. The profile's row is locked, and unchanged since a plan was made. If
 * the working changes differ, they are written into the row, and the annotation rows are deleted.
 */
export async function saveUpdate(
  db: Db,
  found: Found,
  change: Change | SavePlan,
  { now, authorKeyId, isInBody = true, isErasure = false }: SaveOptions,
): Promise<void> {
  const { profileKey, versionCount, references: before, texts } = found
  const findNew = (objects: Objects) => findNewObjects(db, profileKey, objects)
  const plan = 'newObjects' in change ? change : await planSave(change, findNew, isInBody)
  const { profile, added, columns } = plan
  const counted = found.storedBytes ?? (await sumBytes(db, profileKey))
  const others = plan.versionBytes + (await saveTextBlobs(db, profileKey, { before, ...plan.references, texts }, now))
  const storedBytes = counted + others + (await storePermanently(db, profileKey, plan.newObjects))
  if (!isErasure) refuseLargeProfile(storedBytes, others + plan.objectBytes, isInBody ? '/profileData' : null)
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
  { now, authorKeyId, isInBody = true, copiedBytes = 0 }: SaveOptions,
): Promise<boolean> {
  const profileKey = { accountId, profileId: profile.id }
  const allNew = async (objects: Objects) => ({ objects, missing: [...objects.keys()], storedAhead: [] })
  const plan = await planSave({ profile, added: versions }, allNew, isInBody)
  const storedBytes = plan.objectBytes + plan.versionBytes + textBytesOf(texts.values()) + copiedBytes
  const counters = { versionCount: versions.length, storedBytes }
  if (!(await insertProfile(db, accountId, profile, plan.columns, counters))) return false
  await saveTextBlobs(db, profileKey, { before: new Map(), ...plan.references, texts }, now)
  await noteFrames(db, profileKey, plan)
  await storePermanently(db, profileKey, plan.newObjects)
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
