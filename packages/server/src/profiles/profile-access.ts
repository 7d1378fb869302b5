import { isId } from '@palate/core/ids.ts'
import { type Caller, mayUse } from '@palate/core/keys/access.ts'
import type { Profile, Snapshot } from '@palate/core/profile/schema.ts'
import { emptySnapshot } from '@palate/core/profile/snapshot.ts'
import type { Db } from '../store/schema.ts'
import { findProfile, lockProfileRow, missingPart, noProfile, type StoredProfile } from './profile-store.ts'
import { loadSnapshots, type ProfileKey } from './snapshot-store.ts'
import { findVersion } from './version-store.ts'

export type Found = StoredProfile & { readonly profileKey: ProfileKey }

/** The profile for reading. Another account's, and another project's for a limited key, does not exist. */
export function readProfile(db: Db, caller: Caller, id: string): Promise<Found> {
  return findAllowed(db, caller, id, findProfile)
}

/** The profile for writing: nobody else changes it until the transaction ends. */
export function lockProfile(db: Db, caller: Caller, id: string): Promise<Found> {
  return findAllowed(db, caller, id, lockProfileRow)
}

/** The snapshot of a version that is known to exist; the empty state where there is none. */
export async function snapshotAt(db: Db, profileKey: ProfileKey, versionId: string | null): Promise<Snapshot> {
  if (versionId === null) return emptySnapshot
  const stored = await findVersion(db, profileKey, versionId)
  if (!stored) throw await missingPart(db, profileKey, `version ${versionId}`)
  const snapshots = await loadSnapshots(db, profileKey, [stored.snapshotHash])
  return snapshots.get(stored.snapshotHash) ?? emptySnapshot
}

export function headOf(profile: Profile, branchId: string): string | null | undefined {
  return profile.branches.find(({ id }) => id === branchId)?.headVersionId
}

async function findAllowed(db: Db, caller: Caller, id: string, find: typeof findProfile): Promise<Found> {
  const profileKey = { accountId: caller.accountId, profileId: id }
  const found = isId('prof', id) ? await find(db, profileKey) : undefined
  if (!found || !mayUse(caller, found.profile.projectId)) throw noProfile()
  return { ...found, profileKey }
}
