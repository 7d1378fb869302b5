import type { DayOfUse } from '@palate/core/keys/usage-days.ts'
import { sql } from 'kysely'
import { deleteSome } from '../store/chunked-writes.ts'
import type { Db } from '../store/schema.ts'

/** Adds to a key's request count for a day. */
export async function addToDay(db: Db, accountId: string, keyId: string, { date, requests }: DayOfUse): Promise<void> {
  await db
    .insertInto('key_usage_days')
    .values({ account_id: accountId, key_id: keyId, date, requests })
    .onConflict((conflict) =>
      conflict.columns(['account_id', 'key_id', 'date']).doUpdateSet({
        requests: sql<number>`key_usage_days.requests + excluded.requests`,
      }),
    )
    .execute()
}

export async function listDays(db: Db, accountId: string, keyId: string, from: string): Promise<readonly DayOfUse[]> {
  return db
    .selectFrom('key_usage_days')
    .select(['date', 'requests'])
    .where('account_id', '=', accountId)
    .where('key_id', '=', keyId)
    .where('date', '>=', from)
    .execute()
}

/** Deletes some days of an account before this one and returns their number. */
export async function deleteDaysBefore(db: Db, accountId: string, date: string, rowsMax: number): Promise<number> {
  const which = sql`account_id = ${accountId} and date < ${date}`
  return (await deleteSome(db, { table: 'key_usage_days', which, rowsMax }, 'date')).length
}

/** Adds to a key's request count for a minute and returns the sum over all processes. */
export async function addToMinute(
  db: Db,
  accountId: string,
  keyId: string,
  minute: number,
  requests: number,
): Promise<number> {
  const row = await db
    .insertInto('key_minutes')
    .values({ account_id: accountId, key_id: keyId, minute, requests })
    .onConflict((conflict) =>
      conflict.columns(['account_id', 'key_id', 'minute']).doUpdateSet({
        requests: sql<number>`key_minutes.requests + excluded.requests`,
      }),
    )
    .returning('requests')
    .executeTakeFirstOrThrow()
  return row.requests
}

/** Deletes some counts of an account for minutes before this one and returns their number. */
export async function deleteMinutesBefore(db: Db, accountId: string, minute: number, rowsMax: number): Promise<number> {
  const which = sql`account_id = ${accountId} and minute < ${minute}`
  return (await deleteSome(db, { table: 'key_minutes', which, rowsMax }, 'minute')).length
}
