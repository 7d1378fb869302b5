import type { CompiledQuery, SelectQueryBuilder } from 'kysely'
import type { Db, Schema } from './schema.ts'

/** What the rest of the server knows of the database, whichever it is. */
export interface Store {
  readonly engine: 'sqlite' | 'postgres'
  /** For queries outside transactions. */
  readonly read: Db
  /** The same for what asks by the clock and not for a request: it is not timed, or it would drown what is. */
  readonly backgroundRead: Db
  /**
   * Runs the work in one transaction: all of it is stored when this resolves, none of it when it rejects.
   * The work may be run again where the engine asks for it, so it must act through the database alone.
   */
  write<Result>(work: (db: Db) => Promise<Result>): Promise<Result>
  /**
   * A reading query in its final form, for what is asked again and again: run without being built and compiled anew,
   * and with rows as arrays, in the order of the columns. `Row` is for the caller to state beside the columns.
   * Where the best plan depends on the parameters or on how much there is, it is planned anew each time.
   */
  prepare<Row extends readonly unknown[]>(
    query: CompiledQuery,
    options?: { readonly plansVary: boolean },
  ): Prepared<Row>
  /** Does a prepared query give the very same array again where nothing was written since? */
  readonly cachesResults: boolean
  /** Has this done once the transaction is stored, and not at all when it is not. For hooks: a crash may skip it. */
  afterCommit(db: Db, hook: () => void): void
  /**
   * Takes the rows that a query of a transaction finds, so that of several processes each gets others: what one
   * transaction holds, the next passes over without waiting.
   */
  skipLocked<Table extends keyof Schema, Row>(query: SelectQueryBuilder<Schema, Table, Row>): typeof query
  isUniqueViolation(error: unknown): boolean
  /** Could the store not be reached, or not be had in time? Then asking again later may help. */
  isUnavailable(error: unknown): boolean
  close(): Promise<void>
}

export type Prepared<Row> = (...parameters: readonly (string | number)[]) => MaybePromise<readonly Row[]>

/** At once where it is at hand, so that a request that asks for nothing else need not wait for its turn again. */
export type MaybePromise<Value> = Value | Promise<Value>

/** Told how long each statement or transaction took. */
export type ObserveDuration = (kind: 'read' | 'write', seconds: number) => void
