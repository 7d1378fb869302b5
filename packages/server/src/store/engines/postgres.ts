import { setTimeout as pause } from 'node:timers/promises'
import { Kysely, type Logger } from 'kysely'
import pg from 'pg'
import { sha256 } from '../../platform/hash.ts'
import type { Db, Schema } from '../schema.ts'
import {
  type Engine,
  type ObserveDuration,
  type Prepared,
  StoreUnavailableError,
  type Unavailability,
} from '../store.ts'
import { buildIndexes } from './build-indexes.ts'
import { startConnectionWatchdog } from './connection-watchdog.ts'
import { keepAlive, SessionDialect, setUpSession } from './postgres-session.ts'
import { shareReads } from './shared-reads.ts'
import { createTurns, type Turns } from './turns.ts'

const connectionsDefault = 10
/** Enough for a secondary thread. */
const secondaryConnectionsMax = 4
/** Writes may wait for locks. The remaining connections, one at least, are for reads, which never do. */
const writesShare = 0.7
const attemptsMax = 10
/** serialization_failure and deadlock_detected: the whole transaction can be retried. */
const retryableCodes = ['40001', '40P01']
const uniqueViolation = '23505'
/** lock_not_available (`lock_timeout` has passed) and disk_full. */
const reasons: Readonly<Record<string, Unavailability>> = { '55P03': 'locked', '53100': 'full' }

interface PostgresOptions {
  readonly observe?: ObserveDuration | undefined
  /** At least 2. */
  readonly connectionsMax?: number | undefined
  /** False for poolers that give a transaction a backend without the statements that others have prepared. */
  readonly preparesStatements?: boolean | undefined
  /** Called once when the server turns out to lose prepared statements, from when on none are used. */
  readonly onStatementsLost?: (() => void) | undefined
}

/** For a thread beside the main one, which has this many. */
export function secondaryConnections(mainConnections = connectionsDefault): number {
  return Math.min(mainConnections, secondaryConnectionsMax)
}

/** PostgreSQL: any number of processes can share it. */
export function openPostgres(url: string, options: PostgresOptions = {}): Engine {
  const { observe = () => {}, connectionsMax = connectionsDefault } = options
  const { preparesStatements = true, onStatementsLost = () => {} } = options
  let isPreparing = preparesStatements
  const stopPreparing = () => {
    if (isPreparing) onStatementsLost()
    isPreparing = false
  }
  const pool = new pg.Pool({
    connectionString: url,
    max: connectionsMax,
    connectionTimeoutMillis: 10_000,
    ...keepAlive,
    onConnect: setUpSession,
    types: { getTypeParser },
  })
  // The pool replaces a broken idle connection at the next use. Without a listener the error would end the process.
  pool.on('error', () => {})
  // Likewise for a connection that breaks inside a transaction: its next statement reports the error.
  pool.on('connect', (client) => client.on('error', () => {}))
  const writesAtOnceMax = Math.max(1, Math.floor(connectionsMax * writesShare))
  const reads = createTurns(connectionsMax)
  const writes = createTurns(writesAtOnceMax)
  const observeRead: Logger = ({ queryDurationMillis, query }) => observe('read', queryDurationMillis / 1000, query.sql)
  const readDb = new Kysely<Schema>({ dialect: new SessionDialect(pool, reads), log: observeRead })
  const backgroundDb = new Kysely<Schema>({ dialect: new SessionDialect(pool, reads) })
  const writeDb = new Kysely<Schema>({ dialect: new SessionDialect(pool), log: observeRead })
  const stopWatchdog = startConnectionWatchdog(pool, url)
  const hooks = new WeakMap<Db, (() => void)[]>()

  async function transact<Result>(work: (db: Db) => Promise<Result>): Promise<Result> {
    for (let attempt = 1; ; attempt++) {
      try {
        let transaction: Db | undefined
        const result = await writeDb.transaction().execute((one) => {
          transaction = one
          return work(one)
        })
        for (const hook of (transaction && hooks.get(transaction)) ?? []) hook()
        return result
      } catch (error) {
        if (attempt === attemptsMax || !retryableCodes.includes(codeOf(error) ?? '')) throw error
        await pause(Math.random() * 2 ** attempt * 5)
      }
    }
  }

  return {
    engine: 'postgres',
    cachesResults: false,
    read: readDb,
    backgroundRead: backgroundDb,
    async write(work, options) {
      const started = performance.now()
      try {
        const endTurn = await writes.take(options)
        return await transact(work).finally(endTurn)
      } finally {
        observe('write', (performance.now() - started) / 1000)
      }
    },
    prepare: ({ sql }, { plansVary } = { plansVary: false }) => {
      const name = statementName(sql)
      const statement = { text: sql, name: () => (plansVary || !isPreparing ? {} : { name }), stopPreparing }
      return prepareRead(pool, reads, statement, (seconds) => observe('read', seconds, sql))
    },
    afterCommit: (one, hook) => void hooks.set(one, [...(hooks.get(one) ?? []), hook]),
    isUniqueViolation: (error) => codeOf(error) === uniqueViolation,
    // The classes of syntax errors and constraint violations.
    isSchemaMismatch: (error) => /^(42|23)/.test(codeOf(error) ?? ''),
    unavailability,
    buildIndexes: (signal) => buildIndexes(url, signal),
    clearJournal: async () => {},
    reusableBytes: () => 0,
    load: () => ({
      waiting: reads.waitingOf() + writes.waitingOf() + pool.waitingCount,
      connections: { max: connectionsMax, idle: pool.idleCount, used: pool.totalCount - pool.idleCount },
    }),
    async close() {
      await pool.end()
      stopWatchdog()
    },
  }
}

/** The statement does not exist, or exists already: a pooler gave the connection another backend. */
const lostCodes = ['26000', '42P05']

interface Statement {
  readonly text: string
  /** Its name, if statements are prepared. */
  readonly name: () => { readonly name?: string }
  readonly stopPreparing: () => void
}

/**
 * PostgreSQL parses a named statement once per connection and soon switches to a generic plan, based on the table at
 * that time. An unnamed statement is planned for its parameters and the current table.
 */
function prepareRead<Row extends readonly unknown[]>(
  pool: pg.Pool,
  turns: Turns,
  { text, name, stopPreparing }: Statement,
  observe: (seconds: number) => void,
): Prepared<Row> {
  const share = shareReads<readonly Row[]>()
  const query = async (values: readonly (string | number)[]) => {
    const started = performance.now()
    const endTurn = await turns.take()
    const run = () => pool.query({ ...name(), text, values: [...values], rowMode: 'array' })
    const { rows } = await run()
      .catch((error) => {
        if (!lostCodes.includes(codeOf(error) ?? '')) throw error
        stopPreparing()
        return run()
      })
      .finally(endTurn)
    observe((performance.now() - started) / 1000)
    return rows as unknown as readonly Row[]
  }
  return (...values) => share(JSON.stringify(values), () => query(values))
}

/** Made from the text, so that the same name never means another statement on a backend that clients share. */
function statementName(text: string): string {
  return `palate_${sha256(text).toString('hex').slice(0, 32)}`
}

/** Messages of driver errors without a code: no connection was available, or it broke. */
const connectionLost =
  /^(timeout e(xceeded|xpired)|Query read timeout|Connection terminated|Client (was closed|has encountered a connection error))/

/**
 * Network errors have a system code. PostgreSQL's classes are 08 connection, 53 resources, 57 canceled and shutdown;
 * 25P03 ends a session that was idle in a transaction; 25006 refuses writes to a server that has become a replica.
 */
const unreachableCode = /^(08|53|57|25P03$|25006$)|^E[A-Z]+$/

function unavailability(error: unknown): Unavailability | undefined {
  if (error instanceof AggregateError) return error.errors.map(unavailability).find((one) => one !== undefined)
  if (error instanceof StoreUnavailableError) return error.reason
  const code = codeOf(error) ?? ''
  if (code in reasons) return reasons[code]
  if (error instanceof Error && connectionLost.test(error.message)) return 'unreachable'
  return unreachableCode.test(code) ? 'unreachable' : undefined
}

/** Our bigints are counts, which a double represents exactly. */
function getTypeParser(oid: number, format?: 'text' | 'binary') {
  if (oid === pg.types.builtins.INT8) return Number
  return format === 'binary' ? pg.types.getTypeParser(oid, 'binary') : pg.types.getTypeParser(oid, 'text')
}

function codeOf(error: unknown): string | undefined {
  if (!(error instanceof Error) || !('code' in error)) return undefined
  return typeof error.code === 'string' ? error.code : undefined
}
