import type { CompiledQuery } from 'kysely'
import type { Logger } from 'pino'
import type { ReadinessCheck } from '../platform/readiness.ts'
import type { Db } from './schema.ts'

/** The database as the rest of the server sees it, independent of the engine. */
export interface Store extends Engine {
  /** Checks for `/readyz`. */
  readonly checks: readonly ReadinessCheck[]
  /** The limit for each account; infinite if there is none. */
  readonly accountBytesMax: number
}

/** What differs between SQLite and PostgreSQL. */
export interface Engine {
  readonly engine: 'sqlite' | 'postgres'
  /** For queries outside transactions. Each waits for the turn of whom the current code works for. */
  readonly read: Db
  /** Reads for background polling, which the duration metrics exclude. */
  readonly backgroundRead: Db
  /**
   * Runs the work in one transaction, in the turn of whom the current code works for: everything is stored when this
   * resolves, nothing when it rejects. The work may be retried (deadlock, serialization failure), so it must have no
   * effects outside the database.
   */
  write<Result>(work: (db: Db) => Promise<Result>, options?: WriteOptions): Promise<Result>
  /**
   * Prepares a frequent read. It is compiled once, and its rows are arrays in column order, typed by the caller as
   * `Row`. Set `plansVary` if the best plan depends on the parameters or the table's size: the query is then planned
   * each time.
   */
  prepare<Row extends readonly unknown[]>(
    query: CompiledQuery,
    options?: { readonly plansVary: boolean },
  ): Prepared<Row>
  /** Whether a prepared query returns the same array again if nothing was written since. */
  readonly cachesResults: boolean
  /** Runs the hook after the transaction commits, but not if it rolls back. A crash may skip it. */
  afterCommit(db: Db, hook: () => void): void
  isUniqueViolation(error: unknown): boolean
  /** Whether a statement failed because its table or column does not exist or does not accept the value. */
  isSchemaMismatch(error: unknown): boolean
  /** Why the store is unavailable, if a retry may succeed later. Undefined for any other error. */
  unavailability(error: unknown): Unavailability | undefined
  /** Builds the indexes that a migration left out because their table was large. */
  buildIndexes(signal: AbortSignal): Promise<void>
  /**
   * Removes earlier states of rows from the journal of the embedded store, unless somebody is reading. PostgreSQL reuses
   * its own by and by.
   */
  clearJournal(): Promise<void>
  /** Bytes that can be written to the store's own file before it grows. */
  reusableBytes(): number
  load(): StoreLoad
  close(): Promise<void>
}

/** Of one thread: others of the process have connections of their own. */
export interface StoreLoad {
  /** Statements and transactions that wait for their turn or for a connection. */
  readonly waiting: number
  /** Only PostgreSQL has them. */
  readonly connections?: { readonly max: number; readonly idle: number; readonly used: number }
}

export interface WriteOptions {
  /** The row that the work locks first and may wait for, such as a profile. */
  readonly row?: { readonly accountId: string; readonly id: string } | undefined
  /** Aborted when the result is no longer needed. A transaction that has not begun by then is dropped. */
  readonly signal?: AbortSignal | undefined
  /** One of many transactions of a long write. Other writes run in between. */
  readonly isPartOfLongWrite?: boolean
  /** The account whose limit applies: the work is refused if the account would exceed it. */
  readonly accountId?: string | undefined
  /** For deletions, revocations and sign-ins: the work may use the disk reserve. */
  readonly usesReserve?: boolean | undefined
}

/**
 * `locked`: a concurrent write holds the lock. `full`: no disk space is left. `outdated`: a newer version of Palate has
 * changed the tables. `replaced`: the file of the store is not the one that this process has open. `bucket_…`: the
 * bucket that has the pictures.
 */
export type Unavailability =
  | 'unreachable'
  | 'locked'
  | 'full'
  | 'outdated'
  | 'replaced'
  | 'bucket_unreachable'
  | 'bucket_refusing'

/** The store refuses the work, although none of the caller's statements failed. */
export class StoreUnavailableError extends Error {
  override readonly name = 'StoreUnavailableError'
  readonly reason: Unavailability

  constructor(reason: Unavailability, message: string, options?: ErrorOptions) {
    super(message, options)
    this.reason = reason
  }

  /** The store reports a lasting condition once. Otherwise every writer would repeat it. */
  get isReported(): boolean {
    return isLasting(this.reason)
  }
}

/** Writers need not try again until somebody has done something about it. */
export function isLasting(reason: Unavailability | undefined): boolean {
  return reason === 'full' || reason === 'outdated' || reason === 'replaced'
}

export type StoreLog = Pick<Logger, 'info' | 'warn' | 'error'>

export type Prepared<Row> = (...parameters: readonly (string | number)[]) => MaybePromise<readonly Row[]>

/** A plain value if the engine has it immediately: awaiting it would cost another turn of the event loop. */
export type MaybePromise<Value> = Value | Promise<Value>

/** Continues with a value that the engine may have immediately. */
export function andThen<Value, Next>(
  value: MaybePromise<Value>,
  next: (value: Value) => MaybePromise<Next>,
): MaybePromise<Next> {
  return value instanceof Promise ? value.then(next) : next(value)
}

/** Rows of a result that an engine caches. */
export const rowsCachedMax = 50

/** Receives the duration of each statement or transaction, and the text of a statement. */
export type ObserveDuration = (kind: 'read' | 'write', seconds: number, text?: string) => void
