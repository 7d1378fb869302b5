import { isId } from '@palate/core/ids.ts'
import { type Caller, mayUse } from '@palate/core/keys/access.ts'
import type { Profile, Snapshot } from '@palate/core/profile/schema.ts'
import { emptySnapshot } from '@palate/core/profile/snapshot.ts'
import type { ProfileKey } from '../ports/profiles.ts'
import type { Db } from '../store/schema.ts'
import { findVersion } from './history/version-store.ts'
import { loadSnapshot } from './objects/snapshot-store.ts'
import type { StoredProfile } from './profile-row.ts'
import { findProfile, lockProfileRow, missingPart, noProfile } from './profile-store.ts'

export type Found = StoredProfile & { readonly profileKey: ProfileKey }

/** A profile for reading. Profiles that the caller's key may not use do not exist for the caller. */
export function readProfile(db: Db, caller: Caller, id: string): Promise<Found> {
  return findAllowed(db, caller, id, findProfile)
}

/** A profile for writing: its row is locked until the transaction ends. */
export function lockProfile(db: Db, caller: Caller, id: string): Promise<Found> {
  return findAllowed(db, caller, id, lockProfileRow)
}

/** The snapshot of a version that must exist; the empty snapshot for null. */
export async function snapshotAt(
  db: Db,
  { profileKey, texts }: Pick<Found, 'profileKey' | 'texts'>,
  versionId: string | null,
): Promise<Snapshot> {
  if (versionId === null) return emptySnapshot
  const stored = await findVersion(db, profileKey, versionId)
  if (!stored) throw await missingPart(db, profileKey, `version ${versionId}`)
  return loadSnapshot(db, profileKey, stored.snapshotHash, texts)
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
