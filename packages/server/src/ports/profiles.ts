import type { Profile } from '@palate/core/profile/schema.ts'
import type { Db } from '../store/schema.ts'

/** Identifies a profile. All data of a profile is stored under both ids, so that accounts share nothing. */
export interface ProfileKey {
  readonly accountId: string
  readonly profileId: string
}

/** Whether the JSON text of a profile's working changes contains this text, such as a frame's id. */
export type WorkingChangesContain = (db: Db, profile: ProfileKey, text: string) => Promise<boolean>

/** A long text of a profile's element, by object name; undefined if it is not stored. */
export type ReadLongText = (db: Db, profile: ProfileKey, object: string) => Promise<string | undefined>

/** Deletes a profile whose row is locked, with everything that features have stored for it; see delete-profile.ts. */
export type DeleteProfile = (db: Db, accountId: string, profile: Profile, now: string) => Promise<void>

/** One feature's part of a profile's deletion, in the transaction that deletes it. */
export type DeleteOfProfile = (db: Db, profile: ProfileKey, now: string) => Promise<void>
