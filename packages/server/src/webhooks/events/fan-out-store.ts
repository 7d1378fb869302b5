import { slicesOf } from '@palate/core/generic/slices.ts'
import type { EventType } from '@palate/core/webhooks/events.ts'
import { sql } from 'kysely'
import { noteDue } from '../../store/due-accounts.ts'
import type { Db } from '../../store/schema.ts'
import { skipLocked } from '../../store/skip-locked.ts'
import type { Store } from '../../store/store.ts'
import type { Subscriber } from '../webhook-store.ts'

/** The properties of an event that its deliveries need. */
export interface FanOutEvent {
  readonly id: string
  readonly type: EventType
  readonly projectId: string | null
  readonly stream: string
  /** Its sequence number in the stream. */
  readonly place: number
}

export interface Recipient {
  readonly event: FanOutEvent
  readonly webhookId: string
}

const streamsPerQueryMax = 400

/** A fan-out by its events: their stream, and the sequence number of the first. */
export interface FanOutKey {
  readonly accountId: string
  readonly stream: string
  readonly place: number
}

export interface FanOutProgress extends FanOutKey {
  /** How many of its deliveries have been created. */
  readonly done: number
}

export interface FanOutContent {
  readonly events: readonly FanOutEvent[]
  readonly subscribers: readonly Subscriber[]
  readonly createdAt: string
}

export async function insertFanOut(
  store: Store,
  db: Db,
  { accountId, stream, place }: FanOutKey,
  { events, subscribers, createdAt }: FanOutContent,
): Promise<void> {
  const content = { events: JSON.stringify(events), subscribers: JSON.stringify(subscribers) }
  await db
    .insertInto('event_fan_outs')
    .values({ account_id: accountId, stream, place, ...content, done: 0, created_at: createdAt })
    .execute()
  await noteDue(store, db, 'fan_outs', accountId, createdAt)
}

/** The given streams that have an unfinished fan-out. */
export async function findStreamsInFanOut(
  db: Db,
  accountId: string,
  streams: readonly string[],
): Promise<ReadonlySet<string>> {
  const found = new Set<string>()
  for (const slice of slicesOf(streams, streamsPerQueryMax)) {
    const rows = await db
      .selectFrom('event_fan_outs')
      .select('stream')
      .where('account_id', '=', accountId)
      .where('stream', 'in', slice)
      .execute()
    for (const { stream } of rows) found.add(stream)
  }
  return found
}

export async function hasFanOuts(db: Db, accountId: string): Promise<boolean> {
  const row = await db
    .selectFrom('event_fan_outs')
    .select('done')
    .where('account_id', '=', accountId)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/**
 * Locks the fan-out to continue: that of the next stream, so that streams take turns. The fan-outs of a stream are
 * finished in order, so only the first of each is considered. Reads one row, because rows are long.
 */
export async function lockNextFanOut(
  db: Db,
  accountId: string,
  lastStream: string | undefined,
): Promise<FanOutProgress | undefined> {
  const first = db
    .selectFrom('event_fan_outs')
    .select(['stream', 'place', 'done'])
    .where('account_id', '=', accountId)
    .where(
      sql<boolean>`not exists (select 1 from event_fan_outs earlier
        where earlier.account_id = ${accountId} and earlier.stream = event_fan_outs.stream
          and earlier.place < event_fan_outs.place)`,
    )
    .orderBy('stream')
    .limit(1)
    .modifyEnd(skipLocked(db))
  const after = lastStream === undefined ? undefined : first.where('stream', '>', lastStream)
  const row = (await after?.executeTakeFirst()) ?? (await first.executeTakeFirst())
  return row && { accountId, ...row }
}

export async function readFanOut(db: Db, { accountId, stream, place }: FanOutKey): Promise<FanOutContent> {
  const row = await db
    .selectFrom('event_fan_outs')
    .select(['events', 'subscribers', 'created_at'])
    .where('account_id', '=', accountId)
    .where('stream', '=', stream)
    .where('place', '=', place)
    .executeTakeFirstOrThrow()
  return {
    events: JSON.parse(row.events) as FanOutEvent[],
    subscribers: JSON.parse(row.subscribers) as Subscriber[],
    createdAt: row.created_at,
  }
}

export async function updateFanOut(db: Db, { accountId, stream, place, done }: FanOutProgress): Promise<void> {
  await db
    .updateTable('event_fan_outs')
    .set({ done })
    .where('account_id', '=', accountId)
    .where('stream', '=', stream)
    .where('place', '=', place)
    .execute()
}

export async function deleteFanOut(db: Db, { accountId, stream, place }: FanOutKey): Promise<void> {
  await db
    .deleteFrom('event_fan_outs')
    .where('account_id', '=', accountId)
    .where('stream', '=', stream)
    .where('place', '=', place)
    .execute()
}
