import { type CompiledQuery, type DatabaseConnection, type Driver, type QueryResult, SqliteDialect } from 'kysely'
import { turnIfLong } from '../../work/turns.ts'

/**
 * SQLite's statements are synchronous, and awaiting them does not give the event loop a turn. A transaction of thousands
 * of them would hold up every other request of the process, so a statement waits for the next turn when those of this
 * turn have taken long. Other writers wait for the transaction anyway, and readers have a connection of their own.
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
      const turn = turnIfLong()
      if (turn) await turn
      return connection.executeQuery<Row>(query)
    },
    streamQuery: (...asked) => connection.streamQuery(...asked),
  }
}
