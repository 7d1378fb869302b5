import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import { type RawBuilder, sql } from 'kysely'
import type { Condition } from '../../ports/conditions.ts'
import type { FramesPort } from '../../ports/frames.ts'
import { rowsPerPieceMax } from '../../store/chunked-writes.ts'
import type { Db } from '../../store/schema.ts'
import type { Store } from '../../store/store.ts'

interface Key {
  readonly account_id: string
  readonly content_hash: string
  /** The third column of the key. */
  readonly form: string | number
}

/** Deletes rows of pictures that nothing refers to any more, a few at a time. */
export class StraySweep {
  readonly #store: Store
  /** Whether the library has the picture of the row. */
  readonly #isOfFrame: Condition
  readonly #table: RawBuilder<unknown>
  readonly #key: RawBuilder<unknown>
  readonly #form: RawBuilder<unknown>
  readonly #formType: RawBuilder<unknown>
  readonly #first: Key
  #after: Key

  constructor(
    store: Store,
    { hasPicture }: Pick<FramesPort, 'hasPicture'>,
    table: 'features' | 'thumbnails',
    form: 'embedder_id' | 'side',
  ) {
    this.#store = store
    this.#isOfFrame = hasPicture({
      accountId: sql.ref('stored.account_id'),
      contentHash: sql.ref('stored.content_hash'),
    })
    this.#table = sql.table(table)
    this.#form = sql.ref(form)
    this.#key = sql`account_id, content_hash, ${this.#form}`
    // PostgreSQL treats parameters as text unless they have a type.
    this.#formType = form === 'side' ? sql`integer` : sql`text`
    this.#first = { account_id: '', content_hash: '', form: form === 'side' ? 0 : '' }
    this.#after = this.#first
  }

  /** Checks a number of rows; the next run continues from there. */
  async run(storedBefore: string, rowsMax: number): Promise<void> {
    for (let read = 0; read < rowsMax; read += rowsPerPieceMax) {
      const isEnd = await this.#step(storedBefore)
      if (isEnd) return
      await yieldToEventLoop()
    }
  }

  /** Walks the table by its key, because a query for strays could scan the whole table in one statement. */
  async #step(storedBefore: string): Promise<boolean> {
    const rows = await this.#list(storedBefore)
    const strays = rows.filter(({ is_stray }) => is_stray === 1)
    if (strays.length > 0)
      await this.#store.write((db) => this.#delete(db, strays, storedBefore), { usesReserve: true })
    const isEnd = rows.length < rowsPerPieceMax
    this.#after = (isEnd ? undefined : rows.at(-1)) ?? this.#first
    return isEnd
  }

  async #list(storedBefore: string) {
    const { rows } = await sql<Key & { is_stray: number }>`
      select account_id, content_hash, ${this.#form} as form,
        case when ${this.#isStray(storedBefore)} then 1 else 0 end as is_stray
      from (
        select ${this.#key}, created_at from ${this.#table}
        where (${this.#key}) > ${this.#keyTuple(this.#after)} order by ${this.#key} limit ${rowsPerPieceMax}) as stored
      order by ${this.#key}`.execute(this.#store.read)
    return rows
  }

  /** Checks again that each row is stray. If it is needed later, it is computed again. */
  async #delete(db: Db, keys: readonly Key[], storedBefore: string): Promise<void> {
    await sql`
      delete from ${this.#table} as stored where (${this.#key}) in (values ${sql.join(keys.map((key) => this.#keyTuple(key)))})
        and ${this.#isStray(storedBefore)}`.execute(db)
  }

  #isStray(storedBefore: string) {
    return sql`
      created_at < ${storedBefore}
      and not exists (
        select 1 from pins where pins.account_id = stored.account_id and pins.content_hash = stored.content_hash)
      and not exists (
        select 1 from seen_frames
        where seen_frames.account_id = stored.account_id and seen_frames.content_hash = stored.content_hash)
      and not ${this.#isOfFrame}`
  }

  #keyTuple({ account_id, content_hash, form }: Key) {
    return sql`(${account_id}, ${content_hash}, cast(${form} as ${this.#formType}))`
  }
}
