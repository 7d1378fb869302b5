import {
  type CompiledQuery,
  type DatabaseConnection,
  type Driver,
  type QueryResult,
  SqliteAdapter,
  SqliteDialect,
  type SqliteDialectConfig,
} from 'kysely'
import { yieldIfLong } from '../../work/event-loop.ts'
import type { WorkContext } from '../../work/work-context.ts'

/**
 * SQLite's statements are synchronous, and awaiting them does not yield to the event loop. A transaction of thousands
 * of statements would block every other request of the process, so a statement waits for the turn of its owner when
 * this turn's statements have taken long. Other writers wait for the transaction anyway, and readers have their own
 * connection.
 */
export class YieldingSqliteDialect extends SqliteDialect {
  readonly #owner: () => WorkContext

  constructor(config: SqliteDialectConfig, owner: () => WorkContext) {
    super(config)
    this.#owner = owner
  }

  override createAdapter(): SqliteAdapter {
    return new UnqueuedAdapter()
  }

  override createDriver(): Driver {
    const driver = super.createDriver()
    const connections = new WeakMap<DatabaseConnection, DatabaseConnection>()
    const acquire = driver.acquireConnection.bind(driver)
    driver.acquireConnection = async (options) => {
      const connection = await acquire(options)
      const known = connections.get(connection) ?? yielding(connection, this.#owner)
      connections.set(connection, known)
      return known
    }
    return driver
  }
}

/** Synchronous statements cannot interleave. Kysely would queue them first come, first served. */
class UnqueuedAdapter extends SqliteAdapter {
  override get supportsMultipleConnections(): boolean {
    return true
  }
}

function yielding(connection: DatabaseConnection, owner: () => WorkContext): DatabaseConnection {
  return {
    async executeQuery<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
      const yielded = yieldIfLong(owner())
      if (yielded) await yielded
      return connection.executeQuery<Row>(query)
    },
    streamQuery: (...args) => connection.streamQuery(...args),
  }
}
