import { sql } from 'kysely'
import type { FramesPort } from '../../ports/frames.ts'
import { holdSome, inTransactions } from '../../store/chunked-writes.ts'
import type { Db } from '../../store/schema.ts'
import type { Store } from '../../store/store.ts'
import { wasScored } from '../seen-frames/seen-frame-store.ts'

interface Strays {
  readonly table: 'features' | 'thumbnails'
  readonly accountId: string
  /** Older rows are checked. */
  readonly storedBefore: string
  readonly now: string
}

/** Deletes rows of pictures that nothing refers to any more. If they are needed later, they are computed again. */
export class StraySweep {
  readonly #store: Store
  readonly #hasPicture: FramesPort['hasPicture']

  constructor(store: Store, { hasPicture }: Pick<FramesPort, 'hasPicture'>) {
    this.#store = store
    this.#hasPicture = hasPicture
  }

  async run(strays: Strays): Promise<void> {
    await inTransactions(this.#store, (db, rowsMax) => this.#step(db, strays, rowsMax))
  }

  /**
   * Checks the oldest rows. Those that are needed become new, so that each sweep does not check them again. A row that
   * another process renews at this moment is locked by it, and left out.
   */
  async #step(db: Db, { table, accountId, storedBefore, now }: Strays, rowsMax: number): Promise<number> {
    const which = sql`account_id = ${accountId} and created_at < ${storedBefore}`
    const { count, held } = await holdSome(db, { table, which, orderBy: 'created_at', rowsMax })
    if (count === 0) return 0
    await sql`
      delete from ${sql.table(table)} as stored
      where account_id = ${accountId} and ${held} and ${this.#isStray(accountId)}`.execute(db)
    await sql`update ${sql.table(table)} set created_at = ${now} where account_id = ${accountId} and ${held}`.execute(
      db,
    )
    return count
  }

  #isStray(accountId: string) {
    const isOfFrame = this.#hasPicture({ accountId, contentHash: sql.ref('stored.content_hash') })
    return sql`
      not exists (
        select 1 from pins where pins.account_id = ${accountId} and pins.content_hash = stored.content_hash)
      and not ${wasScored({ accountId, contentHash: sql.ref('stored.content_hash') })}
      and not ${isOfFrame}`
  }
}
