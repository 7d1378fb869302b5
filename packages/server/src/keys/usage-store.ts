import type { DayOfUse } from '@palate/core/keys/usage-days.ts'
import { sql } from 'kysely'
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

/** Deletes some days before this one and returns their number. */
export async function deleteDaysBefore(db: Db, date: string, rowsMax: number): Promise<number> {
  const { rows } = await sql`
    delete from key_usage_days where (account_id, key_id, date) in (
      select account_id, key_id, date from key_usage_days where date < ${date} limit ${rowsMax})
    returning date`.execute(db)
  return rows.length
}

/** Adds to a key's request count for a minute and returns the sum over all processes. */
export async function addToWindow(db: Db, keyId: string, minute: number, requests: number): Promise<number> {
  const row = await db
    .insertInto('rate_windows')
    .values({ key_id: keyId, minute, requests })
    .onConflict((conflict) =>
      conflict.columns(['key_id', 'minute']).doUpdateSet({
        requests: sql<number>`rate_windows.requests + excluded.requests`,
      }),
    )
    .returning('requests')
    .executeTakeFirstOrThrow()
  return row.requests
}

export async function deleteWindowsOfAccount(db: Db, accountId: string): Promise<void> {
  const keys = db.selectFrom('api_keys').select('id').where('account_id', '=', accountId)
  await db.deleteFrom('rate_windows').where('key_id', 'in', keys).execute()
}

/** Deletes some windows of minutes before this one and returns their number. */
export async function deleteWindowsBefore(db: Db, minute: number, rowsMax: number): Promise<number> {
  const { rows } = await sql`
    delete from rate_windows where (key_id, minute) in (
      select key_id, minute from rate_windows where minute < ${minute} limit ${rowsMax})
    returning minute`.execute(db)
  return rows.length
}
