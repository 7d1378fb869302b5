import type { Batch } from '@palate/core/batches/schema.ts'
import { Fault } from '@palate/core/fault.ts'
import type { Caller } from '@palate/core/keys/access.ts'
import type { MergeResolutions } from '@palate/core/profile/merge/merge.ts'
import type { MergeStrategy } from '@palate/core/profile/merge/merge-lists.ts'
import type { ElementLists, Profile } from '@palate/core/profile/schema.ts'
import type { PreviewRequest } from '@palate/core/taste/preview-schema.ts'
import type { FrameScore } from '@palate/core/taste/scoring-schema.ts'
import type { NewEvent } from '@palate/core/webhooks/events.ts'
import type { Db } from './store/schema.ts'
import type { WorkContext } from './work/work-context.ts'

// What features need from each other. They do not import each other: features.ts passes each what it needs.

/** Identifies a profile. All data of a profile is stored under both ids, so that accounts share nothing. */
export interface ProfileKey {
  readonly accountId: string
  readonly profileId: string
}

/** The elements of a profile at a version or branch, as models learn from them. Equal states have equal keys. */
export interface State {
  readonly accountId: string
  readonly projectId: string
  readonly profileId: string
  readonly versionId: string | null
  readonly seed: string | null
  /** The second part of the profile's ETag when the state was looked up. It grows when pictures are pinned. */
  readonly derivedRevision: number
  /** An upper bound for the size of its profile. */
  readonly bytes: number
  /** Lets another thread find the state. */
  readonly reference: StateReference
  /** For a state that a merge must compute first: computes it. Its seed can differ. */
  readonly computeMerge?: () => Promise<State>
  /** Reads the elements if they are not those of a version. */
  key(): Promise<string>
  /** Elements with references in place of text blobs: see core/profile/text-blobs.ts. */
  elements(): Promise<ElementLists>
  /** The full URL of a picture, if it is, or ends with, a reference to a text blob. */
  resolveAddress(address: string): Promise<string>
}

/** Selects a version, the head of a branch or (if neither is given) the head of the current branch. */
export interface StateSelector {
  readonly versionId?: string | undefined
  readonly branchId?: string | undefined
  readonly includeWorking?: boolean | undefined
}

/** Throws a Fault if the profile, the version or the branch does not exist. */
export type FindState = (db: Db, caller: Caller, profileId: string, selector: StateSelector) => Promise<State>

/** The newest other profiles of the same account and project that have commits: the heads of their current branches. */
export type FindOtherStates = (
  db: Db,
  of: ProfileKey & Pick<State, 'projectId'>,
  max: number,
) => Promise<readonly State[]>

/** The states that a preview compares. */
export interface PreviewStates {
  readonly from?: State
  readonly to: State
}

/** Finds the named states, or the result of a merge. Throws a Fault if one does not exist. */
export type FindPreviewStates = (
  db: Db,
  caller: Caller,
  profileId: string,
  asked: Pick<PreviewRequest, 'from' | 'to'>,
) => Promise<PreviewStates>

/** Locates a state by its version and, unless `working` is null, by its uncommitted changes. */
export interface StateReference extends Omit<PinnedState, 'working'> {
  /** As stored with a batch, as they are now, or as the result of a merge into the version. */
  readonly working: PinnedState['working'] | { readonly isCurrent: true } | { readonly merge: MergeReference }
}

/** An uncommitted merge. */
export interface MergeReference {
  readonly sourceVersionId: string | null
  readonly strategy: MergeStrategy
  readonly resolutions?: MergeResolutions | undefined
}

/** A stored reference to a state to score against later. */
export interface PinnedState {
  readonly accountId: string
  readonly projectId: string
  readonly profileId: string
  readonly versionId: string | null
  readonly seed: string | null
  /** The elements as JSON, if they include uncommitted changes. */
  readonly working: string | null
}

/** Returns undefined if the profile was deleted. */
export type FindPinnedState = (db: Db, reference: StateReference) => Promise<State | undefined>

/** The `working` of a profile's unfinished batches. The text blobs that they reference are still needed. */
export type ListPinnedWorking = (db: Db, profile: ProfileKey) => Promise<readonly string[]>

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
}

/** A project of an account. Frames of one project are invisible in another. */
export interface ProjectKey {
  readonly accountId: string
  readonly projectId: string
}

/** A picture that an element contains as data. */
export interface InlinePicture extends CheckedPicture {
  readonly bytes: number
  /** Whether its text is plain base64, so that the bytes can be decoded from the text. */
  readonly isPlain: boolean
  /** The bytes of a small picture. */
  readonly data: Uint8Array<ArrayBuffer> | undefined
}

/** Waits until there is memory for this many bytes of a picture. */
export type AdmitBytes = (bytes: number) => Promise<void>

/** What other features need from the frame library. */
export interface FramesPort {
  /** Those of these frames that the project has, by id. Ids may have any form. */
  findFrames(db: Db, of: ProjectKey, ids: readonly string[]): Promise<ReadonlyMap<string, StoredFrame>>
  /** The frames of a project, newest first, starting before the given id. */
  listFrames(db: Db, of: ProjectKey, before: string | undefined, limit: number): Promise<readonly StoredFrame[]>
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
    of: ProjectKey & ProfileKey,
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

/** Whether the JSON text of a profile's working changes contains this text, such as a frame's id. */
export type WorkingChangesContain = (db: Db, profile: ProfileKey, text: string) => Promise<boolean>

/** The properties of a decoded picture. */
export interface CheckedPicture {
  readonly contentType: string
  readonly width: number
  readonly height: number
}

/**
 * Decodes a picture on the picture threads, and stores its features and a small thumbnail. Throws a Fault if it is not
 * a picture or is too large. `read` is called when there is memory for the bytes.
 */
export type CheckPicture = (
  contentHash: string,
  bytes: number,
  read: () => Promise<Uint8Array<ArrayBuffer>>,
  work: WorkContext,
) => Promise<CheckedPicture>

export interface ThumbnailRequest {
  readonly accountId: string
  readonly contentHash: string
  /** The longer side, in pixels. */
  readonly side: number
  /** Reads the picture after its bytes are admitted; undefined if it was deleted. */
  readonly read: (admit: AdmitBytes) => Promise<Uint8Array<ArrayBuffer> | undefined>
  readonly signal?: AbortSignal | undefined
}

/** A thumbnail as WebP, from the cache if possible; undefined if the picture was deleted. */
export type MakeThumbnail = (request: ThumbnailRequest) => Promise<Buffer | undefined>

/** A text blob of a profile's element, by object name; undefined if it is not stored. */
export type ReadTextBlob = (db: Db, profile: ProfileKey, object: string) => Promise<string | undefined>

/** The worker thread that was processing a frame stopped, possibly because of the picture. */
export class WorkerLost extends Fault {
  constructor() {
    super('unavailable', 'the worker that was reading the picture crashed; try again')
  }
}

/** Scores the frames of one request or batch against one state, always with the same models. Fetches each URL once. */
export interface FrameScorer {
  /** Rejects if the service is at fault, not the frame; with WorkerLost if it could be either. */
  score(frame: { readonly id: string; readonly url: string }, work: WorkContext): Promise<FrameScore>
}

export interface ScoringRequest {
  readonly dimensions: readonly string[]
  readonly explain: boolean
}

/** Loads the state's training set and learns its models, unless they are cached. Stops waiting for them on abort. */
export type CreateFrameScorer = (state: State, request: ScoringRequest, signal?: AbortSignal) => Promise<FrameScorer>

/** What a profile shows of the taste learned from it. */
export interface TasteSummary {
  readonly promptSummary: string
  readonly embeddingCentroid: readonly number[]
}

export interface TasteSummaries {
  /** Omits pictures that have not been read yet: starts reading them, but does not wait. */
  current(state: State): Promise<TasteSummary>
  /** Every summary of the state that a client may have seen. Reads no pictures. */
  shownBefore(state: State): Promise<readonly TasteSummary[]>
}

/**
 * Records events, and a delivery for each subscribed webhook, in the transaction of the change: everything is stored,
 * or nothing.
 */
export type RecordEvents = (db: Db, accountId: string, events: readonly NewEvent[], now: string) => Promise<void>

/** Passes a score to the alert rules. Returns immediately: rules are evaluated later, and only if there are any. */
export type NoteScore = (of: Pick<State, 'accountId' | 'projectId' | 'profileId'>, score: FrameScore) => void

/** Records the event of a batch's end, in the transaction that ends it. */
export type RecordBatchEnd = (
  db: Db,
  of: { readonly accountId: string; readonly projectId: string },
  batch: Batch,
  now: string,
) => Promise<void>

/** Deletes a profile whose row is locked, with everything that features have stored for it; see delete-profile.ts. */
export type DeleteProfile = (db: Db, accountId: string, profile: Profile, now: string) => Promise<void>

/** One feature's part of a profile's deletion, in the transaction that deletes it. */
export type DeleteOfProfile = (db: Db, profile: ProfileKey, now: string) => Promise<void>
