/**
 * What the writers of a round sent and how it ended. A write is acknowledged (a complete 2xx answer), refused (409) or
 * unknown (no answer, or 503): then it must be stored completely or not at all.
 */
export interface Ledger {
  /** Each round has its own, so that its profiles can be listed. */
  readonly project: string
  readonly profiles: ProfileRecord[]
  readonly creations: CreationRecord[]
  readonly keys: KeyRecord[]
  /** Answers that no writer should get, whatever fails. */
  readonly unexpectedAnswers: string[]
  readonly counts: { acknowledged: number; refused: number; unknown: number }
}

/** What was sent for one profile. */
export interface ProfileRecord {
  readonly id: string
  readonly name: string
  /** Versions by id, as they were sent or, for merges, as the service answered. */
  readonly acknowledged: Map<string, SentVersion>
  readonly unknown: Map<string, SentVersion>
  readonly refused: Set<string>
  /** Messages of merges without an answer. Each may have made a version, whose id the service chose. */
  readonly unknownMerges: Set<string>
  /** The mark of the last acknowledged PATCH; undefined for the profile that several writers share. */
  mark: string | null | undefined
  readonly unknownMarks: Set<string>
  deletion: Outcome
}

/** The outcome of a request that is sent at most once. */
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

/** The creation of a profile, with or without an idempotency key. */
export interface CreationRecord {
  readonly body: { readonly projectId: string; readonly name: string; readonly seed: null }
  readonly idempotencyKey: string | undefined
  /** Undefined if no answer came. */
  id: string | undefined
}

export interface KeyRecord {
  readonly name: string
  /** Both undefined if no answer came. */
  id: string | undefined
  secret: string | undefined
  revocation: Outcome
}

export function createLedger(project: string): Ledger {
  return {
    project,
    profiles: [],
    creations: [],
    keys: [],
    unexpectedAnswers: [],
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
