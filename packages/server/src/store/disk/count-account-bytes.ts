import { type Kysely, sql } from 'kysely'
import { isEmbedded } from '../is-embedded.ts'

/** Also counts thumbnails that are objects in a bucket, whose rows have no data. */
const thumbnails: CountedTable = {
  name: 'thumbnails',
  table: 'thumbnails',
  columns: 'data, object_bytes',
  size: (row) => `(octet_length(${row}.data) + ${row}.object_bytes)`,
}

/** What the first migrations count. */
const firstCountedTables: readonly CountedTable[] = [
  {
    name: 'frame_contents',
    table: 'frame_contents',
    columns: 'bytes, text_object',
    // The bytes of an inline picture are in the profile.
    size: (row) => `(case when ${row}.text_object is null then ${row}.bytes else 0 end)`,
  },
  { name: 'thumbnails', table: 'thumbnails', columns: 'data', size: (row) => `octet_length(${row}.data)` },
  {
    name: 'features',
    table: 'features',
    columns: 'embedding, attributes',
    size: (row) => `(octet_length(${row}.embedding) + octet_length(${row}.attributes))`,
  },
  {
    name: 'profile_objects',
    table: 'profiles',
    columns: 'stored_bytes, annotated_bytes',
    size: (row) => `(coalesce(${row}.stored_bytes, 0) + ${row}.annotated_bytes)`,
  },
  {
    // Separate from the other columns, so that an annotation does not read these long texts.
    name: 'profile_texts',
    table: 'profiles',
    columns: 'working_changes, branches, effective_override',
    size: (row) =>
      `(octet_length(${row}.working_changes) + octet_length(${row}.branches) + coalesce(octet_length(${row}.effective_override), 0))`,
  },
]

/** What requests leave behind. An idempotency key without a stored response counts nothing: a full account may use it. */
const requestTables: readonly CountedTable[] = [
  {
    name: 'batches',
    table: 'batches',
    columns: 'asked, succeeded, failed, canceled',
    // With the results that are still to come, so that a batch whose results do not fit is refused.
    size: (row) =>
      `(octet_length(${row}.asked) + ${row}.result_bytes * (${row}.total - ${row}.succeeded - ${row}.failed - ${row}.canceled))`,
  },
  {
    name: 'batch_requests',
    table: 'batch_requests',
    columns: 'frames, working',
    size: (row) => `(octet_length(${row}.frames) + coalesce(octet_length(${row}.working), 0))`,
  },
  {
    name: 'batch_request_parts',
    table: 'batch_request_parts',
    columns: 'frames',
    size: (row) => `octet_length(${row}.frames)`,
  },
  {
    name: 'batch_frames',
    table: 'batch_frames',
    columns: 'result',
    size: (row) => `coalesce(octet_length(${row}.result), 0)`,
  },
  {
    name: 'idempotency',
    table: 'idempotency',
    columns: 'headers, body',
    size: (row) =>
      `(case when ${row}.body is null then 0 else octet_length(${row}.body) + coalesce(octet_length(${row}.headers), 0) end)`,
  },
  {
    name: 'shares',
    table: 'shares',
    columns: 'title, content',
    size: (row) => `(octet_length(${row}.title) + octet_length(${row}.content))`,
  },
  {
    name: 'share_answers',
    table: 'share_answers',
    columns: 'comment, author',
    size: (row) => `(coalesce(octet_length(${row}.comment), 0) + coalesce(octet_length(${row}.author), 0))`,
  },
]

/** Also counts the seed, which every version and batch copies. */
const seededTables: readonly CountedTable[] = [
  {
    name: 'profile_texts',
    table: 'profiles',
    columns: 'seed, working_changes, branches, effective_override',
    size: (row) =>
      `(octet_length(${row}.working_changes) + octet_length(${row}.branches) + coalesce(octet_length(${row}.effective_override), 0) + coalesce(octet_length(${row}.seed), 0))`,
  },
  {
    name: 'batches',
    table: 'batches',
    columns: 'seed, asked, succeeded, failed, canceled',
    size: (row) =>
      `(octet_length(${row}.asked) + coalesce(octet_length(${row}.seed), 0) + ${row}.result_bytes * (${row}.total - ${row}.succeeded - ${row}.failed - ${row}.canceled))`,
  },
]

const recentFrames: CountedTable = {
  name: 'recent_frames',
  table: 'recent_frames',
  columns: 'url, scores',
  size: (row) => `(coalesce(octet_length(${row}.url), 0) + octet_length(${row}.scores))`,
}

const madeWith: CountedTable = {
  name: 'frames',
  table: 'frames',
  columns: 'prompt, prompt_group, seed',
  size: (row) =>
    `(coalesce(octet_length(${row}.prompt), 0) + coalesce(octet_length(${row}.prompt_group), 0) + coalesce(octet_length(${row}.seed), 0))`,
}

const batchPictures: CountedTable = {
  name: 'batch_pictures',
  table: 'batch_pictures',
  columns: 'data',
  size: (row) => `octet_length(${row}.data)`,
}

const boards: CountedTable = {
  name: 'boards',
  table: 'boards',
  columns: 'name, pictures',
  size: (row) => `(octet_length(${row}.name) + octet_length(${row}.pictures))`,
}

const discards: CountedTable = {
  name: 'discards',
  table: 'discards',
  columns: 'elements',
  size: (row) => `octet_length(${row}.elements)`,
}

/** What counts towards an account's limit. */
export const countedTables = [
  ...firstCountedTables,
  ...requestTables,
  batchPictures,
  recentFrames,
  madeWith,
  boards,
  discards,
].map((counted) => [thumbnails, ...seededTables].find(({ name }) => name === counted.name) ?? counted)

/** `size` is an SQL expression over a row, computed from `columns`. */
interface CountedTable {
  readonly name: string
  readonly table: string
  readonly columns: string
  readonly size: (row: string) => string
}

/** Transactions on different connections add to different rows, so that they do not wait for each other. */
const slots = 256

/**
 * Adds the counters, and triggers that update them in the transaction of each change, whichever version of Palate makes
 * it. docs/decisions/tenancy.md explains how they are used.
 */
export async function countAccountBytes(db: Kysely<never>): Promise<void> {
  await sql`create table account_bytes (
    account_id text not null, slot integer not null, bytes bigint not null, primary key (account_id, slot))`.execute(db)
  const statements = firstCountedTables.flatMap(isEmbedded(db) ? sqliteTriggers : postgresTriggers)
  for (const statement of statements) await sql.raw(statement).execute(db)
}

function sqliteTriggers({ name, table, columns, size }: CountedTable): readonly string[] {
  const add = (account: string, bytes: string) => addTo(account, '0', bytes)
  return [
    `create trigger count_inserted_${name} after insert on ${table} begin ${add('new', size('new'))}; end`,
    `create trigger count_deleted_${name} after delete on ${table} begin ${add('old', `-${size('old')}`)}; end`,
    `create trigger count_updated_${name} after update of ${columns} on ${table} begin
      ${add('new', `${size('new')} - ${size('old')}`)}; end`,
  ]
}

function postgresTriggers({ name, table, columns, size }: CountedTable): readonly string[] {
  const add = (row: string, bytes: string) => addTo(row, `pg_backend_pid() % ${slots}`, bytes)
  return [
    `create function count_${name}() returns trigger language plpgsql as $$ begin
      if tg_op <> 'INSERT' then ${add('old', `-${size('old')}`)}; end if;
      if tg_op <> 'DELETE' then ${add('new', size('new'))}; end if;
      return null; end $$`,
    `create trigger count_${name} after insert or delete or update of ${columns} on ${table}
      for each row execute function count_${name}()`,
  ]
}

/**
 * Replaces PostgreSQL's triggers for each row by triggers for each statement. A row that a transaction updates ten
 * thousand times is slow to find: PostgreSQL keeps each version of it until the transaction ends.
 */
export async function countAccountBytesByStatement(db: Kysely<never>): Promise<void> {
  if (isEmbedded(db)) return
  for (const counted of firstCountedTables) {
    const { name, table } = counted
    const old = [`drop trigger count_${name} on ${table}`, `drop function count_${name}()`]
    for (const statement of [...old, ...statementTriggers(counted)]) await sql.raw(statement).execute(db)
  }
}

export async function countThumbnailObjects(db: Kysely<never>): Promise<void> {
  const statements = [
    'alter table thumbnails add column object_bytes bigint not null default 0',
    ...recount(thumbnails, isEmbedded(db)),
  ]
  for (const statement of statements) await sql.raw(statement).execute(db)
}

/** Statements after which triggers that exist already count by another size. */
function recount(counted: CountedTable, isSqlite: boolean): readonly string[] {
  if (!isSqlite) return changesOf(counted).map(countFunction)
  const old = ['inserted', 'deleted', 'updated'].map((event) => `drop trigger count_${event}_${counted.name}`)
  return [...old, ...sqliteTriggers(counted)]
}

export async function countRequests(db: Kysely<never>): Promise<void> {
  const statements = [
    'alter table batches add column result_bytes integer not null default 0',
    ...requestTables.flatMap(isEmbedded(db) ? sqliteTriggers : statementTriggers),
  ]
  for (const statement of statements) await sql.raw(statement).execute(db)
}

export async function countBatchPictures(db: Kysely<never>): Promise<void> {
  const statements = (isEmbedded(db) ? sqliteTriggers : statementTriggers)(batchPictures)
  for (const statement of statements) await sql.raw(statement).execute(db)
}

export async function countBoards(db: Kysely<never>): Promise<void> {
  const statements = (isEmbedded(db) ? sqliteTriggers : statementTriggers)(boards)
  for (const statement of statements) await sql.raw(statement).execute(db)
}

export async function countDiscards(db: Kysely<never>): Promise<void> {
  const statements = (isEmbedded(db) ? sqliteTriggers : statementTriggers)(discards)
  for (const statement of statements) await sql.raw(statement).execute(db)
}

export async function countSeeds(db: Kysely<never>): Promise<void> {
  const statements = [
    ...seededTables.flatMap((counted) => recount(counted, isEmbedded(db))),
    ...(isEmbedded(db) ? sqliteTriggers : statementTriggers)(recentFrames),
  ]
  for (const statement of statements) await sql.raw(statement).execute(db)
}

export async function countMadeWith(db: Kysely<never>): Promise<void> {
  const statements = (isEmbedded(db) ? sqliteTriggers : statementTriggers)(madeWith)
  for (const statement of statements) await sql.raw(statement).execute(db)
}

/** The columns of an update can't be named here. That costs nothing: PostgreSQL knows the length of a text unread. */
function statementTriggers(counted: CountedTable): readonly string[] {
  const { name, table } = counted
  return changesOf(counted).flatMap((change) => [
    countFunction(change),
    `create trigger count_${name}_${change.event} after ${change.event} on ${table} referencing ${change.tables}
        for each statement execute function count_${name}_${change.event}()`,
  ])
}

interface Change {
  readonly name: string
  readonly event: string
  /** The transition tables. */
  readonly tables: string
  readonly rows: string
}

function changesOf({ name, size }: CountedTable): readonly Change[] {
  const added = `select account_id, ${size('added')} as bytes from added`
  const removed = `select account_id, -${size('removed')} as bytes from removed`
  return [
    { name, event: 'insert', tables: 'new table as added', rows: added },
    { name, event: 'delete', tables: 'old table as removed', rows: removed },
    { name, event: 'update', tables: 'new table as added old table as removed', rows: `${added} union all ${removed}` },
  ]
}

function countFunction({ name, event, rows }: Change): string {
  return `create or replace function count_${name}_${event}() returns trigger language plpgsql as $$ begin
        insert into account_bytes (account_id, slot, bytes)
        select account_id, pg_backend_pid() % ${slots}, sum(bytes) from (${rows}) as changed
        group by account_id having sum(bytes) <> 0 order by account_id
        on conflict (account_id, slot) do update set bytes = account_bytes.bytes + excluded.bytes;
        return null; end $$`
}

function addTo(row: string, slot: string, bytes: string): string {
  return `insert into account_bytes (account_id, slot, bytes) values (${row}.account_id, ${slot}, ${bytes})
    on conflict (account_id, slot) do update set bytes = account_bytes.bytes + excluded.bytes`
}
