import { Fault } from '@palate/core/fault.ts'
import type { Thresholds } from '@palate/core/profile/schema.ts'
import type { FrameReward } from '@palate/core/taste/reward/reward-schema.ts'
import type { FrameScore } from '@palate/core/taste/scoring-schema.ts'
import type { Db } from '../store/schema.ts'
import type { WorkContext } from '../work/work-context.ts'
import type { State } from './states.ts'

/** Waits until there is memory for this many bytes of a picture. */
export type AdmitBytes = (bytes: number) => Promise<void>

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

/** The embeddings of pictures by content hash, of those that have been read. */
export type ListEmbeddings = (
  accountId: string,
  contentHashes: readonly string[],
) => Promise<ReadonlyMap<string, Float32Array>>

/** The embedding of a picture in the library, which is read if it has not been; undefined if it was deleted. */
export type FindEmbedding = (contentHash: string, work: WorkContext) => Promise<Float32Array | undefined>

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

/** The worker thread that was processing a frame stopped, possibly because of the picture. */
export class WorkerLost extends Fault {
  constructor() {
    super('unavailable', 'the worker that was reading the picture crashed; try again')
  }
}

/** A picture that was sent with a request. */
export interface GivenPicture {
  readonly contentHash: string
  readonly bytes: number
  /** Called when there is memory for the bytes, which are then no longer the owner's. Undefined if they were deleted. */
  readonly read: () => Promise<Uint8Array<ArrayBuffer> | undefined>
}

/** `picture` is set if the URL names a part of a form. */
export interface FrameToScore {
  readonly id: string
  readonly url: string
  readonly picture?: GivenPicture | undefined
}

/** Scores the frames of one request or batch against one state, always with the same models. Fetches each URL once. */
export interface FrameScorer {
  /** Rejects if the service is at fault, not the frame; with WorkerLost if it could be either. */
  score(frame: FrameToScore, work: WorkContext): Promise<FrameScore>
  /** In the first dimension, which must be a learned one and needs thresholds. Records nothing. */
  reward(frame: FrameToScore, work: WorkContext): Promise<FrameReward>
}

export interface ScoringRequest {
  readonly dimensions: readonly string[]
  readonly explain: boolean
  /** Whose taste; by default the team's. */
  readonly person?: string | undefined
  /** With it, explained results say how the people of the team would score the frames. */
  readonly people?: ShownPeople | undefined
  /** With it, explained and judged results say what each part of the picture does to the scores. */
  readonly regions?: boolean
  /** With them, results have verdicts. They are those that were set when the request came. */
  readonly thresholds?: Thresholds | undefined
  /** Whether verdicts say what would help, which takes most of their time. By default they do. */
  readonly suggestions?: boolean | undefined
  /** With it, results have the addresses of their thumbnails. */
  readonly thumbnailUrlOf?: ((contentHash: string) => string) | undefined
}

export interface ShownPeople {
  /** Whoever judges is not told about pictures that others have judged and they have not. */
  readonly blindFor: string | undefined
}

/** Loads the state's training set and learns its models, unless they are cached. Stops waiting for them on abort. */
export type CreateFrameScorer = (state: State, request: ScoringRequest, signal?: AbortSignal) => Promise<FrameScorer>

interface PictureKey {
  readonly accountId: string
  readonly contentHash: string
}

/** In the transaction that deletes a frame, after it. Keeps them if another frame or a profile has the picture. */
export type DeleteThumbnails = (db: Db, picture: PictureKey) => Promise<void>

/** Before that transaction: waits until thumbnails in the making are stored, so that none is stored afterwards. */
export type SettleThumbnails = (picture: PictureKey) => Promise<void>

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
