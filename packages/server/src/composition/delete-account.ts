import { sql } from 'kysely'
import { openBlobStorage } from '../frames/blobs/open-blob-storage.ts'
import { deleteAccountRow } from '../keys/accounts.ts'
import type { ThreadServices } from '../services.ts'
import { deleteSome, inTransactions } from '../store/chunked-writes.ts'
import { forgetDue, listDueAccounts, replaceDue } from '../store/due-accounts.ts'
import type { Schema } from '../store/schema.ts'
import { openObjectSweep } from './frame-storage.ts'
import { runSweeps, type Sweep } from './sweep-accounts.ts'

/** Rows per transaction. Some contain a whole picture, and a running service writes in between. */
export const accountRowsPerPieceMax = 100

type AccountTable = {
  [Table in keyof Schema]: Schema[Table] extends { account_id: string } ? Table : never
}[keyof Schema]

/** Without `stored_objects`, whose rows go with their objects, and `due_accounts`, which remembers the deletion. */
type RowTable = Exclude<AccountTable, 'stored_objects' | 'due_accounts'>

/** Every table with rows of accounts, as checked by the compiler. Tables that trigger background work come first. */
const tables: Readonly<Record<RowTable, true>> = {
  key_accounts: true,
  api_keys: true,
  sessions: true,
  session_codes: true,
  people: true,
  invitations: true,
  webhooks: true,
  event_fan_outs: true,
  deliveries: true,
  delivery_attempts: true,
  alert_rules: true,
  batches: true,
  batch_frames: true,
  batch_requests: true,
  batch_request_parts: true,
  batch_pictures: true,
  poor_batches: true,
  profiles: true,
  annotations: true,
  judgements: true,
  versions: true,
  working_texts: true,
  objects: true,
  objects_ahead: true,
  pins: true,
  pooled_tastes: true,
  stand_ins: true,
  frames: true,
  frame_references: true,
  frame_pieces: true,
  frame_contents: true,
  recent_frames: true,
  seen_frames: true,
  features: true,
  thumbnails: true,
  erasures: true,
  events: true,
  event_log: true,
  event_log_ends: true,
  event_places: true,
  idempotency: true,
  key_usage_days: true,
  key_minutes: true,
  audit_entries: true,
  boards: true,
  shares: true,
  share_answers: true,
  share_reviewers: true,
  asks: true,
  discards: true,
  projects: true,
  // Last, because each deletion above is counted there.
  account_bytes: true,
}

type Services = Pick<ThreadServices, 'store' | 'config' | 'clock'>

/** A process may store what a request or a batch left in its memory this long after the deletion. */
const lateWritesMs = 24 * 60 * 60_000

/**
 * Deletes an account with all its data, in many short transactions. Its keys go first, so that a running service
 * refuses them immediately. What requests and background work still store is deleted by the next pass or a later sweep.
 * The account's own row goes last, so that an interrupted deletion can be repeated.
 */
export async function deleteAccount(services: Services, accountId: string): Promise<void> {
  await deleteData(services, accountId)
  const until = new Date(services.clock().getTime() + lateWritesMs).toISOString()
  await services.store.write(async (db) => {
    await deleteAccountRow(db, accountId)
    await replaceDue(db, { kind: 'deletion', accountId, until })
  })
}

/** Deletes what was stored for accounts after their deletion. */
export async function sweepDeletedAccounts(
  services: Services & Pick<ThreadServices, 'log'>,
  signal?: AbortSignal,
): Promise<void> {
  const { store, clock } = services
  const deletions = await listDueAccounts(store.backgroundRead, ['deletion'])
  const due = new Map(deletions.map((deletion) => [deletion.accountId, deletion]))
  const sweep: Sweep = async (accountId) => {
    await deleteData(services, accountId)
    const deletion = due.get(accountId)
    if (deletion) await forgetDue(store, deletion, clock().toISOString())
  }
  await runSweeps(services, [...due.keys()], [sweep], signal)
}

async function deleteData(services: Services, accountId: string): Promise<void> {
  while ((await deleteRows(services, accountId)) > 0) {}
  await openObjectSweep(services).removeOfAccount(accountId)
  await services.store.clearJournal()
}

/** One pass through all tables. Returns the number of rows it found. */
async function deleteRows(services: Services, accountId: string): Promise<number> {
  let deleted = 0
  for (const table of Object.keys(tables) as RowTable[]) {
    if (table === 'frame_contents') deleted += await deleteContents(services, accountId)
    else deleted += await deletePieces(services, table, accountId)
  }
  return deleted
}

function deletePieces({ store }: Services, table: AccountTable, accountId: string): Promise<number> {
  const which = sql`account_id = ${accountId}`
  return inTransactions(
    store,
    async (db, rowsMax) => (await deleteSome(db, { table, which, rowsMax }, 'account_id')).length,
    accountRowsPerPieceMax,
  )
}

/** With SQLite the bytes are files, which are deleted once no row names them. */
async function deleteContents({ store, config }: Services, accountId: string): Promise<number> {
  const which = sql`account_id = ${accountId}`
  const blobs = openBlobStorage({ store, config })
  const hashes: string[] = []
  await inTransactions(
    store,
    async (db, rowsMax) => {
      const gone = await deleteSome(db, { table: 'frame_contents', which, rowsMax }, 'content_hash')
      hashes.push(...gone)
      return gone.length
    },
    accountRowsPerPieceMax,
  )
  for (const contentHash of hashes) await blobs.removeIfUnreferenced({ accountId, contentHash })
  return hashes.length
}
