import { isId } from '@palate/core/ids.ts'
import { type Caller, mayUse } from '@palate/core/keys/access.ts'
import type { ProfileKey } from '../ports/profiles.ts'
import type { Db } from '../store/schema.ts'
import type { StoredProfile } from './storing/profile-row.ts'
import { findProfile, findProjectOf, lockProfileRow, noProfile } from './storing/profile-store.ts'

export type Found = StoredProfile & { readonly profileKey: ProfileKey }

/** A profile for reading. Profiles that the caller's key may not use do not exist for the caller. */
export function readProfile(db: Db, caller: Caller, id: string): Promise<Found> {
  return findAllowed(db, caller, id, findProfile)
}

/** A profile for writing: its row is locked until the transaction ends. */
export function lockProfile(db: Db, caller: Caller, id: string): Promise<Found> {
  return findAllowed(db, caller, id, lockProfileRow)
}

/** Throws a Fault if the caller has no such profile. Reads nothing else of it. */
export async function requireProfile(db: Db, caller: Caller, id: string): Promise<void> {
  const projectId = isId('prof', id)
    ? await findProjectOf(db, { accountId: caller.accountId, profileId: id })
    : undefined
  if (projectId === undefined || !mayUse(caller, projectId)) throw noProfile()
}

async function findAllowed(db: Db, caller: Caller, id: string, find: typeof findProfile): Promise<Found> {
  const profileKey = { accountId: caller.accountId, profileId: id }
  const found = isId('prof', id) ? await find(db, profileKey) : undefined
  if (!found || !mayUse(caller, found.profile.projectId)) throw noProfile()
  return { ...found, profileKey }
}
