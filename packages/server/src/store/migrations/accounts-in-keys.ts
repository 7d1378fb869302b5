import { type Kysely, type RawBuilder, sql } from 'kysely'
import { isEmbedded } from '../is-embedded.ts'

type Statements = readonly RawBuilder<unknown>[]

/**
 * Adds the account to every unique key of an account's table, and the directories that find the account of a secret and
 * the accounts with work: docs/decisions/tenancy.md. Where the hash comes first in a key, older
 * processes keep finding rows by it.
 */
export async function accountsInKeys(db: Kysely<never>): Promise<void> {
  const statements = [
    ...directories,
    ...(isEmbedded(db) ? sqliteKeys() : postgresKeys),
    ...indexes,
    ...(isEmbedded(db) ? sqliteTriggers() : postgresTriggers()),
  ]
  for (const statement of statements) await statement.execute(db)
}

const directories: Statements = [
  sql`create table key_accounts (hash text primary key, account_id text not null)`,
  sql`create index key_accounts_by_account on key_accounts (account_id)`,
  sql`insert into key_accounts (hash, account_id)
    select hash, account_id from api_keys union select hash, account_id from sessions
    union select hash, account_id from session_codes`,
  sql`create table due_accounts (
    kind text not null, account_id text not null, until text not null, primary key (kind, account_id))`,
  sql`insert into due_accounts (kind, account_id, until)
    select distinct 'deliveries', account_id, '' from deliveries where due_at is not null`,
  sql`insert into due_accounts (kind, account_id, until)
    select distinct 'fan_outs', account_id, '' from event_fan_outs`,
  sql`insert into due_accounts (kind, account_id, until)
    select distinct 'batches', account_id, '' from batches where status in ('in_progress', 'canceling')`,
  // Replaces rate_windows, which older processes still use.
  sql`create table key_minutes (
    account_id text not null, key_id text not null, minute bigint not null, requests bigint not null,
    primary key (account_id, key_id, minute))`,
]

/**
 * For work and sweeps of one account. Deliveries may be many, and are read twice here, but only pending ones are in the
 * new indexes: with the old ones, PostgreSQL would read all deliveries of a webhook. The other tables stay small.
 */
const indexes: Statements = [
  sql`create index deliveries_pending on deliveries (account_id, webhook_id, due_at, place) where due_at is not null`,
  sql`drop index deliveries_by_due`,
  sql`create index deliveries_claimed on deliveries (account_id, webhook_id, stream, place) where leased_by is not null`,
  sql`drop index deliveries_leased`,
  sql`create index idempotency_of_account on idempotency (account_id, expires_at)`,
  sql`drop index idempotency_by_expiry`,
  sql`create index batches_of_account on batches (account_id, status, created_at)`,
  sql`drop index batches_by_status`,
  sql`create index batches_ended on batches (account_id, completed_at)`,
  sql`drop index batches_by_end`,
  sql`create index working_texts_of_account on working_texts (account_id, released_at) where released_at is not null`,
  sql`drop index working_texts_released`,
]

const postgresKeys: Statements = [
  sql`alter table api_keys drop constraint api_keys_hash_key, add unique (hash, account_id)`,
  sql`alter table webhooks drop constraint webhooks_id_key`,
  sql`alter table sessions drop constraint sessions_pkey, add primary key (hash, account_id)`,
  sql`alter table session_codes drop constraint session_codes_pkey, add primary key (hash, account_id)`,
  // `arrival` keeps its sequence; (account_id, event_id) is unique.
  sql`alter table event_log drop constraint event_log_pkey`,
]

/** SQLite cannot drop a constraint, so these small tables are copied. `arrival` in event_log is its row number. */
function sqliteKeys(): Statements {
  return [
    ...copied(
      'api_keys',
      `account_id text not null, id text not null, project_id text, name text not null, prefix text not null,
      hash text not null, expires_at text, revoked_at text, created_at text not null, last_used_at text,
      usage_count bigint not null, scopes text, is_ended integer not null default 0, primary key (account_id, id),
      unique (hash, account_id)`,
      `account_id, id, project_id, name, prefix, hash, expires_at, revoked_at, created_at, last_used_at, usage_count,
      scopes, is_ended`,
    ),
    sql`create index api_keys_by_project on api_keys (account_id, project_id)`,
    ...copied(
      'webhooks',
      `account_id text not null, id text not null, project_id text, url text not null, events text not null,
      description text, status text not null, disabled_reason text, created_at text not null, updated_at text not null,
      secret text not null, old_secret text, old_secret_until text,
      failures_in_row integer not null, failing_since text, last_failure_at text, rests_until text,
      primary key (account_id, id)`,
      `account_id, id, project_id, url, events, description, status, disabled_reason, created_at, updated_at, secret,
      old_secret, old_secret_until, failures_in_row, failing_since, last_failure_at, rests_until`,
    ),
    ...copied(
      'sessions',
      `hash text not null, account_id text not null, key_id text not null, is_secure integer not null,
      expires_at text not null, primary key (hash, account_id)`,
      'hash, account_id, key_id, is_secure, expires_at',
    ),
    sql`create index sessions_by_key on sessions (account_id, key_id, expires_at)`,
    sql`create index sessions_by_expiry on sessions (expires_at)`,
    ...copied(
      'session_codes',
      `hash text not null, account_id text not null, key_id text not null, expires_at text not null,
      primary key (hash, account_id)`,
      'hash, account_id, key_id, expires_at',
    ),
    sql`create index session_codes_by_key on session_codes (account_id, key_id, expires_at)`,
    sql`create index session_codes_by_expiry on session_codes (expires_at)`,
  ]
}

function copied(table: string, definition: string, columns: string): Statements {
  return [
    `create table copied_${table} (${definition})`,
    `insert into copied_${table} (${columns}) select ${columns} from ${table}`,
    `drop table ${table}`,
    `alter table copied_${table} rename to ${table}`,
  ].map((statement) => sql.raw(statement))
}

/** Older processes create keys, sessions and codes without an entry in the directory. */
const secretTables = ['api_keys', 'sessions', 'session_codes']

const addEntry = `insert into key_accounts (hash, account_id) values (new.hash, new.account_id) on conflict do nothing`

function sqliteTriggers(): Statements {
  return secretTables.map((table) =>
    sql.raw(`create trigger enter_${table} after insert on ${table} begin ${addEntry}; end`),
  )
}

function postgresTriggers(): Statements {
  return [
    `create function enter_key_account() returns trigger language plpgsql as $$ begin ${addEntry}; return null; end $$`,
    ...secretTables.map(
      (table) =>
        `create trigger enter_${table} after insert on ${table} for each row execute function enter_key_account()`,
    ),
  ].map((statement) => sql.raw(statement))
}
