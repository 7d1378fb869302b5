/**
 * What the writers of a round sent, and the outcomes. A write is acknowledged (a complete 2xx response), refused (409)
 * or unknown (no response, or 503). An unknown write must be stored completely or not at all.
 */
export interface Ledger {
  /** Unique per round, so that its profiles can be listed. */
  readonly project: string
  readonly profiles: ProfileRecord[]
  readonly creations: CreationRecord[]
  readonly keys: KeyRecord[]
  /** Responses that no writer should get, whatever fails. */
  readonly unexpectedAnswers: string[]
  readonly counts: { acknowledged: number; refused: number; unknown: number }
}

/** What was sent for one profile. */
export interface ProfileRecord {
  readonly id: string
  readonly name: string
  /** Versions by id, as sent or, for merges, as returned by the service. */
  readonly acknowledged: Map<string, SentVersion>
  readonly unknown: Map<string, SentVersion>
  readonly refused: Set<string>
  /** Messages of merges without a response. Each may have created a version, whose id the service chose. */
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
  /** Undefined if there was no response. */
  id: string | undefined
}

export interface KeyRecord {
  readonly name: string
  /** Both undefined if there was no response. */
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
