import { type RawBuilder, sql } from 'kysely'
import type { FramesPort } from '../../ports/frames.ts'
import { rowsPerPieceMax } from '../../store/chunked-writes.ts'
import type { Db } from '../../store/schema.ts'
import type { Store } from '../../store/store.ts'
import { AccountWalk } from './account-walk.ts'

interface Key {
  readonly content_hash: string
  /** The third column of the key, after the account. */
  readonly form: string | number
}

/** Deletes rows of pictures that nothing refers to any more, a few at a time. */
export class StraySweep {
  readonly #store: Store
  readonly #hasPicture: FramesPort['hasPicture']
  readonly #table: RawBuilder<unknown>
  readonly #key: RawBuilder<unknown>
  readonly #form: RawBuilder<unknown>
  readonly #formType: RawBuilder<unknown>
  readonly #walk: AccountWalk<Key>

  constructor(
    store: Store,
    { hasPicture }: Pick<FramesPort, 'hasPicture'>,
    table: 'features' | 'thumbnails',
    form: 'embedder_id' | 'side',
  ) {
    this.#store = store
    this.#hasPicture = hasPicture
    this.#table = sql.table(table)
    this.#form = sql.ref(form)
    this.#key = sql`content_hash, ${this.#form}`
    // PostgreSQL treats parameters as text unless they have a type.
    this.#formType = form === 'side' ? sql`integer` : sql`text`
    this.#walk = new AccountWalk<Key>({ content_hash: '', form: form === 'side' ? 0 : '' })
  }

  /** Checks a number of rows of an account; the next run continues from there. */
  async run(accountId: string, storedBefore: string, rowsMax: number): Promise<void> {
    await this.#walk.run(accountId, rowsMax, (after) => this.#step(accountId, storedBefore, after))
  }

  /** Walks the table by its key, because a query for strays could scan all of the account's rows in one statement. */
  async #step(accountId: string, storedBefore: string, after: Key): Promise<readonly Key[]> {
    const rows = await this.#list(accountId, storedBefore, after)
    const strays = rows.filter(({ is_stray }) => is_stray === 1)
    if (strays.length > 0)
      await this.#store.write((db) => this.#delete(db, accountId, strays, storedBefore), { usesReserve: true })
    return rows
  }

  async #list(accountId: string, storedBefore: string, after: Key) {
    const { rows } = await sql<Key & { is_stray: number }>`
      select content_hash, ${this.#form} as form,
        case when ${this.#isStray(accountId, storedBefore)} then 1 else 0 end as is_stray
      from (
        select ${this.#key}, created_at from ${this.#table}
        where account_id = ${accountId} and (${this.#key}) > ${this.#keyTuple(after)}
        order by ${this.#key} limit ${rowsPerPieceMax}) as stored
      order by ${this.#key}`.execute(this.#store.read)
    return rows
  }

  /** Checks again that each row is stray. If it is needed later, it is computed again. */
  async #delete(db: Db, accountId: string, keys: readonly Key[], storedBefore: string): Promise<void> {
    await sql`
      delete from ${this.#table} as stored where account_id = ${accountId}
        and (${this.#key}) in (values ${sql.join(keys.map((key) => this.#keyTuple(key)))})
        and ${this.#isStray(accountId, storedBefore)}`.execute(db)
  }

  #isStray(accountId: string, storedBefore: string) {
    const isOfFrame = this.#hasPicture({ accountId, contentHash: sql.ref('stored.content_hash') })
    return sql`
      created_at < ${storedBefore}
      and not exists (
        select 1 from pins where pins.account_id = ${accountId} and pins.content_hash = stored.content_hash)
      and not exists (
        select 1 from seen_frames
        where seen_frames.account_id = ${accountId} and seen_frames.content_hash = stored.content_hash)
      and not ${isOfFrame}`
  }

  #keyTuple({ content_hash, form }: Key) {
    return sql`(${content_hash}, cast(${form} as ${this.#formType}))`
  }
}
