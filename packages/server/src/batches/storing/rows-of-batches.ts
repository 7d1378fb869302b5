import { type RawBuilder, sql } from 'kysely'
import { deleteSome } from '../../store/chunked-writes.ts'
import type { Db } from '../../store/schema.ts'

/** Some batches of an account. */
export interface BatchesOfAccount {
  readonly accountId: string
  readonly batchIds: readonly string[]
}

interface TableOfBatches {
  readonly table: 'batches' | 'batch_frames' | 'batch_requests' | 'batch_request_parts' | 'batch_pictures'
  readonly column?: 'id' | 'batch_id'
  /** A condition for rows that are to stay. */
  readonly unless?: RawBuilder<boolean>
}

/**
 * Deletes some of the rows of these batches and returns how many. Leaves those that another process is deleting to it.
 * PostgreSQL before version 17 reads them in the order of an index only because of the range.
 */
export async function deleteRowsOfBatches(
  db: Db,
  { table, column = 'batch_id', unless }: TableOfBatches,
  { accountId, batchIds }: BatchesOfAccount,
  rowsMax: number,
): Promise<number> {
  const [batchId, ids] = [sql.ref(`${table}.${column}`), batchIds.toSorted()]
  const which = sql`account_id = ${accountId} and ${batchId} between ${ids[0]} and ${ids.at(-1)}
    and ${batchId} in (${sql.join(ids)}) ${unless ? sql`and not ${unless}` : sql``}`
  return (await deleteSome(db, { table, which, orderBy: column, rowsMax }, column)).length
}
