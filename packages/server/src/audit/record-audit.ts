import { lasting } from '../platform/log.ts'
import type { Services } from '../services.ts'
import { noteDue } from '../store/due-accounts.ts'
import type { Db } from '../store/schema.ts'
import { insertEntry } from './audit-store.ts'
import type { AuditedChange, AuditSource } from './audited-change.ts'

/** A command line has no log. */
export type AuditServices = Pick<Services, 'newId' | 'store'> & Partial<Pick<Services, 'log'>>

/** Records a change in its transaction, and logs it after the commit. A sweep deletes the record when it expires. */
export async function recordAudit(
  { newId, store, log }: AuditServices,
  db: Db,
  // Named one by one: callers may pass more, such as the headers of the request.
  { accountId, keyId, address, requestId }: AuditSource,
  { action, target, projectId = null, details }: AuditedChange,
  now: string,
): Promise<void> {
  const source = { accountId, keyId, address, requestId }
  const entry = { id: newId('aud'), at: now, action, ...source, projectId, target, details }
  await insertEntry(db, entry)
  await noteDue(store, db, 'sweep', accountId, now)
  store.afterCommit(db, () => log && lasting(log).info({ audit: entry }, 'audit'))
}
