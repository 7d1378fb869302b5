import type { Db } from '../store/schema.ts'

/** A picture of an account, in all of its projects or (for a key that is limited to some) in these. */
export interface ErasedPicture {
  readonly accountId: string
  readonly contentHash: string
  readonly projects: readonly string[] | null
}

/** What else has the same picture: other frames of the library, and profiles that were taught with it. */
export interface KeptFor {
  readonly frames: readonly string[]
  readonly profiles: readonly string[]
}

export interface Erasure extends ErasedPicture {
  /** The frame or the profile that was deleted, and its project. */
  readonly source: string
  readonly projectId: string
}

/** In the transaction that deletes a profile, before its pins are: the background erases their pictures. */
export type ErasePicturesOf = (
  db: Db,
  profile: { readonly accountId: string; readonly profileId: string; readonly projectId: string },
  now: string,
) => Promise<void>

export interface ErasuresPort {
  /**
   * In the transaction that deletes a frame, after it: erases what else is stored of its picture, unless something else
   * has it. Returns that, as far as the caller may see it. Call `finish` after the transaction.
   */
  erase(db: Db, erasure: Erasure, now: string): Promise<KeptFor | undefined>
  /** Erases what this process has in memory and what is in a bucket. If that fails, it is tried again later. */
  finish(erasure: Erasure): Promise<void>
  /** The erasure of a frame that is not finished. */
  findUnfinished(db: Db, accountId: string, frameId: string): Promise<Erasure | undefined>
}
