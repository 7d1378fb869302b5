import type { Db } from '../store/schema.ts'
import type { Condition, TextOrColumn } from './conditions.ts'
import type { ProfileKey } from './profiles.ts'
import type { ProjectKey } from './projects.ts'
import type { AdmitBytes, CheckedPicture } from './scoring.ts'

/** A frame of the library: a picture that the service stores. */
export interface StoredFrame {
  readonly id: string
  readonly projectId: string
  readonly name: string | null
  /** SHA-256 of the bytes, hexadecimal. */
  readonly contentHash: string
  readonly contentType: string
  readonly width: number
  readonly height: number
  readonly bytes: number
  readonly createdAt: string
  /** See frames/tag-text.ts. */
  readonly tags: string
  /** What it was generated with. */
  readonly prompt: string | null
  readonly group: string | null
  readonly seed: string | null
  /** When a camera took it. See core/frames/capture-time.ts. */
  readonly takenAt: string | null
}

/** A picture that an element contains as data. */
export interface InlinePicture extends CheckedPicture {
  readonly bytes: number
  /** Whether its text is plain base64, so that the bytes can be decoded from the text. */
  readonly isPlain: boolean
  /** The bytes of a small picture. */
  readonly data: Uint8Array<ArrayBuffer> | undefined
}

/** What other features need from the frame library. */
export interface FramesPort {
  /** Whether the account, or one of its projects, has a frame with these bytes. */
  hasPicture(picture: {
    readonly accountId: TextOrColumn
    readonly contentHash: TextOrColumn
    readonly projectId?: TextOrColumn
  }): Condition
  /** Finds which of these frames the project has, by id. Ids may have any form. */
  findFrames(db: Db, project: ProjectKey, ids: readonly string[]): Promise<ReadonlyMap<string, StoredFrame>>
  /** The frames of a project, newest first, starting before the given id. */
  listFrames(db: Db, project: ProjectKey, before: string | undefined, limit: number): Promise<readonly StoredFrame[]>
  /** The content hashes of a project's frames, in their order. */
  listContentHashes(db: Db, project: ProjectKey, limit: number): Promise<readonly string[]>
  /** The bytes of a picture; undefined if the library does not have it. `admit` is awaited before they are read. */
  readBytes(
    db: Db,
    accountId: string,
    contentHash: string,
    admit?: AdmitBytes,
  ): Promise<Uint8Array<ArrayBuffer> | undefined>
  /**
   * Turns an element's inline picture into a frame of the profile's project, in the caller's transaction, which has
   * locked the profile. `object` is the text blob that contains it. The bytes stay in that text; only small ones are
   * copied.
   */
  addInlineFrame(
    db: Db,
    project: ProjectKey & ProfileKey,
    picture: InlinePicture & { readonly contentHash: string },
    object: string | undefined,
    now: string,
  ): Promise<void>
  /**
   * Copies frames into another project of the account, in the caller's transaction, without copying their bytes.
   * Returns the new ids by the old ones. If the project already has a frame with the same bytes, its id is used.
   * Missing frames are omitted.
   */
  copyFrames(
    db: Db,
    from: ProjectKey,
    ids: readonly string[],
    toProjectId: string,
    now: string,
  ): Promise<ReadonlyMap<string, string>>
}

/** Whether the bytes of a library frame are stored as this text of a profile. The text is kept as long as the frame. */
export type IsTextOfFrame = (text: {
  readonly accountId: TextOrColumn
  readonly profileId: TextOrColumn
  readonly object: TextOrColumn
}) => Condition
