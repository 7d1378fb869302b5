import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import type { AuditEntry } from '@palate/core/audit/schema.ts'
import { type Selectable, sql } from 'kysely'
import { expiredBefore } from '../platform/expiry.ts'
import { idsOf } from '../platform/ids.ts'
import type { Services } from '../services.ts'
import { deleteSome, inTransactions } from '../store/chunked-writes.ts'
import { inProjects } from '../store/in-projects.ts'
import type { Db, Schema } from '../store/schema.ts'
import type { AuditedChange, AuditSource } from './audited-change.ts'

export interface StoredEntry extends AuditSource, AuditedChange {
  readonly id: string
  readonly at: string
}

/** Entries that one statement looks at. */
export const entriesPerWindow = 1000

interface AuditFilter {
  readonly projects: readonly string[] | undefined
  readonly since: string | undefined
  readonly until: string | undefined
  readonly action: string | undefined
  readonly keyId: string | undefined
}

export async function insertEntry(db: Db, entry: StoredEntry): Promise<void> {
  await db
    .insertInto('audit_entries')
    .values({
      account_id: entry.accountId,
      id: entry.id,
      at: entry.at,
      action: entry.action,
      key_id: entry.keyId,
      address: entry.address,
      request_id: entry.requestId,
      project_id: entry.projectId ?? null,
      target_type: entry.target.type,
      target_id: entry.target.id,
      target_name: entry.target.name ?? null,
      details: entry.details ? JSON.stringify(entry.details) : null,
    })
    .execute()
}

/** Newest first: ids sort by time. */
export async function listEntries(
  db: Db,
  accountId: string,
  filter: AuditFilter,
  before: string | undefined,
  limit: number,
): Promise<readonly StoredEntry[]> {
  const { since, until, projects, ...others } = filter
  const filters = [projects, ...Object.values(others)].filter((value) => value !== undefined)
  const isOfSeveral = projects !== undefined && projects.length > 1
  const hasIndex = filters.length <= 1 && !isOfSeveral && since === undefined && until === undefined
  if (!hasIndex) return listInWindows(db, accountId, filter, before, limit)
  return readEntries(entriesBefore(db, accountId, filter, before, limit), accountId)
}

/**
 * For filters without a common index. A statement that finds nothing would read all entries of the account, so each one
 * looks at the next few.
 */
async function listInWindows(
  db: Db,
  accountId: string,
  filter: AuditFilter,
  before: string | undefined,
  limit: number,
): Promise<readonly StoredEntry[]> {
  const oldest = filter.since === undefined ? '' : idsOf('aud', filter.since).first
  const newest = filter.until === undefined ? undefined : idsOf('aud', filter.until).last
  let last = before !== undefined && newest !== undefined && newest < before ? newest : (before ?? newest)
  for (const found: StoredEntry[] = []; ; ) {
    const next = await findWindowStart(db, accountId, last)
    const start = next ?? oldest
    const query = entriesBefore(db, accountId, filter, last, limit - found.length).where('id', '>=', start)
    found.push(...(await readEntries(query, accountId)))
    if (next === undefined || next < oldest || found.length === limit) return found
    last = next
    await yieldToEventLoop()
  }
}

/** The id of the last of the next entries; undefined if there are fewer. */
async function findWindowStart(db: Db, accountId: string, before: string | undefined): Promise<string | undefined> {
  let query = db.selectFrom('audit_entries').select('id').where('account_id', '=', accountId)
  if (before !== undefined) query = query.where('id', '<', before)
  const row = await query
    .orderBy('id', 'desc')
    .limit(1)
    .offset(entriesPerWindow - 1)
    .executeTakeFirst()
  return row?.id
}

export function entriesBefore(
  db: Db,
  accountId: string,
  { projects, since, until, action, keyId }: AuditFilter,
  before: string | undefined,
  limit: number,
) {
  let query = db
    .selectFrom('audit_entries')
    .select(['id', 'at', 'action', 'key_id', 'address', 'request_id', 'project_id', 'details'])
    .select(['target_type', 'target_id', 'target_name'])
    .where('account_id', '=', accountId)
  if (projects !== undefined) query = query.where(inProjects('project_id', projects))
  if (since !== undefined) query = query.where('at', '>=', since)
  if (until !== undefined) query = query.where('at', '<', until)
  if (action !== undefined) query = query.where('action', '=', action)
  if (keyId !== undefined) query = query.where('key_id', '=', keyId)
  if (before !== undefined) query = query.where('id', '<', before)
  return query.orderBy('id', 'desc').limit(limit)
}

async function readEntries(
  query: ReturnType<typeof entriesBefore>,
  accountId: string,
): Promise<readonly StoredEntry[]> {
  return (await query.execute()).map((row) => entryOf(accountId, row))
}

function entryOf(accountId: string, row: Omit<Selectable<Schema['audit_entries']>, 'account_id'>): StoredEntry {
  return {
    accountId,
    id: row.id,
    at: row.at,
    action: row.action as AuditEntry['action'],
    keyId: row.key_id,
    address: row.address,
    requestId: row.request_id,
    projectId: row.project_id,
    target: {
      type: row.target_type as AuditEntry['target']['type'],
      id: row.target_id,
      ...(row.target_name !== null && { name: row.target_name }),
    },
    ...(row.details !== null && { details: JSON.parse(row.details) as Readonly<Record<string, unknown>> }),
  }
}

/** Deletes some entries of an account before this time and returns their number. */
async function deleteEntriesBefore(db: Db, accountId: string, at: string, rowsMax: number): Promise<number> {
  const which = sql`account_id = ${accountId} and id < ${idsOf('aud', at).last} and at < ${at}`
  return (await deleteSome(db, { table: 'audit_entries', which, orderBy: 'id', rowsMax }, 'id')).length
}

/** Deletes an account's entries that are older than so many days. */
export async function sweepAudit(
  { store, clock }: Pick<Services, 'store' | 'clock'>,
  accountId: string,
  daysKept: number,
): Promise<void> {
  const oldest = expiredBefore(clock, daysKept)
  if (oldest === undefined) return
  await inTransactions(store, (db, rowsMax) => deleteEntriesBefore(db, accountId, oldest, rowsMax))
}
