import { lasting } from '../platform/log.ts'
import type { Services } from '../services.ts'
import type { Db } from '../store/schema.ts'
import { insertEntry } from './audit-store.ts'
import type { AuditedChange, AuditSource } from './audited-change.ts'

/** A command line has no log. */
export type AuditServices = Pick<Services, 'newId'> & Partial<Pick<Services, 'store' | 'log'>>

/** Records a change in its transaction, and logs it after the commit. */
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
  store?.afterCommit(db, () => log && lasting(log).info({ audit: entry }, 'audit'))
}
