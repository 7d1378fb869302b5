/**
 * What the writers remember of what they sent. A write is acknowledged (an answer of 2xx was read whole), refused
 * (409), or unknown: the server died before its answer came, so the write is wholly there or wholly absent.
 */
export interface Ledger {
  readonly profiles: ProfileRecord[]
  readonly creations: CreationRecord[]
  readonly keys: KeyRecord[]
  /** Answers that no writer may get, whatever happens to the other process. */
  readonly surprises: string[]
  readonly counts: { acknowledged: number; refused: number; unknown: number }
}

/** What was sent for one profile. */
export interface ProfileRecord {
  readonly id: string
  readonly name: string
  /** Versions by their ids, as they were sent or as the service has answered (a merge). */
  readonly acknowledged: Map<string, SentVersion>
  readonly unknown: Map<string, SentVersion>
  readonly refused: Set<string>
  /** Messages of merges without an answer: each may have made a version, whose id is the service's choice. */
  readonly unknownMerges: Set<string>
  /** The mark of the last acknowledged PATCH; undefined where several writers race. */
  mark: string | null | undefined
  readonly unknownMarks: Set<string>
  deletion: Outcome
}

/** Of something that is done at most once. */
export type Outcome = 'not asked' | 'acknowledged' | 'unknown'

export interface SentVersion {
  readonly branchId: string
  readonly message: string
  readonly snapshot: Snapshot
}

export interface Snapshot {
  readonly constraints: readonly object[]
  readonly exemplars: readonly object[]
  readonly comparisons: readonly object[]
}

/** The making of a profile, with an idempotency key or without. */
export interface CreationRecord {
  readonly body: { readonly projectId: string; readonly name: string; readonly seed: null }
  readonly idempotencyKey: string | undefined
  /** Undefined where no answer came. */
  id: string | undefined
}

export interface KeyRecord {
  readonly name: string
  /** Both undefined where no answer came. */
  id: string | undefined
  secret: string | undefined
  revocation: Outcome
}

export function createLedger(): Ledger {
  return {
    profiles: [],
    creations: [],
    keys: [],
    surprises: [],
    counts: { acknowledged: 0, refused: 0, unknown: 0 },
  }
}

export function recordProfile(ledger: Ledger, id: string, name: string, mark: null | undefined): ProfileRecord {
  const record: ProfileRecord = {
    id,
    name,
    acknowledged: new Map(),
    unknown: new Map(),
    refused: new Set(),
    unknownMerges: new Set(),
    mark,
    unknownMarks: new Set(),
    deletion: 'not asked',
  }
  ledger.profiles.push(record)
  return record
}
