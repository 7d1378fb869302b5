import { type Kysely, sql } from 'kysely'
import { baseSlot } from '../disk/account-bytes.ts'
import {
  countAccountBytes,
  countAccountBytesByStatement,
  countBatchPictures,
  countBoards,
  countDiscards,
  countMadeWith,
  countRequests,
  countSeeds,
  countThumbnailObjects,
} from '../disk/count-account-bytes.ts'
import { isEmbedded } from '../is-embedded.ts'
import { accountsInKeys } from './accounts-in-keys.ts'
import { indexesByAge, indexesOfRecentFrames, indexOfTags } from './large-indexes.ts'
import { namesInNfc } from './names-in-nfc.ts'

export interface Migration {
  readonly name: string
  readonly up: (db: Kysely<never>) => Promise<void>
  /**
   * True if processes of the previous version can keep running with the migrated store: nothing that they read or write
   * has changed its form or meaning. New tables, new indexes and new optional columns are additive.
   */
  readonly isAdditive: boolean
}

/**
 * Every schema change, in order, in the SQL that SQLite and PostgreSQL share. A released migration is never edited: a
 * new change is a new entry. docs/decisions/operations.md says what a migration may do.
 */
export const migrations: readonly Migration[] = [
  { name: '0001-profiles-and-keys', up: profilesAndKeys, isAdditive: false },
  { name: '0002-scoring', up: scoring, isAdditive: true },
  { name: '0003-batches', up: batches, isAdditive: true },
  { name: '0004-webhooks', up: webhooks, isAdditive: true },
  { name: '0005-workers-lost', up: workersLost, isAdditive: true },
  { name: '0006-seen-frames-by-time', up: seenFramesByTime, isAdditive: true },
  { name: '0007-additive-migrations', up: additiveMigrations, isAdditive: true },
  { name: '0008-names-in-nfc', up: namesInNfc, isAdditive: true },
  // Older processes leave batches that are stored in parts to newer ones.
  { name: '0009-batch-request-parts', up: batchRequestParts, isAdditive: true },
  // Older processes would show references in place of inline pictures.
  { name: '0010-long-texts', up: longTexts, isAdditive: false },
  { name: '0011-deliveries-in-due-order', up: deliveriesInDueOrder, isAdditive: true },
  { name: '0012-event-fan-outs', up: eventFanOuts, isAdditive: true },
  // Older processes would not enforce the scopes of a limited key.
  { name: '0013-key-scopes', up: keyScopes, isAdditive: false },
  { name: '0014-key-usage-days', up: keyUsageDays, isAdditive: true },
  // Older processes would omit annotations from the working changes, and keep them when these are replaced.
  { name: '0015-annotations', up: annotations, isAdditive: false },
  { name: '0016-frames', up: frames, isAdditive: true },
  { name: '0017-version-authors', up: versionAuthors, isAdditive: true },
  // Older processes would record events that are not in the log.
  { name: '0018-event-log', up: eventLog, isAdditive: false },
  { name: '0019-pooled-tastes', up: pooledTastes, isAdditive: true },
  { name: '0020-sessions', up: sessions, isAdditive: true },
  // Older processes would commit objects that are listed there, and a sweep would delete them.
  { name: '0021-objects-ahead', up: objectsAhead, isAdditive: false },
  { name: '0022-account-bytes', up: countAccountBytes, isAdditive: true },
  { name: '0023-annotation-subjects', up: annotationSubjects, isAdditive: true },
  { name: '0024-account-bytes-by-statement', up: countAccountBytesByStatement, isAdditive: true },
  { name: '0025-thresholds', up: thresholds, isAdditive: true },
  { name: '0026-judgements', up: judgements, isAdditive: true },
  { name: '0027-audit', up: audit, isAdditive: true },
  { name: '0028-ended-keys', up: endedKeys, isAdditive: true },
  // Older processes would not find pictures that are objects.
  { name: '0029-stored-objects', up: storedObjects, isAdditive: false },
  { name: '0030-event-traces', up: eventTraces, isAdditive: true },
  { name: '0031-accounts-in-keys', up: accountsInKeys, isAdditive: true },
  { name: '0032-shares', up: shares, isAdditive: true },
  { name: '0033-thumbnail-objects-counted', up: countThumbnailObjects, isAdditive: true },
  { name: '0034-frame-tags', up: frameTags, isAdditive: true },
  { name: '0035-audit-filters', up: auditFilters, isAdditive: true },
  { name: '0036-requests-counted', up: countRequests, isAdditive: true },
  // Older processes would report frames with such pictures as failed.
  { name: '0037-batch-pictures', up: batchPictures, isAdditive: false },
  { name: '0038-asks', up: asks, isAdditive: true },
  { name: '0039-keys-of-shares', up: keysOfShares, isAdditive: true },
  { name: '0040-dead-letter-reasons', up: deadLetterReasons, isAdditive: true },
  { name: '0041-stand-ins', up: standIns, isAdditive: true },
  // Older processes know neither the sessions of people nor their invitations, and refuse both. Keys of people have
  // no more rights there than they were made with.
  { name: '0042-people', up: people, isAdditive: true },
  { name: '0043-seeds-counted', up: countSeeds, isAdditive: true },
  { name: '0044-logins', up: logins, isAdditive: true },
  // Older processes record no events of answers.
  { name: '0045-share-reviews', up: shareReviews, isAdditive: true },
  { name: '0046-made-with', up: madeWith, isAdditive: true },
  { name: '0047-boards', up: boards, isAdditive: true },
  { name: '0048-indexes-by-age', up: indexesByAge, isAdditive: true },
  // Older processes do not find frames by their ids that only newer ones have scored.
  { name: '0050-one-row-per-frame', up: indexesOfRecentFrames, isAdditive: true },
  // Older processes do not take up an erasure, and newer ones do.
  { name: '0056-erasures', up: erasures, isAdditive: true },
  { name: '0060-discards', up: discards, isAdditive: true },
  { name: '0049-idle-accounts', up: idleAccounts, isAdditive: true },
  // Older processes score frames of every batch, whatever its model.
  { name: '0049-models-of-batches', up: modelsOfBatches, isAdditive: true },
  { name: '0061-capture-time', up: captureTime, isAdditive: true },
  { name: '0065-tagged-frames', up: indexOfTags, isAdditive: true },
]

async function profilesAndKeys(db: Kysely<never>): Promise<void> {
  const statements = [
    sql`create table accounts (id text primary key, name text not null unique, created_at text not null)`,
    sql`create table projects (
      account_id text not null, id text not null, created_at text not null, primary key (account_id, id))`,
    sql`create table api_keys (
      account_id text not null, id text not null, project_id text, name text not null, prefix text not null,
      hash text not null unique, expires_at text, revoked_at text, created_at text not null,
      last_used_at text, usage_count bigint not null, primary key (account_id, id))`,
    sql`create index api_keys_by_project on api_keys (account_id, project_id)`,
    sql`create table rate_windows (
      key_id text not null, minute bigint not null, requests bigint not null, primary key (key_id, minute))`,
    sql`create table idempotency (
      account_id text not null, operation text not null, key text not null, request_hash text not null,
      status integer, headers text, body text, expires_at text not null, primary key (account_id, operation, key))`,
    sql`create index idempotency_by_expiry on idempotency (expires_at)`,
    sql`create table profiles (
      account_id text not null, id text not null, project_id text not null, name text not null, seed text,
      created_at text not null, updated_at text not null, revision integer not null, version_count integer not null,
      current_branch_id text not null, budget text not null, branches text not null, working_changes text not null,
      effective_override text,
      primary key (account_id, id), unique (account_id, project_id, name))`,
    sql`create index profiles_by_time on profiles (account_id, created_at, id)`,
    sql`create index profiles_by_project on profiles (account_id, project_id, created_at, id)`,
    sql`create table versions (
      account_id text not null, profile_id text not null, id text not null, position integer not null,
      branch_id text not null, parent_version_id text, merged_from text, message text not null,
      created_at text not null, snapshot_hash text not null,
      primary key (account_id, profile_id, id), unique (account_id, profile_id, position))`,
    sql`create table objects (
      account_id text not null, profile_id text not null, hash text not null, content text not null,
      primary key (account_id, profile_id, hash))`,
  ]
  for (const statement of statements) await statement.execute(db)
}

async function scoring(db: Kysely<never>): Promise<void> {
  const statements = [
    sql`alter table versions add column seed text`,
    sql`alter table profiles add column computed integer not null default 0`,
    sql`create table features (
      account_id text not null, content_hash text not null, embedder_id text not null, embedding bytea not null,
      attributes text not null, created_at text not null, primary key (account_id, content_hash, embedder_id))`,
    sql`create index features_by_time on features (created_at)`,
    sql`create table pins (
      account_id text not null, profile_id text not null, source text not null, content_hash text, fault text,
      pinned_at text not null, primary key (account_id, profile_id, source))`,
    sql`create index pins_by_content on pins (account_id, content_hash)`,
    sql`create table seen_frames (
      account_id text not null, project_id text not null, frame_id text not null, content_hash text not null,
      seen_at text not null, primary key (account_id, project_id, frame_id))`,
    sql`create index seen_frames_by_content on seen_frames (account_id, content_hash)`,
  ]
  for (const statement of statements) await statement.execute(db)
}

async function webhooks(db: Kysely<never>): Promise<void> {
  const statements = [
    sql`create table event_places (
      account_id text not null, stream text not null, last bigint not null, primary key (account_id, stream))`,
    sql`create table events (
      account_id text not null, id text not null, project_id text, type text not null, created_at text not null,
      body text not null, primary key (account_id, id))`,
    sql`create index events_by_project on events (account_id, project_id, id)`,
    sql`create index events_by_type on events (account_id, type, id)`,
    sql`create index events_by_time on events (created_at)`,
    sql`create table webhooks (
      account_id text not null, id text not null unique, project_id text, url text not null, events text not null,
      description text, status text not null, disabled_reason text, created_at text not null, updated_at text not null,
      secret text not null, old_secret text, old_secret_until text,
      failures_in_row integer not null, failing_since text, last_failure_at text, rests_until text,
      primary key (account_id, id))`,
    sql`create table deliveries (
      account_id text not null, id text not null, webhook_id text not null, event_id text not null,
      event_type text not null, stream text not null, place bigint not null, status text not null,
      tries integer not null, due_at text, leased_by text, created_at text not null, finished_at text,
      primary key (account_id, id), unique (account_id, event_id, webhook_id))`,
    sql`create index deliveries_by_webhook on deliveries (account_id, webhook_id, id)`,
    sql`create index deliveries_due on deliveries (webhook_id, due_at) where due_at is not null`,
    sql`create index deliveries_in_order on deliveries (webhook_id, stream, place) where due_at is not null`,
    sql`create index deliveries_waiting on deliveries (created_at) where due_at is not null`,
    sql`create index deliveries_finished on deliveries (finished_at) where finished_at is not null`,
    sql`create index deliveries_dead on deliveries (account_id, id) where status = 'dead'`,
    sql`create table delivery_attempts (
      account_id text not null, delivery_id text not null, id text not null, at text not null, status integer,
      duration_ms double precision not null, error text, response text, primary key (account_id, delivery_id, id))`,
    sql`create table alert_rules (
      account_id text not null, id text not null, project_id text not null, profile_id text not null,
      dimension text not null, below double precision not null, frames integer not null, latest text not null,
      is_firing integer not null, created_at text not null, primary key (account_id, id))`,
    sql`create index alert_rules_by_profile on alert_rules (account_id, profile_id)`,
    sql`create table poor_batches (
      account_id text not null, profile_id text not null, batch_id text not null, primary key (account_id, profile_id))`,
  ]
  for (const statement of statements) await statement.execute(db)
}

async function batches(db: Kysely<never>): Promise<void> {
  const statements = [
    sql`create table batches (
      account_id text not null, id text not null, project_id text not null, profile_id text not null, version_id text,
      seed text, status text not null, total integer not null, succeeded integer not null, failed integer not null,
      canceled integer not null, taken integer not null, asked text not null, created_at text not null,
      completed_at text, primary key (account_id, id))`,
    sql`create index batches_by_status on batches (status, created_at)`,
    sql`create table batch_requests (
      account_id text not null, batch_id text not null, frames text not null, working text,
      primary key (account_id, batch_id))`,
    sql`create table batch_frames (
      account_id text not null, batch_id text not null, place integer not null, state text not null,
      attempts integer not null, lease_owner text, due_ms bigint not null, seq integer, result text,
      primary key (account_id, batch_id, place))`,
    sql`create unique index batch_frames_by_seq on batch_frames (account_id, batch_id, seq)`,
    sql`create index batch_frames_by_due on batch_frames (account_id, batch_id, state, due_ms)`,
    sql`create index batch_frames_by_owner on batch_frames (lease_owner)`,
  ]
  for (const statement of statements) await statement.execute(db)
}

async function workersLost(db: Kysely<never>): Promise<void> {
  await sql`alter table batch_frames add column workers_lost integer not null default 0`.execute(db)
}

async function seenFramesByTime(db: Kysely<never>): Promise<void> {
  await sql`create index seen_frames_by_time on seen_frames (seen_at)`.execute(db)
}

async function batchRequestParts(db: Kysely<never>): Promise<void> {
  const statements = [
    sql`create table batch_request_parts (
      account_id text not null, batch_id text not null, first_place integer not null, frames text not null,
      primary key (account_id, batch_id, first_place))`,
    sql`create index batches_by_end on batches (completed_at)`,
  ]
  for (const statement of statements) await statement.execute(db)
}

/** Tells processes of an older version whether they can keep running after a migration that they do not know. */
async function additiveMigrations(db: Kysely<never>): Promise<void> {
  await sql`alter table schema_migrations add column is_additive integer not null default 0`.execute(db)
}

async function longTexts(db: Kysely<never>): Promise<void> {
  const statements = [
    sql`alter table profiles add column stored_bytes bigint`,
    sql`create table working_texts (
      account_id text not null, profile_id text not null, hash text not null, bytes bigint not null,
      released_at text, primary key (account_id, profile_id, hash))`,
    sql`create index working_texts_released on working_texts (released_at) where released_at is not null`,
  ]
  for (const statement of statements) await statement.execute(db)
}

/** Claims of a webhook with many pending deliveries read the first ones from an index, and check only leased rows. */
async function deliveriesInDueOrder(db: Kysely<never>): Promise<void> {
  const statements = [
    sql`create index deliveries_by_due on deliveries (webhook_id, due_at, place) where due_at is not null`,
    sql`create index deliveries_leased on deliveries (webhook_id, stream, place) where leased_by is not null`,
    sql`drop index deliveries_due`,
    sql`drop index deliveries_in_order`,
  ]
  for (const statement of statements) await statement.execute(db)
}

async function eventFanOuts(db: Kysely<never>): Promise<void> {
  await sql`create table event_fan_outs (
    account_id text not null, stream text not null, place bigint not null, events text not null,
    subscribers text not null, done bigint not null, created_at text not null,
    primary key (account_id, stream, place))`.execute(db)
}

async function keyScopes(db: Kysely<never>): Promise<void> {
  await sql`alter table api_keys add column scopes text`.execute(db)
}

async function keyUsageDays(db: Kysely<never>): Promise<void> {
  const statements = [
    sql`create table key_usage_days (
      account_id text not null, key_id text not null, date text not null, requests bigint not null,
      primary key (account_id, key_id, date))`,
    sql`create index key_usage_days_by_date on key_usage_days (date)`,
  ]
  for (const statement of statements) await statement.execute(db)
}

async function annotations(db: Kysely<never>): Promise<void> {
  const statements = [
    sql`create table annotations (
      account_id text not null, profile_id text not null, kind text not null, id text not null, place bigint not null,
      element text not null, primary key (account_id, profile_id, kind, id))`,
    sql`alter table profiles add column annotated_bytes bigint not null default 0`,
  ]
  for (const statement of statements) await statement.execute(db)
}

async function frames(db: Kysely<never>): Promise<void> {
  const statements = [
    sql`create table frames (
      account_id text not null, id text not null, project_id text not null, name text, content_hash text not null,
      content_type text not null, width integer not null, height integer not null, bytes bigint not null,
      created_at text not null, primary key (account_id, id), unique (account_id, project_id, content_hash))`,
    sql`create index frames_by_project on frames (account_id, project_id, id)`,
    sql`create index frames_by_content on frames (account_id, content_hash)`,
    sql`create table frame_contents (
      account_id text not null, content_hash text not null, bytes bigint not null, kept_at text not null,
      text_profile_id text, text_object text, primary key (account_id, content_hash))`,
    sql`create index frame_contents_by_text on frame_contents (account_id, text_profile_id, text_object)
      where text_profile_id is not null`,
    sql`create table frame_pieces (
      account_id text not null, content_hash text not null, piece integer not null, data bytea not null,
      primary key (account_id, content_hash, piece))`,
    sql`create table frame_references (
      account_id text not null, frame_id text not null, profile_id text not null, is_committed integer not null,
      primary key (account_id, frame_id, profile_id))`,
    sql`create index frame_references_by_profile on frame_references (account_id, profile_id, frame_id)`,
    sql`create table thumbnails (
      account_id text not null, content_hash text not null, side integer not null, data bytea not null,
      created_at text not null, primary key (account_id, content_hash, side))`,
    sql`create table recent_frames (
      account_id text not null, project_id text not null, frame_id text not null, profile_id text not null,
      content_hash text not null, url text, scores text not null, scored_at text not null,
      primary key (account_id, project_id, frame_id))`,
    sql`create index recent_frames_by_time on recent_frames (scored_at)`,
    sql`create index recent_frames_of_account on recent_frames (account_id, scored_at, project_id, frame_id)`,
    sql`create index recent_frames_of_project on recent_frames (account_id, project_id, scored_at, frame_id)`,
    sql`create index recent_frames_of_profile on recent_frames (account_id, profile_id, frame_id)`,
  ]
  for (const statement of statements) await statement.execute(db)
}

/** `arrival` grows with each row. The engines use different syntax for that. */
async function eventLog(db: Kysely<never>): Promise<void> {
  const arrival = isEmbedded(db) ? sql`integer primary key` : sql`bigint generated always as identity primary key`
  const statements = [
    sql`create table event_log (
      arrival ${arrival}, account_id text not null, event_id text not null, project_id text, type text not null,
      position bigint, unique (account_id, event_id), unique (account_id, position))`,
    sql`create index event_log_waiting on event_log (account_id, arrival) where position is null`,
    sql`create table event_log_ends (account_id text primary key, last bigint not null, copied_to text)`,
  ]
  for (const statement of statements) await statement.execute(db)
}

async function pooledTastes(db: Kysely<never>): Promise<void> {
  await sql`create table pooled_tastes (
    account_id text not null, profile_id text not null, features_id text not null, pool text, pinned_at text not null,
    primary key (account_id, profile_id, features_id))`.execute(db)
}

/** Older versions have neither: their authors are unknown, and their changes are counted when they are listed. */
async function versionAuthors(db: Kysely<never>): Promise<void> {
  await sql`alter table versions add column author_key_id text`.execute(db)
  await sql`alter table versions add column changes text`.execute(db)
}

async function sessions(db: Kysely<never>): Promise<void> {
  const statements = [
    sql`create table sessions (
      hash text primary key, account_id text not null, key_id text not null, is_secure integer not null,
      expires_at text not null)`,
    sql`create index sessions_by_key on sessions (account_id, key_id, expires_at)`,
    sql`create index sessions_by_expiry on sessions (expires_at)`,
    sql`create table session_codes (
      hash text primary key, account_id text not null, key_id text not null, expires_at text not null)`,
    sql`create index session_codes_by_key on session_codes (account_id, key_id, expires_at)`,
    sql`create index session_codes_by_expiry on session_codes (expires_at)`,
  ]
  for (const statement of statements) await statement.execute(db)
}

async function objectsAhead(db: Kysely<never>): Promise<void> {
  const statements = [
    sql`create table objects_ahead (
      account_id text not null, profile_id text not null, writer text not null, piece integer not null,
      hashes text not null, written_at text not null, primary key (account_id, profile_id, writer, piece))`,
    sql`create index objects_ahead_by_time on objects_ahead (written_at)`,
  ]
  for (const statement of statements) await statement.execute(db)
}

/** Older rows have no subject: it is read from their elements. */
async function annotationSubjects(db: Kysely<never>): Promise<void> {
  await sql`alter table annotations add column subject text`.execute(db)
  await sql`alter table annotations add column cost integer not null default 1`.execute(db)
}

/** The index lets lists read thresholds without the long columns before them in a row. */
async function thresholds(db: Kysely<never>): Promise<void> {
  await sql`alter table profiles add column thresholds text`.execute(db)
  await sql`create index profiles_with_thresholds on profiles (account_id, id, thresholds)
    where thresholds is not null`.execute(db)
}

/** Who judged what was already stored is not known. */
async function judgements(db: Kysely<never>): Promise<void> {
  const statements = [
    sql`alter table annotations add column key_id text`,
    sql`alter table annotations add column judged_at text`,
    sql`create table judgements (
      account_id text not null, profile_id text not null, kind text not null, id text not null, content text not null,
      key_id text not null, judged_at text not null, primary key (account_id, profile_id, kind, id, content))`,
  ]
  for (const statement of statements) await statement.execute(db)
}

async function audit(db: Kysely<never>): Promise<void> {
  const statements = [
    sql`create table audit_entries (
      account_id text not null, id text not null, at text not null, action text not null, key_id text, address text,
      request_id text, project_id text, target_type text not null, target_id text not null, target_name text,
      details text, primary key (account_id, id))`,
    sql`create index audit_entries_by_time on audit_entries (at)`,
  ]
  for (const statement of statements) await statement.execute(db)
}

/** Older processes revoke keys without setting it: only their time counts then. */
async function endedKeys(db: Kysely<never>): Promise<void> {
  await sql`alter table api_keys add column is_ended integer not null default 0`.execute(db)
}

async function storedObjects(db: Kysely<never>): Promise<void> {
  const statements = [
    sql`alter table frame_contents add column home text`,
    sql`alter table thumbnails add column home text`,
    sql`create table stored_objects (
      account_id text not null, content_hash text not null, side integer not null, home text not null,
      place text not null, kept_at text not null, is_removing integer not null, primary key (account_id, content_hash, side, home))`,
  ]
  for (const statement of statements) await statement.execute(db)
}

async function eventTraces(db: Kysely<never>): Promise<void> {
  await sql`alter table events add column traceparent text`.execute(db)
}

async function shares(db: Kysely<never>): Promise<void> {
  const statements = [
    sql`create table shares (
      account_id text not null, id text not null, project_id text not null, profile_id text not null,
      token_hash text not null, kind text not null, title text not null, content text not null,
      pictures integer not null, created_at text not null, expires_at text not null, is_revoked integer not null,
      primary key (account_id, id))`,
    sql`create index shares_by_token on shares (account_id, token_hash)`,
    sql`create index shares_by_profile on shares (account_id, profile_id)`,
    sql`create index shares_by_expiry on shares (account_id, expires_at)`,
    sql`create table share_answers (
      account_id text not null, profile_id text not null, share_id text not null, id text not null, picture integer,
      decision text, comment text, author text, created_at text not null, primary key (account_id, share_id, id))`,
    sql`create index share_answers_by_profile on share_answers (account_id, profile_id)`,
  ]
  for (const statement of statements) await statement.execute(db)
}

async function boards(db: Kysely<never>): Promise<void> {
  const statements = [
    sql`create table boards (
      account_id text not null, id text not null, project_id text not null, profile_id text not null,
      name text not null, layout text not null, pictures text not null, revision integer not null,
      created_at text not null, updated_at text not null, primary key (account_id, id))`,
    sql`create index boards_by_profile on boards (account_id, profile_id)`,
  ]
  for (const statement of statements) await statement.execute(db)
  await countBoards(db)
}

async function frameTags(db: Kysely<never>): Promise<void> {
  await sql`alter table frames add column tags text not null default ''`.execute(db)
}

/** One for each filter of the list. The table stays small: only administrative changes are recorded, for 90 days. */
async function auditFilters(db: Kysely<never>): Promise<void> {
  const statements = [
    sql`create index audit_entries_by_action on audit_entries (account_id, action, id)`,
    sql`create index audit_entries_by_key on audit_entries (account_id, key_id, id)`,
    sql`create index audit_entries_by_project on audit_entries (account_id, project_id, id)`,
  ]
  for (const statement of statements) await statement.execute(db)
}

async function batchPictures(db: Kysely<never>): Promise<void> {
  await sql`create table batch_pictures (
    account_id text not null, batch_id text not null, name text not null, piece integer not null, data bytea not null,
    primary key (account_id, batch_id, name, piece))`.execute(db)
  await countBatchPictures(db)
}

async function asks(db: Kysely<never>): Promise<void> {
  const statements = [
    sql`create table asks (
      account_id text not null, id text not null, profile_id text not null, first text not null, second text not null,
      created_at text not null, expires_at text not null, choice text, answered_at text,
      primary key (account_id, id))`,
    sql`create index asks_by_profile on asks (account_id, profile_id, created_at, id)`,
  ]
  for (const statement of statements) await statement.execute(db)
}

/** Shares of before, and of older processes, have none: they do not end with a key. */
async function keysOfShares(db: Kysely<never>): Promise<void> {
  await sql`alter table shares add column key_id text`.execute(db)
  await sql`create index shares_by_key on shares (account_id, key_id)`.execute(db)
}

async function deadLetterReasons(db: Kysely<never>): Promise<void> {
  await sql`alter table deliveries add column reason text`.execute(db)
}

async function standIns(db: Kysely<never>): Promise<void> {
  await sql`create table stand_ins (
    account_id text not null, profile_id text not null, judged text not null, content_hashes text not null,
    pinned_at text not null, primary key (account_id, profile_id, judged))`.execute(db)
}

async function people(db: Kysely<never>): Promise<void> {
  const statements = [
    sql`create table people (
      account_id text not null, id text not null, name text not null, email text, role text not null, projects text,
      status text not null, issuer text, subject text, created_at text not null, primary key (account_id, id),
      unique (account_id, issuer, subject))`,
    sql`create table invitations (
      account_id text not null, person_id text not null, hash text not null, expires_at text not null,
      primary key (account_id, person_id))`,
    sql`alter table api_keys add column person_id text`,
    sql`create index api_keys_by_person on api_keys (account_id, person_id)`,
  ]
  for (const statement of statements) await statement.execute(db)
}

async function logins(db: Kysely<never>): Promise<void> {
  const statements = [
    sql`create table logins (
      hash text primary key, user_code text not null unique, name text not null, address text not null,
      network text not null, status text not null, account_id text, person_id text, created_at text not null,
      expires_at text not null)`,
    sql`create index logins_by_expiry on logins (expires_at)`,
    sql`create index logins_by_person on logins (account_id, person_id)`,
  ]
  for (const statement of statements) await statement.execute(db)
}

async function shareReviews(db: Kysely<never>): Promise<void> {
  const statements = [
    sql`alter table shares add column revision integer not null default 0`,
    sql`alter table shares add column review_minute bigint not null default 0`,
    sql`alter table shares add column reviews integer not null default 0`,
    sql`alter table shares add column reported_at text`,
    sql`alter table shares add column report_due_at text`,
    sql`create index shares_by_report on shares (account_id, report_due_at)`,
    sql`alter table share_answers add column reviewer text`,
    sql`alter table share_answers add column pin_x double precision`,
    sql`alter table share_answers add column pin_y double precision`,
    sql`create table share_reviewers (
      account_id text not null, profile_id text not null, share_id text not null, id text not null, name text,
      review_minute bigint not null, reviews integer not null, created_at text not null, completed_at text,
      primary key (account_id, share_id, id))`,
    sql`create index share_reviewers_by_profile on share_reviewers (account_id, profile_id)`,
  ]
  for (const statement of statements) await statement.execute(db)
}

async function madeWith(db: Kysely<never>): Promise<void> {
  for (const column of ['prompt', 'prompt_group', 'seed']) {
    await sql`alter table frames add column ${sql.ref(column)} text`.execute(db)
  }
  await countMadeWith(db)
}

async function erasures(db: Kysely<never>): Promise<void> {
  const statements = [
    sql`create table erasures (
      account_id text not null, content_hash text not null, source text not null, project_id text not null,
      projects text, erased_at text not null, due_at text not null, is_done integer not null,
      primary key (account_id, content_hash, source))`,
    sql`create index erasures_by_source on erasures (account_id, source)`,
    sql`create index erasures_by_time on erasures (account_id, due_at)`,
    sql`alter table stored_objects add column generation integer not null default 0`,
  ]
  for (const statement of statements) await statement.execute(db)
}

async function discards(db: Kysely<never>): Promise<void> {
  await sql`create table discards (
    account_id text not null, profile_id text not null, id text not null, head_version_id text, elements text not null,
    discarded_at text not null, primary key (account_id, profile_id, id))`.execute(db)
  await sql`create index discards_by_time on discards (account_id, discarded_at)`.execute(db)
  await countDiscards(db)
}

/**
 * Nobody has noted which accounts have something that expires, so each is looked at once, when older processes, which
 * do not note it either, have ended.
 */
async function idleAccounts(db: Kysely<never>): Promise<void> {
  const tomorrow = new Date(Date.now() + 24 * 3_600_000).toISOString()
  const statements = [
    sql`create index due_accounts_by_time on due_accounts (kind, until)`,
    sql`insert into due_accounts (kind, account_id, until)
      select 'expiry', id, cast(${tomorrow} as text) from accounts where true on conflict do nothing`,
    sql`insert into due_accounts (kind, account_id, until)
      select 'count', id, '' from accounts where not exists (
        select 1 from account_bytes where account_bytes.account_id = accounts.id and slot = ${baseSlot})`,
  ]
  for (const statement of statements) await statement.execute(db)
}

async function modelsOfBatches(db: Kysely<never>): Promise<void> {
  await sql`alter table batches add column models text`.execute(db)
  await sql`create table live_models (model text primary key, until text not null)`.execute(db)
}

async function captureTime(db: Kysely<never>): Promise<void> {
  await sql`alter table frames add column taken_at text`.execute(db)
}
