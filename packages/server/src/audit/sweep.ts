import { auditDays } from '@palate/core/audit/actions.ts'
import type { Services } from '../services.ts'
import { inTransactions } from '../store/chunked-writes.ts'
import { deleteEntriesBefore } from './audit-store.ts'

const dayMs = 24 * 3_600_000

/** Deletes an account's entries that are older than `auditDays`. */
export async function sweepAudit(
  { store, clock }: Pick<Services, 'store' | 'clock'>,
  accountId: string,
): Promise<void> {
  const oldest = new Date(clock().getTime() - auditDays * dayMs).toISOString()
  await inTransactions(store, (db, rowsMax) => deleteEntriesBefore(db, accountId, oldest, rowsMax))
}
