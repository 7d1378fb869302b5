import type { Caller } from '@palate/core/keys/access.ts'
import type { Element, ElementKind, Profile } from '@palate/core/profile/schema.ts'
import type { PictureSource } from '@palate/core/profile/subject/picture-sources.ts'
import type { IdentifyPicture } from '@palate/core/profile/subject/subject.ts'
import type { Db } from '../store/schema.ts'
import type { Condition, Subquery, TextOrColumn } from './conditions.ts'
import type { ProjectKey } from './projects.ts'

/** Identifies a profile. All data of a profile is stored under both ids, so that accounts share nothing. */
export interface ProfileKey {
  readonly accountId: string
  readonly profileId: string
}

/** What other features need from profiles, apart from their states. */
export interface ProfilesPort {
  /** Whether the profile exists, in this project if one is given. */
  exists(profile: {
    readonly accountId: TextOrColumn
    readonly profileId: TextOrColumn
    readonly projectId?: TextOrColumn
  }): Condition
  /** Locks the row of the profile, if it exists, until the transaction ends. */
  hold(db: Db, profile: ProfileKey): Promise<unknown>
  /** Increments the second part of the ETag and returns it; undefined if the profile was deleted. */
  incrementDerivedRevision(db: Db, profile: ProfileKey): Promise<number | undefined>
  /** A text blob of an element, by object name; undefined if it is not stored. */
  readTextBlob(db: Db, profile: ProfileKey, object: string): Promise<string | undefined>
  hasTextBlob(db: Db, profile: ProfileKey, object: string): Promise<boolean>
  /** Deletes a text that was kept after its profile was deleted because a frame used its bytes. */
  deleteTextWithoutProfile(db: Db, profile: ProfileKey, object: string): Promise<void>
  /** The ids of frames to which the profile may refer. */
  framesOf(profile: ProfileKey): Subquery
  /** Whether a version of a profile, or its working changes, refer to the frame. */
  isFrameInUse(db: Db, accountId: string, frameId: string): Promise<boolean>
}

/** Names pictures by their content where it is known, otherwise by their address. */
export type IdentifyPictures = (
  db: Db,
  owner: ProfileKey & ProjectKey,
  sources: Iterable<PictureSource>,
  /** Text blobs that the request holds in memory. */
  texts: ReadonlyMap<string, string>,
) => Promise<IdentifyPicture>

/** The key that judged something, and when. */
export interface Judge {
  readonly keyId: string
  readonly at: string
}

/** Who judged the elements of a state, by their ids, as far as it is known. */
export type FindJudges = (
  db: Db,
  profile: ProfileKey,
  kind: ElementKind,
  elements: readonly Element[],
  /** Whether the state includes the working changes. */
  hasWorking: boolean,
) => Promise<ReadonlyMap<string, Judge>>

/**
 * Commits a version without a person's judgements on every branch of the account's profiles that has some, and takes them
 * out of the working changes. Each profile has a transaction of its own, so this must not run inside another one: the
 * handler is `longRunning`. If it fails, what it did stays, and a repetition does the rest. What the person judges
 * meanwhile may stay, so their sessions and keys end first.
 */
export type EraseJudgements = (
  person: { readonly accountId: string; readonly personId: string },
  by: Caller,
  now: string,
) => Promise<void>

/** Deletes a profile whose row is locked, with everything that features have stored for it; see delete-profile.ts. */
export type DeleteProfile = (db: Db, caller: Caller, profile: Profile, now: string) => Promise<void>

/** One feature's part of a profile's deletion, in the transaction that deletes it. */
export type DeleteOfProfile = (db: Db, profile: ProfileKey, now: string) => Promise<void>
