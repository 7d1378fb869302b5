/** The operations of the mixed load, with how often each is chosen. */
export const operations = {
  list: 6,
  create: 3,
  commit: 4,
  annotate: 4,
  upload: 3,
  score: 6,
  batch: 1,
  key: 1,
} as const

export type Operation = keyof typeof operations

/** What the users of a mixed load sent and got acknowledged. */
export interface Ledger {
  /** Names by id. */
  readonly profiles: Map<string, string>
  readonly versions: Stored[]
  readonly annotations: Stored[]
  /** SHA-256 of frames by id. */
  readonly frames: Map<string, string>
  /** Number of frames by batch id. */
  readonly batches: Map<string, number>
  /** Keys whose revocation was acknowledged. */
  readonly revokedKeys: string[]
  readonly answers: AnswerRecord[]
  /** What no user should see, whatever fails. */
  readonly violations: string[]
}

interface Stored {
  readonly profileId: string
  readonly id: string
}

/** The outcome of one request. */
export interface AnswerRecord {
  readonly operation: Operation
  /** `performance.now()` at the end. */
  readonly atMs: number
  readonly ms: number
  /** False without a response of the service, and for 503. */
  readonly isAnswered: boolean
}

export function createLedger(): Ledger {
  return {
    profiles: new Map(),
    versions: [],
    annotations: [],
    frames: new Map(),
    batches: new Map(),
    revokedKeys: [],
    answers: [],
    violations: [],
  }
}
