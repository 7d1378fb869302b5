import { type CompiledQuery, type DatabaseConnection, type Driver, type QueryResult, SqliteDialect } from 'kysely'
import { yieldIfLong } from '../../work/event-loop.ts'

/**
 * SQLite's statements are synchronous, and awaiting them does not yield to the event loop. A transaction of thousands
 * of statements would block every other request of the process, so a statement waits for the next turn when this turn's
 * statements have taken long. Other writers wait for the transaction anyway, and readers have their own connection.
 */
export class YieldingSqliteDialect extends SqliteDialect {
  override createDriver(): Driver {
    const driver = super.createDriver()
    const connections = new WeakMap<DatabaseConnection, DatabaseConnection>()
    const acquire = driver.acquireConnection.bind(driver)
    driver.acquireConnection = async (options) => {
      const connection = await acquire(options)
      const known = connections.get(connection) ?? yielding(connection)
      connections.set(connection, known)
      return known
    }
    return driver
  }
}

function yielding(connection: DatabaseConnection): DatabaseConnection {
  return {
    async executeQuery<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
      const yielded = yieldIfLong()
      if (yielded) await yielded
      return connection.executeQuery<Row>(query)
    },
    streamQuery: (...asked) => connection.streamQuery(...asked),
  }
}
