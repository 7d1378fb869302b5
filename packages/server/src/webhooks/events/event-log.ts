import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import { Fault } from '@palate/core/fault.ts'
import { slicesOf } from '@palate/core/generic/slices.ts'
import { isId } from '@palate/core/ids.ts'
import { type Caller, mayUse } from '@palate/core/keys/access.ts'
import type { EventRecord, EventType } from '@palate/core/webhooks/events.ts'
import { sql } from 'kysely'
import type { Services } from '../../services.ts'
import { inProjects } from '../../store/in-projects.ts'
import type { Db } from '../../store/schema.ts'
import { isLasting } from '../../store/store.ts'
import type { EventRow } from './event-store.ts'

// The order of an account's events. A transaction that records events adds them to `event_log` without a position.
// The next reader of the log gives positions to the events committed since, one account at a time. So no event ever
// appears before a position that was already read, regardless of commit order and clocks. Events of one stream are
// numbered in commit order: `arrival` grows in the order of their transactions, which lock the stream.

const rowsPerInsertMax = 200
/** Events that one transaction numbers. */
export const numberedAtOnceMax = 500

export async function insertIntoLog(db: Db, accountId: string, events: readonly EventRow[]): Promise<void> {
  for (const slice of slicesOf(events, rowsPerInsertMax)) {
    await db
      .insertInto('event_log')
      .values(slice.map(({ record }) => logRow(accountId, record, null)))
      .execute()
  }
}

interface LogEnd {
  /** The last position; 0 if there is none. */
  readonly last: number
  /** Whether there are events without a position. */
  readonly isBehind: boolean
}

async function findLogEnd(db: Db, accountId: string): Promise<LogEnd> {
  const { rows } = await sql<{ last: number | null; copied: number | null; waiting: number | boolean }>`
    select
      (select last from event_log_ends where account_id = ${accountId}) as last,
      (select case when copied_to is null then 1 else 0 end from event_log_ends where account_id = ${accountId}) as copied,
      exists (select 1 from event_log where account_id = ${accountId} and position is null) as waiting`.execute(db)
  const [{ last, copied, waiting } = { last: null, copied: null, waiting: false }] = rows
  return { last: Number(last ?? 0), isBehind: copied !== 1 || Boolean(waiting) }
}

/** Gives positions to some events of the account that have none. The account's row is locked first. */
async function numberEvents(db: Db, accountId: string): Promise<void> {
  const { last, copied_to } = await lockEnd(db, accountId)
  if (copied_to !== null) return copyOlder(db, accountId, last, copied_to)
  const { rows } = await sql`
    update event_log set position = numbered.position
    from (
      select event_id, ${last} + row_number() over (order by arrival) as position
      from (
        select event_id, arrival from event_log where account_id = ${accountId} and position is null
        order by arrival limit ${numberedAtOnceMax}) as waiting) as numbered
    where event_log.account_id = ${accountId} and event_log.event_id = numbered.event_id
    returning event_log.event_id`.execute(db)
  await moveEnd(db, accountId, last + rows.length, null)
}

async function lockEnd(db: Db, accountId: string): Promise<{ last: number; copied_to: string | null }> {
  return db
    .insertInto('event_log_ends')
    .values({ account_id: accountId, last: 0, copied_to: '' })
    .onConflict((conflict) => conflict.column('account_id').doUpdateSet({ last: sql<number>`event_log_ends.last` }))
    .returning(['last', 'copied_to'])
    .executeTakeFirstOrThrow()
}

async function moveEnd(db: Db, accountId: string, last: number, copiedTo: string | null): Promise<void> {
  await db
    .updateTable('event_log_ends')
    .set({ last, copied_to: copiedTo })
    .where('account_id', '=', accountId)
    .execute()
}

/** Events recorded before the log existed come first, in the order of their ids. */
async function copyOlder(db: Db, accountId: string, last: number, copiedTo: string): Promise<void> {
  const older = await db
    .selectFrom('events')
    .select(['id', 'project_id as projectId', 'type'])
    .where('account_id', '=', accountId)
    .where('id', '>', copiedTo)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('event_log')
            .select('arrival')
            .where('event_log.account_id', '=', accountId)
            .whereRef('event_log.event_id', '=', 'events.id'),
        ),
      ),
    )
    .orderBy('id')
    .limit(numberedAtOnceMax)
    .execute()
  const rows = older.map((event, i) => logRow(accountId, event, last + 1 + i))
  for (const slice of slicesOf(rows, rowsPerInsertMax)) await db.insertInto('event_log').values(slice).execute()
  const isAll = older.length < numberedAtOnceMax
  await moveEnd(db, accountId, last + older.length, isAll ? null : (older.at(-1)?.id ?? ''))
}

function logRow(accountId: string, { id, projectId, type }: LoggedEvent, position: number | null) {
  return { account_id: accountId, event_id: id, project_id: projectId, type, position }
}

interface LoggedEvent extends Pick<EventRecord, 'id' | 'projectId'> {
  readonly type: string
}

/** The position of an event; null if it has none yet. Undefined if the log does not contain it. */
export async function findInLog(db: Db, accountId: string, id: string) {
  return db
    .selectFrom('event_log')
    .select(['position', 'project_id as projectId'])
    .where('account_id', '=', accountId)
    .where('event_id', '=', id)
    .executeTakeFirst()
}

export interface LogFilter {
  readonly projects?: readonly string[] | null
  readonly types?: readonly EventType[] | undefined
}

/** Events with positions after one and up to another, oldest first. */
export async function listLog(
  db: Db,
  accountId: string,
  { after, to }: { readonly after: number; readonly to: number },
  { projects, types }: LogFilter,
  limit: number,
) {
  let query = db
    .selectFrom('event_log')
    .innerJoin('events', (join) =>
      join.onRef('events.account_id', '=', 'event_log.account_id').onRef('events.id', '=', 'event_log.event_id'),
    )
    .select(['event_log.position', 'event_log.event_id as id', 'event_log.type', 'events.body'])
    .where('event_log.account_id', '=', accountId)
    .where('event_log.position', '>', after)
    .where('event_log.position', '<=', to)
  if (projects) query = query.where(inProjects('event_log.project_id', projects))
  if (types !== undefined) query = query.where('event_log.type', 'in', types)
  return query.orderBy('event_log.position').limit(limit).execute()
}

export async function deleteFromLog(db: Db, accountId: string, ids: readonly string[]): Promise<void> {
  for (const slice of slicesOf(ids, rowsPerInsertMax)) {
    await db.deleteFrom('event_log').where('account_id', '=', accountId).where('event_id', 'in', slice).execute()
  }
}

/** Positions that one statement reads: a filter may skip nearly all of them. */
export const positionsPerReadMax = 1000

export type EventLogReader = ReturnType<typeof createEventLogReader>

/** Reads the event logs of accounts, oldest first. */
export function createEventLogReader(store: Services['store']) {
  /** Numbers the events committed so far and returns the last position. */
  async function findEnd(accountId: string): Promise<number> {
    for (;;) {
      const { last, isBehind } = await findLogEnd(store.backgroundRead, accountId)
      if (!isBehind || !(await canNumber(accountId))) return last
      await yieldToEventLoop()
    }
  }

  /** While the disk is full, events that already have a number can still be read. */
  async function canNumber(accountId: string): Promise<boolean> {
    try {
      await store.write((db) => numberEvents(db, accountId))
      return true
    } catch (error) {
      if (isLasting(store.unavailability(error))) return false
      throw error
    }
  }

  return {
    findEnd,

    /** The position of an event that the caller can see. */
    async findPosition(caller: Caller, id: string): Promise<number> {
      if (!isId('evt', id)) throw unknownEvent()
      const find = () => findInLog(store.read, caller.accountId, id)
      let found = await find()
      if (!found || found.position === null) {
        await findEnd(caller.accountId)
        found = await find()
      }
      const isHidden = caller.projects !== null && !(found?.projectId && mayUse(caller, found.projectId))
      if (!found || isHidden) throw unknownEvent()
      if (found.position === null) throw new Fault('unavailable', 'the event has no position in the log yet; try again')
      return found.position
    },

    /** Events after one position and up to another; `last` is where to continue. */
    async read(accountId: string, after: number, to: number, filter: LogFilter, rowsMax: number) {
      const rows: Awaited<ReturnType<typeof listLog>> = []
      let last = after
      while (last < to && rows.length < rowsMax) {
        const range = { after: last, to: Math.min(last + positionsPerReadMax, to) }
        const page = await listLog(store.read, accountId, range, filter, rowsMax - rows.length)
        rows.push(...page)
        last = rows.length === rowsMax ? (page.at(-1)?.position ?? range.to) : range.to
        if (last < to) await yieldToEventLoop()
      }
      return { rows, last }
    },
  }
}

function unknownEvent(): Fault {
  return new Fault('event_not_found', 'there is no event with this id, or it is older than the log')
}
