import { isId } from '@palate/core/ids.ts'
import { type Caller, mayUse } from '@palate/core/keys/access.ts'
import type { ProfileKey } from '../../ports.ts'
import type { Db } from '../../store/schema.ts'
import { findVersion, type StoredVersion } from '../history/version-store.ts'
import { findHeads, missingPart, noProfile } from '../profile-store.ts'

export type ProfileHeads = NonNullable<Awaited<ReturnType<typeof findHeads>>>

/** What determines a profile's states. Throws if the caller may not see the profile. */
export async function requireHeads(db: Db, caller: Caller, profileId: string) {
  const profileKey = { accountId: caller.accountId, profileId }
  const heads = isId('prof', profileId) ? await findHeads(db, profileKey) : undefined
  if (!heads || !mayUse(caller, heads.projectId)) throw noProfile()
  return { profileKey, heads }
}

/** The head of a branch; undefined before the first commit. Throws if the store has lost it. */
export async function requireHead(
  db: Db,
  profileKey: ProfileKey,
  versionId: string | null,
): Promise<StoredVersion | undefined> {
  if (versionId === null) return undefined
  const version = await findVersion(db, profileKey, versionId)
  if (!version) throw await missingPart(db, profileKey, `version ${versionId}`)
  return version
}

/** What all states of the profile have in common. */
export function baseOf(profileKey: ProfileKey, { projectId, computed, bytes }: ProfileHeads, versionId: string | null) {
  return { ...profileKey, projectId, computed, versionId, bytes }
}
