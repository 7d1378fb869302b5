import type { Caller } from '@palate/core/keys/access.ts'
import { sql } from 'kysely'
import type { Db } from '../../store/schema.ts'

/** When the first pending delivery of the caller's webhooks is due; null if there is none. One index lookup each. */
export async function findFirstDue(
  db: Db,
  { accountId, projectId }: Pick<Caller, 'accountId' | 'projectId'>,
): Promise<string | null> {
  const inProject = projectId === null ? sql`` : sql`and project_id = ${projectId}`
  const { rows } = await sql<{ due: string | null }>`
    select min(due) as due from (
      select (
        select min(due_at) from deliveries
        where account_id = ${accountId} and webhook_id = webhooks.id and due_at is not null) as due
      from webhooks where account_id = ${accountId} ${inProject}) as first`.execute(db)
  return rows[0]?.due ?? null
}
