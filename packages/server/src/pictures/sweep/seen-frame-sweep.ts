import { sql } from 'kysely'
import { rowsPerPieceMax } from '../../store/chunked-writes.ts'
import type { Db } from '../../store/schema.ts'
import type { Store } from '../../store/store.ts'
import { AccountWalk } from './account-walk.ts'

interface Key {
  readonly projectId: string
  readonly frameId: string
}

/**
 * Deletes frames that have not been scored for a long time. Walks the table by its key, because it has no index of an
 * account's frames by time, and may be too large to get one.
 */
export class SeenFrameSweep {
  readonly #store: Store
  readonly #walk = new AccountWalk<Key>({ projectId: '', frameId: '' })

  constructor(store: Store) {
    this.#store = store
  }

  /** Checks a number of rows of an account; the next run continues from there. */
  async run(accountId: string, seenBefore: string, rowsMax: number): Promise<void> {
    await this.#walk.run(accountId, rowsMax, async (after) => {
      const rows = await list(this.#store.read, accountId, after)
      const expired = rows.filter(({ seenAt }) => seenAt < seenBefore)
      if (expired.length > 0)
        await this.#store.write((db) => deleteUnseen(db, accountId, expired, seenBefore), { usesReserve: true })
      return rows
    })
  }
}

async function list(db: Db, accountId: string, { projectId, frameId }: Key) {
  return db
    .selectFrom('seen_frames')
    .select(['project_id as projectId', 'frame_id as frameId', 'seen_at as seenAt'])
    .where('account_id', '=', accountId)
    .where(sql<boolean>`(project_id, frame_id) > (${projectId}, ${frameId})`)
    .orderBy('project_id')
    .orderBy('frame_id')
    .limit(rowsPerPieceMax)
    .execute()
}

/** Checks the time again, to keep a frame that is being scored at this moment. */
async function deleteUnseen(db: Db, accountId: string, keys: readonly Key[], seenBefore: string): Promise<void> {
  const tuples = sql.join(keys.map(({ projectId, frameId }) => sql`(${projectId}, ${frameId})`))
  await sql`
    delete from seen_frames where account_id = ${accountId} and seen_at < ${seenBefore}
      and (project_id, frame_id) in (values ${tuples})`.execute(db)
}
