import { CompiledQuery, type DatabaseConnection, PostgresDialect, PostgresDriver, sql } from 'kysely'
import type pg from 'pg'
import type { Db } from '../schema.ts'
import type { Turns } from './turns.ts'

/** How long a transaction waits for a row before it gives up and frees its connection. */
const lockTimeoutMs = 4_000
/** A process that stops in the middle of a transaction (its machine died, say) loses its locks after this time. */
const idleInTransactionMsMax = 8_000
/** Far more than any statement of a request or background job needs. */
const statementMsMax = 60_000
/** Both sides probe a silent connection, so that neither waits for a machine that is gone. */
const keepAliveIdleMs = 5_000
const keepAliveIntervalMs = 2_000
const keepAliveProbesMax = 3
/** How long sent data may stay unacknowledged. */
const unacknowledgedMsMax = 10_000
const setUpMsMax = 5_000

const timeouts: Readonly<Record<string, string>> = {
  lock_timeout: `${lockTimeoutMs}ms`,
  idle_in_transaction_session_timeout: `${idleInTransactionMsMax}ms`,
  statement_timeout: `${statementMsMax}ms`,
}

const settings: Readonly<Record<string, string>> = {
  ...timeouts,
  tcp_keepalives_idle: `${keepAliveIdleMs / 1000}s`,
  tcp_keepalives_interval: `${keepAliveIntervalMs / 1000}s`,
  tcp_keepalives_count: `${keepAliveProbesMax}`,
  tcp_user_timeout: `${unacknowledgedMsMax}ms`,
}

/** Client-side options of the pool's connections. */
export const keepAlive = { keepAlive: true, keepAliveInitialDelayMillis: keepAliveIdleMs } as const

/**
 * Sets up a new connection on the server. Uses a statement rather than startup parameters, which poolers such as
 * PgBouncer refuse. Settings that an older server does not know are skipped.
 *
 * A pooler reports a process id that differs from the backend's. Its backends serve other clients as well, so there
 * nothing is set, and only transactions have timeouts.
 */
export async function setUpSession(client: pg.ClientBase): Promise<void> {
  const { processID = null } = client as { readonly processID?: number | null }
  const values = [Object.keys(settings), Object.values(settings), processID]
  // The connection timeout does not cover this: it ends when the server has accepted the password.
  await client.query({ text: setAll, values, query_timeout: setUpMsMax } as pg.QueryConfig)
}

const setAll = `select set_config(name, value, false) from unnest($1::text[], $2::text[]) as settings (name, value)
  where pg_backend_pid() = $3::integer and current_setting(name, true) is not null`

/**
 * Starts every transaction with its timeouts, in one round trip. They hold on whichever backend a pooler chooses. With
 * `turns`, each statement or transaction waits for one before it gets a connection.
 */
export class SessionDialect extends PostgresDialect {
  readonly #pool: pg.Pool
  readonly #turns: Turns | undefined

  constructor(pool: pg.Pool, turns?: Turns) {
    super({ pool })
    this.#pool = pool
    this.#turns = turns
  }

  override createDriver(): PostgresDriver {
    return new SessionDriver(this.#pool, this.#turns)
  }
}

class SessionDriver extends PostgresDriver {
  readonly #turns: Turns | undefined
  readonly #endTurns = new WeakMap<DatabaseConnection, () => void>()

  constructor(pool: pg.Pool, turns: Turns | undefined) {
    super({ pool })
    this.#turns = turns
  }

  override async acquireConnection(options?: Parameters<PostgresDriver['acquireConnection']>[0]) {
    const endTurn = await this.#turns?.take()
    try {
      const connection = await super.acquireConnection(options)
      if (endTurn) this.#endTurns.set(connection, endTurn)
      return connection
    } catch (error) {
      endTurn?.()
      throw error
    }
  }

  override async releaseConnection(...released: Parameters<PostgresDriver['releaseConnection']>): Promise<void> {
    await super.releaseConnection(...released).finally(this.#endTurns.get(released[0]))
  }

  override async beginTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw(begin))
  }
}

const begin = ['begin', ...Object.entries(timeouts).map(([name, value]) => `set local ${name} = '${value}'`)].join('; ')

/** For a transaction that takes longer than any request: a migration, a backup or a restore. */
export async function disableTimeouts(db: Db): Promise<void> {
  for (const name of Object.keys(timeouts)) await sql`select set_config(${name}, '0', true)`.execute(db)
}
