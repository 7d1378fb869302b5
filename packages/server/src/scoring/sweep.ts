import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Services } from '../services.ts'
import { inTransactions, rowsPerPieceMax } from '../store/in-pieces.ts'
import type { Db } from '../store/schema.ts'

const dayMs = 24 * 3600 * 1000
/** Frames that have not been scored for this long are deleted, and their ids no longer lead to a picture. */
export const seenFramesKeptMs = 90 * dayMs
/** Features that nothing refers to are kept this long after they were stored. */
export const strayFeaturesKeptMs = 30 * dayMs
/** Read by one sweep; the next one continues from there. */
export const featuresPerSweepMax = 20_000

/**
 * Deletes frames that have not been scored for long, then features that neither a pin nor a frame refers to. Pinned
 * features need no frame, because they are found by content hash. Safe to run in several processes at once.
 */
export class ScoringSweep {
  readonly #services: Pick<Services, 'store' | 'clock'>
  #after: FeatureKey = beforeAll

  constructor(services: Pick<Services, 'store' | 'clock'>) {
    this.#services = services
  }

  async run(): Promise<void> {
    const { store, clock } = this.#services
    const nowMs = clock().getTime()
    const seenBefore = new Date(nowMs - seenFramesKeptMs).toISOString()
    const storedBefore = new Date(nowMs - strayFeaturesKeptMs).toISOString()
    await inTransactions(store, (db, rowsMax) => deleteSeenFrames(db, seenBefore, rowsMax))
    for (let read = 0; read < featuresPerSweepMax; read += rowsPerPieceMax) {
      const isEnd = await this.#sweepStep(storedBefore)
      if (isEnd) return
      await yieldToEventLoop()
    }
  }

  /** Walks the table by its key, because a query for stray features alone could scan all of it in one statement. */
  async #sweepStep(storedBefore: string): Promise<boolean> {
    const { store } = this.#services
    const rows = await listFeatures(store.read, this.#after, storedBefore)
    const strays = rows.filter(({ is_stray }) => is_stray === 1)
    if (strays.length > 0) await store.write((db) => deleteStrayFeatures(db, strays, storedBefore))
    const isEnd = rows.length < rowsPerPieceMax
    this.#after = (isEnd ? undefined : rows.at(-1)) ?? beforeAll
    return isEnd
  }
}

interface FeatureKey {
  readonly account_id: string
  readonly content_hash: string
  readonly embedder_id: string
}

const beforeAll: FeatureKey = { account_id: '', content_hash: '', embedder_id: '' }
const keyColumns = sql`account_id, content_hash, embedder_id`
const keyOf = (key: FeatureKey) => sql`(${key.account_id}, ${key.content_hash}, ${key.embedder_id})`

const isStray = (storedBefore: string) => sql`
  created_at < ${storedBefore}
  and not exists (
    select 1 from pins where pins.account_id = features.account_id and pins.content_hash = features.content_hash)
  and not exists (
    select 1 from seen_frames
    where seen_frames.account_id = features.account_id and seen_frames.content_hash = features.content_hash)`

async function listFeatures(db: Db, after: FeatureKey, storedBefore: string) {
  const { rows } = await sql<FeatureKey & { is_stray: number }>`
    select ${keyColumns}, case when ${isStray(storedBefore)} then 1 else 0 end as is_stray
    from (
      select ${keyColumns}, created_at from features
      where (${keyColumns}) > ${keyOf(after)} order by ${keyColumns} limit ${rowsPerPieceMax}) as features
    order by ${keyColumns}`.execute(db)
  return rows
}

/** Checks again that each is still stray. If it is needed later, it is computed again. */
async function deleteStrayFeatures(db: Db, keys: readonly FeatureKey[], storedBefore: string): Promise<void> {
  await sql`
    delete from features where (${keyColumns}) in (values ${sql.join(keys.map(keyOf))})
      and ${isStray(storedBefore)}`.execute(db)
}

/** Checks the time twice, so that on PostgreSQL too a frame that is scored at this moment is kept. */
async function deleteSeenFrames(db: Db, before: string, rowsMax: number): Promise<number> {
  const { rows } = await sql`
    delete from seen_frames where seen_at < ${before} and (account_id, project_id, frame_id) in (
      select account_id, project_id, frame_id from seen_frames where seen_at < ${before} limit ${rowsMax})
    returning frame_id`.execute(db)
  return rows.length
}
