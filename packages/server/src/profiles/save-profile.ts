import type { LongTextReference } from '@palate/core/profile/long-texts.ts'
import type { Profile, Version } from '@palate/core/profile/schema.ts'
import type { Db } from '../store/schema.ts'
import { type LongTexts, referencesIn } from './long-texts.ts'
import { findStored, insertObjects, sumBytes } from './object-store.ts'
import type { Found } from './profile-access.ts'
import { type ChangingColumns, changingColumns } from './profile-row.ts'
import { refuseLargeProfile, refuseLargeState } from './profile-size.ts'
import { insertProfile, updateProfile } from './profile-store.ts'
import { bytesOf, type PackedSnapshots, packSnapshots } from './snapshot-store.ts'
import { insertVersions } from './version-store.ts'
import {
  commitWorkingTexts,
  insertWorkingTexts,
  reclaimWorkingTexts,
  releaseWorkingTexts,
} from './working-text-store.ts'

/**
 * Stores a changed profile with its new versions. The profile's row is locked.
 *
 * A long text is stored when an element first refers to it. One that a version refers to stays as long as the profile.
 * One that only the row refers to (working changes, effective snapshot) is listed in `working_texts`, and is released
 * when the row refers to it no more: `sweep-working-texts.ts` deletes it later, when no reader can still need it.
 */
export async function saveUpdate(
  db: Db,
  found: Found,
  profile: Profile,
  added: readonly Version[],
  now: string,
  bodyHoldsIt = true,
): Promise<void> {
  const { profileKey, versionCount } = found
  const columns = changingColumns(profile)
  const packed = await packSnapshots(db, profileKey, added)
  refuseLargeStates(columns, packed, bodyHoldsIt)
  const counted = found.storedBytes ?? (await sumBytes(db, profileKey))
  const growth =
    bytesOf(packed.objects.values()) +
    bytesOf(added.map(({ message }) => message)) +
    (await saveLongTexts(db, found, columns, packed, now))
  const storedBytes = counted + growth
  refuseLargeProfile(storedBytes, growth, bodyHoldsIt ? '/profileData' : null)
  await insertObjects(db, profileKey, [...packed.objects])
  await insertVersions(db, profileKey, added, packed.hashes, versionCount)
  await updateProfile(db, profileKey, columns, { versionCount: versionCount + added.length, storedBytes })
}

/** Stores a new profile. False if another one has its name. */
export async function saveNew(
  db: Db,
  accountId: string,
  profile: Profile,
  versions: readonly Version[],
  texts: LongTexts,
  now: string,
): Promise<boolean> {
  const profileKey = { accountId, profileId: profile.id }
  const columns = changingColumns(profile)
  const packed = await packSnapshots(db, profileKey, versions)
  refuseLargeStates(columns, packed, true)
  const own = bytesOf(packed.objects.values()) + bytesOf(versions.map(({ message }) => message))
  const storedBytes = own + bytesOf(texts.values())
  if (!(await insertProfile(db, accountId, profile, columns, { versionCount: versions.length, storedBytes })))
    return false
  await saveLongTexts(db, { profileKey, references: new Map(), texts }, columns, packed, now)
  await insertObjects(db, profileKey, [...packed.objects])
  await insertVersions(db, profileKey, versions, packed.hashes, 0)
  return true
}

function refuseLargeStates(columns: ChangingColumns, { largestBytes }: PackedSnapshots, bodyHoldsThem: boolean): void {
  const { working_changes, effective_override, branches } = columns
  const row = [working_changes, effective_override ?? '', branches]
  refuseLargeState(bytesOf(row), bodyHoldsThem ? '/profileData/workingChanges' : null)
  refuseLargeState(largestBytes, bodyHoldsThem ? '/profileData/versions' : null)
}

type Before = Pick<Found, 'profileKey' | 'references' | 'texts'>

/** Gives by how many bytes the long texts that the profile refers to grow, which may be negative. */
async function saveLongTexts(
  db: Db,
  { profileKey, references: before, texts }: Before,
  columns: ChangingColumns,
  { objects }: PackedSnapshots,
  now: string,
): Promise<number> {
  const committed = referencesIn(objects.values())
  const working = referencesIn([columns.working_changes, columns.effective_override ?? ''])
  if (before.size + committed.size + working.size === 0) return 0
  const uncommitted = [...working.keys()].filter((name) => !committed.has(name))
  const names = [...new Set([...committed.keys(), ...working.keys()])].filter((name) => !before.has(name))
  const stored = await findStored(db, profileKey, names)
  const missing = names.filter((name) => !stored.has(name))
  await insertObjects(
    db,
    profileKey,
    missing.map((name) => [name, textNamed(texts, name)]),
  )
  const references = new Map([...committed, ...working])
  const isNew = new Set(missing)
  const added = missing.flatMap((hash) => toRow(hash, references))
  await insertWorkingTexts(
    db,
    profileKey,
    added.filter(({ hash }) => !committed.has(hash)),
  )
  const recommitted = await commitWorkingTexts(db, profileKey, [...committed.keys()])
  const reclaimed = await reclaimWorkingTexts(
    db,
    profileKey,
    uncommitted.filter((name) => !before.has(name) && !isNew.has(name)),
  )
  const dropped = [...before.keys()].filter((name) => !references.has(name))
  const released = await releaseWorkingTexts(db, profileKey, dropped, now)
  return added.reduce((sum, { bytes }) => sum + bytes, recommitted + reclaimed - released)
}

function toRow(hash: string, references: ReadonlyMap<string, LongTextReference>) {
  const reference = references.get(hash)
  return reference ? [{ hash, bytes: reference.bytes }] : []
}

function textNamed(texts: LongTexts, name: string): string {
  const text = texts.get(name)
  if (text === undefined) throw new Error(`the long text ${name} is not stored`)
  return text
}
