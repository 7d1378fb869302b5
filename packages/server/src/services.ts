import { createHash, randomBytes } from 'node:crypto'
import type { Batch } from '@palate/core/batches/schema.ts'
import { Fault } from '@palate/core/fault.ts'
import { formatId, type IdPrefix, idTime } from '@palate/core/ids.ts'
import type { Caller } from '@palate/core/keys/access.ts'
import type { ElementLists } from '@palate/core/profile/schema.ts'
import type { FrameScore } from '@palate/core/taste/scoring-schema.ts'
import type { NewEvent } from '@palate/core/webhooks/events.ts'
import type { Logger } from 'pino'
import type { Config } from './config.ts'
import type { Metrics } from './metrics.ts'
import type { Db } from './store/schema.ts'
import type { Store } from './store/store.ts'

/** What features share, passed as an argument. Time and chance come from here and nowhere else. */
export interface Services {
  readonly config: Config
  readonly store: Store
  readonly log: Logger
  readonly metrics: Metrics
  readonly clock: () => Date
  readonly newId: (prefix: IdPrefix) => string
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
 * Writes what happened into the log, and for each webhook that wants it a delivery, in the transaction of the change:
 * with it they are stored, or nothing is.
 */
export type RecordEvents = (db: Db, accountId: string, events: readonly NewEvent[], now: string) => Promise<void>

/** Tells the alert rules of a score. Costs nothing: it is looked at later, and only where there are rules. */
export type NoteScore = (of: Pick<State, 'accountId' | 'projectId' | 'profileId'>, score: FrameScore) => void

/** Tells the log that a batch is over, in the transaction in which it ends. */
export type NoteBatchEnd = (
  db: Db,
  of: { readonly accountId: string; readonly projectId: string },
  batch: Batch,
  now: string,
) => Promise<void>

/** Ends the batches against a profile as failed, for it is being deleted in this transaction. */
export type FailBatches = (
  db: Db,
  of: { readonly accountId: string; readonly profileId: string },
  now: string,
) => Promise<void>

/** Ids that sort by the time of their making, also within a millisecond and when the clock steps back. */
export function createIdSource(clock: () => Date): Services['newId'] {
  let lastMs = 0
  let counter = 0
  let time = ''
  const nextDigits = createDigitSource(15)
  return (prefix) => {
    const nowMs = clock().getTime()
    const isLater = nowMs > lastMs
    counter = isLater ? 0 : counter + 1
    if (isLater || counter > 0xfff) {
      lastMs = isLater ? nowMs : lastMs + 1
      counter = 0
      time = idTime(lastMs)
    }
    return formatId(prefix, time, counter, nextDigits())
  }
}

/** So many random hex digits a time. Every request takes an id, and the system is asked for hundreds at once. */
function createDigitSource(count: number): () => string {
  let pool = ''
  let at = 0
  return () => {
    if (at === pool.length) {
      pool = randomBytes(count * 256).toString('hex')
      at = 0
    }
    at += count
    return pool.slice(at - count, at)
  }
}

export function sha256(content: string | Uint8Array): Buffer {
  return createHash('sha256').update(content).digest()
}
