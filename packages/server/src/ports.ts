import type { Batch } from '@palate/core/batches/schema.ts'
import { Fault } from '@palate/core/fault.ts'
import type { Caller } from '@palate/core/keys/access.ts'
import type { ElementLists, Profile } from '@palate/core/profile/schema.ts'
import type { FrameScore } from '@palate/core/taste/scoring-schema.ts'
import type { NewEvent } from '@palate/core/webhooks/events.ts'
import type { Db } from './store/schema.ts'

// What features need of each other. They do not import each other: main.ts passes each what it needs.

/** Identifies a profile. Everything of a profile is stored under both ids, so that accounts share nothing. */
export interface ProfileKey {
  readonly accountId: string
  readonly profileId: string
}

/** A state of a profile, for those who learn from it. Equal states have equal keys. */
export interface State {
  readonly accountId: string
  readonly projectId: string
  readonly profileId: string
  readonly versionId: string | null
  readonly key: string
  readonly seed: string | null
  /** How often something had been computed for the profile when the state was looked up. */
  readonly computed: number
  elements(): Promise<ElementLists>
}

/** Which state: of a version, of a branch's head, or (neither given) of the current branch's head. */
export interface WantedState {
  readonly versionId?: string | undefined
  readonly branchId?: string | undefined
  readonly includeWorking?: boolean | undefined
}

/** Faults where the profile, the version or the branch is not there. */
export type FindState = (db: Db, caller: Caller, profileId: string, wanted: WantedState) => Promise<State>

/** A state that was written down to be scored against later. */
export interface PinnedState {
  readonly accountId: string
  readonly projectId: string
  readonly profileId: string
  readonly versionId: string | null
  readonly seed: string | null
  /** The elements as JSON where they are no version's. */
  readonly working: string | null
}

/** Gives nothing where the profile is gone. */
export type FindPinnedState = (db: Db, pinned: PinnedState) => Promise<State | undefined>

/** The worker that had a frame stopped, perhaps over it: who knows what is in a picture. */
export class WorkerLost extends Fault {
  constructor() {
    super('unavailable', 'the worker that read the picture stopped; try again')
  }
}

/** Scores one frame after another against one state, always with the same models. */
export interface FrameScorer {
  /** Rejects only where the service is at fault, not the frame; with WorkerLost where that is not certain. */
  score(frame: { readonly id: string; readonly url: string }, options: ScoreOptions): Promise<FrameScore>
}

export interface ScoreOptions {
  readonly priority: 'realtime' | 'batch'
  readonly signal: AbortSignal
  /** Addresses that were read for the same work, so that none is asked twice. */
  readonly shared?: SharedReadings
}

/** The hash of the bytes that each address gave. */
export type SharedReadings = Map<string, Promise<string>>

export interface ScoringRequest {
  readonly dimensions: readonly string[]
  readonly explain: boolean
}

/** Reads what the state teaches and learns its models, where that was not done before. */
export type PrepareScoring = (state: State, asked: ScoringRequest) => Promise<FrameScorer>

/** What a profile shows of what was learned from it. */
export interface Learned {
  readonly promptSummary: string
  readonly embeddingCentroid: readonly number[]
}

/** What is shown of what was learned from a state. */
export interface LearnedFrom {
  /** As far as it is learned; what is not there yet is set about, but not waited for. */
  now(state: State): Promise<Learned>
  /** What may have been shown of it until now, told without asking the store. */
  soFar(state: State): Promise<readonly Learned[]>
}

/**
 * Records events, and a delivery for each webhook that subscribes to them, in the transaction of the change: either all
 * of it is stored or nothing.
 */
export type RecordEvents = (db: Db, accountId: string, events: readonly NewEvent[], now: string) => Promise<void>

/** Passes a score to the alert rules. Returns at once: rules are evaluated later, and only where there are any. */
export type NoteScore = (of: Pick<State, 'accountId' | 'projectId' | 'profileId'>, score: FrameScore) => void

/** Records the event of a batch's end, in the transaction that ends it. */
export type RecordBatchEnd = (
  db: Db,
  of: { readonly accountId: string; readonly projectId: string },
  batch: Batch,
  now: string,
) => Promise<void>

/** Deletes a profile whose row is locked, with all that features have stored for it; see delete-profile.ts. */
export type DeleteProfile = (db: Db, accountId: string, profile: Profile, now: string) => Promise<void>

/** One feature's part of a profile's deletion, in the transaction that deletes it. */
export type DeleteOfProfile = (db: Db, profile: ProfileKey, now: string) => Promise<void>
