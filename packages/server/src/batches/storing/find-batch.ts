import { Fault } from '@palate/core/fault.ts'
import { isId } from '@palate/core/ids.ts'
import { type Caller, mayUse } from '@palate/core/keys/access.ts'
import type { Db } from '../../store/schema.ts'
import * as store from './batch-store.ts'

/** Batches of projects that the caller's key may not use are reported as not found. */
export async function findBatch(
  db: Db,
  caller: Caller,
  batchId: string,
  find: typeof store.findBatch = store.findBatch,
): Promise<store.StoredBatch> {
  const found = isId('batch', batchId) ? await find(db, { accountId: caller.accountId, batchId }) : undefined
  if (!found || !mayUse(caller, found.projectId)) throw new Fault('batch_not_found', 'there is no batch with this id')
  return found
}
