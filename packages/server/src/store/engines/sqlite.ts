import { closeSync, openSync } from 'node:fs'
import { dirname } from 'node:path'
import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite'
import { setTimeout as pause } from 'node:timers/promises'
import { Kysely, type SqliteDatabase, type SqliteStatement } from 'kysely'
import { LRUCache } from 'lru-cache'
import { currentWork } from '../../work/current-work.ts'
import { realtime, type WorkContext } from '../../work/work-context.ts'
import { makeDirectory } from '../directory.ts'
import type { Db, Schema } from '../schema.ts'
import {
  type Engine,
  type ObserveDuration,
  type Prepared,
  rowsCachedMax,
  StoreUnavailableError,
  type Unavailability,
  type WriteOptions,
} from '../store.ts'
import { createTurns } from './turns.ts'
import { YieldingSqliteDialect } from './yielding-dialect.ts'

const lockWaitMaxMs = 15_000
/** The longest pause between two checks of a lock held by another process or thread. */
const lockPauseMsMax = 15
const statementsCachedMax = 500
/** Cached results per prepared query. */
const resultsCachedMax = 100
const SQLITE_BUSY = 5
const SQLITE_FULL = 13
/** SQLITE_ERROR (such as `no such column`) and SQLITE_CONSTRAINT. */
const schemaMismatches = [1, 19]
/** Extended codes of SQLITE_IOERR: write, fsync, fsync of the directory, truncate, and the size of the -shm file. */
const failedWrites = [778, 1034, 1290, 1546, 4874]
const uniqueViolations = [1555, 2067]

/**
 * The embedded store: one file, one connection for reading and one for writing. In WAL mode readers never wait for the
 * writer. Writers of this process take turns. Between processes, `begin immediate` is retried with pauses, because SQLite's
 * own busy wait would block the event loop.
 */
export function openSqlite(file: string, observe: ObserveDuration = () => {}): Engine {
  makeDirectory(dirname(file))
  // The file contains webhook secrets. SQLite gives its side files (-wal, -shm) the same permissions.
  closeSync(openSync(file, 'a', 0o600))
  const writer = open(file)
  // Overwrites what is deleted. It would stay in the file until something else takes its place.
  writer.exec('pragma secure_delete = on')
  const reader = open(file)
  reader.exec('pragma query_only = on')
  reader.exec('pragma busy_timeout = 2000')
  const readDb = connect(reader, currentWork, (seconds, text) => observe('read', seconds, text))
  const backgroundDb = connect(reader, currentWork, () => {})
  // Every writer waits for the transaction in progress, so it does not wait for its owner's turn again.
  const writeDb = connect(
    writer,
    () => realtime,
    () => {},
  )
  const version = createVersionReader(reader)
  const turns = createTurns(1)
  let hooks: (() => void)[] = []

  async function write<Result>(work: (db: Db) => Promise<Result>, options: WriteOptions = {}): Promise<Result> {
    const endTurn = await turns.take({ signal: options.signal })
    try {
      // SQLite's lock has no queue: a waiting process gets it only if it stays free for longer than that process
      // pauses.
      if (options.isPartOfLongWrite) await pause(lockPauseMsMax + 1)
      return await transact(work)
    } finally {
      endTurn()
    }
  }

  async function transact<Result>(work: (db: Db) => Promise<Result>): Promise<Result> {
    const started = performance.now()
    await begin(writer)
    hooks = []
    try {
      const result = await work(writeDb)
      writer.exec('commit')
      version.forget()
      for (const hook of hooks) hook()
      return result
    } catch (error) {
      if (writer.isTransaction) writer.exec('rollback')
      throw error
    } finally {
      observe('write', (performance.now() - started) / 1000)
    }
  }

  return {
    engine: 'sqlite',
    cachesResults: true,
    read: readDb,
    backgroundRead: backgroundDb,
    write,
    prepare: ({ sql }) => prepareRead(reader, sql, version, (seconds) => observe('read', seconds, sql)),
    // Writers take turns, so there is one transaction at a time.
    afterCommit: (_db, hook) => void hooks.push(hook),
    isUniqueViolation: (error) => uniqueViolations.includes(codeOf(error) ?? 0),
    isSchemaMismatch: (error) => schemaMismatches.includes((codeOf(error) ?? 0) & 0xff),
    unavailability,
    buildIndexes: async () => {},
    async clearJournal() {
      const endTurn = await turns.take()
      try {
        writer.exec('pragma wal_checkpoint(truncate)')
      } finally {
        endTurn()
      }
    },
    reusableBytes: () => pragmaNumber(reader, 'freelist_count') * pragmaNumber(reader, 'page_size'),
    load: () => ({ waiting: turns.waitingOf() }),
    close: async () => {
      await turns.drain()
      reader.close()
      writer.close()
    },
  }
}

function open(file: string): DatabaseSync {
  const database = new DatabaseSync(file, { timeout: 2000 })
  setWal(database)
  database.exec('pragma synchronous = full')
  database.exec('pragma cache_size = -8000')
  database.exec('pragma busy_timeout = 0')
  return database
}

/**
 * Several processes may open a new file at once. The change to WAL needs the file alone, and SQLite refuses it at once,
 * without its own wait, where waiting could be a deadlock. Nothing is served yet, so this may block.
 */
function setWal(database: DatabaseSync): void {
  const deadline = performance.now() + lockWaitMaxMs
  for (;;) {
    try {
      database.exec('pragma journal_mode = wal')
      return
    } catch (error) {
      if (!isBusy(error) || performance.now() > deadline) throw error
    }
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, lockPauseMsMax * (0.5 + 0.5 * Math.random()))
  }
}

async function begin(database: DatabaseSync): Promise<void> {
  const deadline = performance.now() + lockWaitMaxMs
  for (let pauseMs = 1; ; pauseMs = Math.min(pauseMs * 2, lockPauseMsMax)) {
    try {
      database.exec('begin immediate')
      return
    } catch (error) {
      if (!isBusy(error) || performance.now() > deadline) throw error
    }
    await pause(pauseMs * (0.5 + 0.5 * Math.random()))
  }
}

type ObserveStatement = (seconds: number, text: string) => void

function connect(database: DatabaseSync, owner: () => WorkContext, observe: ObserveStatement): Db {
  return new Kysely<Schema>({ dialect: new YieldingSqliteDialect({ database: adapt(database, observe) }, owner) })
}

/** Adapts `node:sqlite` to Kysely's interface, and prepares each statement once. */
function adapt(database: DatabaseSync, observe: ObserveStatement): SqliteDatabase {
  const statements = new LRUCache<string, SqliteStatement>({ max: statementsCachedMax })
  return {
    close: () => database.close(),
    prepare(text) {
      const known = statements.get(text)
      if (known) return known
      const statement = adaptStatement(database.prepare(text), (seconds) => observe(seconds, text))
      statements.set(text, statement)
      return statement
    },
  }
}

function adaptStatement(statement: StatementSync, observe: (seconds: number) => void): SqliteStatement {
  return {
    reader: statement.columns().length > 0,
    all(parameters) {
      const started = performance.now()
      const rows = statement.all(...(parameters as SQLInputValue[]))
      observe((performance.now() - started) / 1000)
      return rows
    },
    run: (parameters) => statement.run(...(parameters as SQLInputValue[])),
    iterate: (parameters) => statement.iterate(...(parameters as SQLInputValue[])),
  }
}

function unavailability(error: unknown): Unavailability | undefined {
  if (error instanceof StoreUnavailableError) return error.reason
  if (isBusy(error)) return 'locked'
  return codeOf(error) === SQLITE_FULL || failedWrites.includes(codeOf(error) ?? 0) ? 'full' : undefined
}

/** The low byte is the primary result code; the other bytes refine it. */
function isBusy(error: unknown): boolean {
  return ((codeOf(error) ?? 0) & 0xff) === SQLITE_BUSY
}

/**
 * Returns rows as arrays: building objects takes `node:sqlite` 50% longer.
 *
 * Results are cached until the file changes. Not in an LRU cache: every write drops them all, which a Map does seven
 * times as fast.
 */
function prepareRead<Row extends readonly unknown[]>(
  database: DatabaseSync,
  text: string,
  version: VersionReader,
  observe: (seconds: number) => void,
): Prepared<Row> {
  const statement = prepareArrays(database, text)
  const cached = new Map<string, readonly Row[]>()
  let cachedVersion: unknown
  return (...parameters) => {
    const current = version.read()
    if (current !== cachedVersion || cached.size >= resultsCachedMax) cached.clear()
    cachedVersion = current
    const plan = parameters.join('\n')
    const known = cached.get(plan)
    if (known) return known
    const started = performance.now()
    const rows = statement.all(...parameters) as unknown as readonly Row[]
    observe((performance.now() - started) / 1000)
    if (rows.length <= rowsCachedMax) cached.set(plan, rows)
    return rows
  }
}

interface VersionReader {
  read(): unknown
  forget(): void
}

/**
 * `data_version` changes with every commit on any other connection, of this process or another; the reader itself never
 * writes. It is read once per turn of the event loop. A commit by another process during that turn was not acknowledged
 * before these queries arrived, and after a commit of this process `forget` is called.
 */
function createVersionReader(database: DatabaseSync): VersionReader {
  const statement = prepareArrays(database, 'pragma data_version')
  let known: unknown
  const forget = () => {
    known = undefined
  }
  return {
    read() {
      if (known === undefined) {
        known = (statement.get() as unknown as readonly unknown[])[0]
        setImmediate(forget)
      }
      return known
    },
    forget,
  }
}

function prepareArrays(database: DatabaseSync, text: string): StatementSync {
  const statement = database.prepare(text)
  statement.setReturnArrays(true)
  return statement
}

function pragmaNumber(database: DatabaseSync, name: string): number {
  return Number(database.prepare(`pragma ${name}`).get()?.[name] ?? 0)
}

function codeOf(error: unknown): number | undefined {
  if (!(error instanceof Error) || !('errcode' in error)) return undefined
  return typeof error.errcode === 'number' ? error.errcode : undefined
}
