import { slicesOf } from '@palate/core/generic/slices.ts'
import type { EventRecord, EventType } from '@palate/core/webhooks/events.ts'
import { sql } from 'kysely'
import { inProjects } from '../../store/in-projects.ts'
import type { Db } from '../../store/schema.ts'

const rowsPerInsertMax = 200

/** An event to store, with its sequence number in its stream: the profile's, or the account's own. */
export interface EventRow {
  readonly record: EventRecord
  readonly body: string
  readonly stream: string
  readonly sequence: number
  /** The trace of the request that caused it, if tracing is on. */
  readonly traceparent: string | undefined
}

/**
 * The next sequence numbers of the given streams. Taking one locks the stream until the transaction ends, so that
 * numbers follow the order of commits, regardless of clocks.
 */
export async function nextSequences(db: Db, accountId: string, streams: readonly string[]): Promise<readonly number[]> {
  const next = new Map<string, number>()
  for (const [stream, ofStream] of Map.groupBy(streams, (stream) => stream)) {
    next.set(stream, (await addToStream(db, accountId, stream, ofStream.length)) - ofStream.length + 1)
  }
  return streams.map((stream) => {
    const sequence = next.get(stream) ?? 0
    next.set(stream, sequence + 1)
    return sequence
  })
}

async function addToStream(db: Db, accountId: string, stream: string, count: number): Promise<number> {
  const { last } = await db
    .insertInto('event_places')
    .values({ account_id: accountId, stream, last: count })
    .onConflict((conflict) =>
      conflict.columns(['account_id', 'stream']).doUpdateSet({ last: sql<number>`event_places.last + excluded.last` }),
    )
    .returning('last')
    .executeTakeFirstOrThrow()
  return last
}

export async function deleteSequence(db: Db, accountId: string, stream: string): Promise<void> {
  await db.deleteFrom('event_places').where('account_id', '=', accountId).where('stream', '=', stream).execute()
}

export async function insertEvents(db: Db, accountId: string, events: readonly EventRow[]): Promise<void> {
  for (const slice of slicesOf(events, rowsPerInsertMax)) {
    const rows = slice.map(({ record, body, traceparent = null }) => ({
      account_id: accountId,
      id: record.id,
      project_id: record.projectId,
      type: record.type,
      created_at: record.timestamp,
      body,
      traceparent,
    }))
    await db.insertInto('events').values(rows).execute()
  }
}

export interface EventFilter {
  readonly projects: readonly string[] | null
  readonly types: readonly EventType[] | undefined
  readonly before: string | undefined
}

/** `body` is its JSON text, as it is sent. */
export interface StoredEvent {
  readonly id: string
  readonly body: string
}

/** Newest first: ids sort by creation time. */
export async function listEvents(
  db: Db,
  accountId: string,
  { projects, types, before }: EventFilter,
  limit: number,
): Promise<readonly StoredEvent[]> {
  let query = db.selectFrom('events').select(['id', 'body']).where('account_id', '=', accountId)
  if (projects !== null) query = query.where(inProjects('project_id', projects))
  if (types !== undefined) query = query.where('type', 'in', types)
  if (before !== undefined) query = query.where('id', '<', before)
  return query.orderBy('id', 'desc').limit(limit).execute()
}

export async function findEventRows(db: Db, accountId: string, ids: readonly string[]) {
  const rows = await db
    .selectFrom('events')
    .select(['id', 'body', 'traceparent'])
    .where('account_id', '=', accountId)
    .where('id', 'in', ids)
    .execute()
  return new Map(rows.map(({ id, ...row }) => [id, row]))
}
