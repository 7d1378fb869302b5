import type { CompiledQuery, SelectQueryBuilder } from 'kysely'
import type { Logger } from 'pino'
import type { ReadinessCheck } from '../composition/readiness.ts'
import type { Db, Schema } from './schema.ts'

/** The database as the rest of the server sees it, whichever engine it is. */
export interface Store extends Engine {
  /** What `/readyz` should know about it. */
  readonly checks: readonly ReadinessCheck[]
  /** What an account may use, without a limit infinite. */
  readonly accountBytesMax: number
}

/** What differs between SQLite and PostgreSQL. */
export interface Engine {
  readonly engine: 'sqlite' | 'postgres'
  /** For queries outside transactions. */
  readonly read: Db
  /** The same for polling in the background, which the duration metrics leave out. */
  readonly backgroundRead: Db
  /**
   * Runs the work in one transaction: all of it is stored when this resolves, none of it when it rejects.
   * The work may be retried (deadlock, serialization failure), so it must have no effects outside the database.
   */
  write<Result>(work: (db: Db) => Promise<Result>, options?: WriteOptions): Promise<Result>
  /**
   * Prepares a read that runs often: it is compiled once, and its rows are arrays in the order of the columns, which
   * the caller states as `Row`. Set `plansVary` where the best plan depends on the parameters or on the table's size:
   * the query is then planned each time.
   */
  prepare<Row extends readonly unknown[]>(
    query: CompiledQuery,
    options?: { readonly plansVary: boolean },
  ): Prepared<Row>
  /** Does a prepared query return the same array again if nothing was written since? */
  readonly cachesResults: boolean
  /** Runs the hook after the transaction commits, and not if it rolls back. A crash may skip it. */
  afterCommit(db: Db, hook: () => void): void
  /**
   * Locks the rows that a query in a transaction finds, and skips those that another transaction has locked, so that
   * several processes get different rows without waiting.
   */
  skipLocked<Table extends keyof Schema, Row>(query: SelectQueryBuilder<Schema, Table, Row>): typeof query
  isUniqueViolation(error: unknown): boolean
  /** Does the table or column that a statement names not exist, or not take what it was given? */
  isSchemaMismatch(error: unknown): boolean
  /** Why the store could not do what it was asked, if a retry may succeed later. Undefined for any other error. */
  unavailability(error: unknown): Unavailability | undefined
  /** What can be written to the store's own file before it grows. */
  reusableBytes(): number
  close(): Promise<void>
}

export interface WriteOptions {
  /** What the work locks first and may wait for, such as a profile. */
  readonly row?: { readonly accountId: string; readonly id: string } | undefined
  /** One of many transactions of a long write: the others' writes get their turns in between. */
  readonly isPiece?: boolean
  /** The account whose limit applies: the work is refused if the account grows beyond it. */
  readonly accountId?: string | undefined
  /** For deletions, revocations and sign-ins: the work may use the room that is kept back for these. */
  readonly usesReserve?: boolean | undefined
}

/** `locked`: another write holds what this one needs. `full`: the disk has no room left. `outdated`:
 * a newer Palate has changed the tables. */
export type Unavailability = 'unreachable' | 'locked' | 'full' | 'outdated'

/** The store refuses, though no statement of the caller failed. */
export class StoreUnavailableError extends Error {
  override readonly name = 'StoreUnavailableError'
  readonly reason: Unavailability

  constructor(reason: Unavailability, message: string, options?: ErrorOptions) {
    super(message, options)
    this.reason = reason
  }

  /** The store itself reports a lasting condition, once; everybody who writes would repeat it. */
  get isReported(): boolean {
    return this.reason === 'full' || this.reason === 'outdated'
  }
}

export type StoreLog = Pick<Logger, 'info' | 'warn' | 'error'>

export type Prepared<Row> = (...parameters: readonly (string | number)[]) => MaybePromise<readonly Row[]>

/** A plain value where the engine has it at once: awaiting it would cost another turn of the event loop. */
export type MaybePromise<Value> = Value | Promise<Value>

/** Receives the duration of each statement or transaction. */
export type ObserveDuration = (kind: 'read' | 'write', seconds: number) => void
