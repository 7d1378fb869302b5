import { sql } from 'kysely'
import type { FramesPort } from '../../ports/frames.ts'
import type { Services } from '../../services.ts'
import { exceptLocked, inTransactions } from '../../store/chunked-writes.ts'
import type { Db } from '../../store/schema.ts'
import { SeenFrameSweep } from './seen-frame-sweep.ts'
import { StraySweep } from './stray-sweep.ts'

const dayMs = 24 * 3600 * 1000
/** Frames that have not been scored for this long are deleted, and their ids no longer lead to a picture. */
export const seenFramesKeptMs = 90 * dayMs
/** Features that nothing refers to are kept this long after they were stored. */
export const strayFeaturesKeptMs = 30 * dayMs

/**
 * Deletes an account's frames that have not been scored for a long time, then features and thumbnails of pictures to
 * which neither a pin nor a frame refers. Pinned features need no frame, because they are found by content hash. Safe to
 * run in several processes at once.
 */
export class PictureSweep {
  readonly #services: Pick<Services, 'store' | 'clock'>
  readonly #seen: SeenFrameSweep
  readonly #strays: readonly StraySweep[]

  constructor(services: Pick<Services, 'store' | 'clock'>, frames: Pick<FramesPort, 'hasPicture'>) {
    this.#services = services
    this.#seen = new SeenFrameSweep(services.store)
    this.#strays = [
      new StraySweep(services.store, frames, 'features', 'embedder_id'),
      new StraySweep(services.store, frames, 'thumbnails', 'side'),
    ]
  }

  /** Reads up to `rowsMax` rows of each table; the next run continues from there. */
  async run(accountId: string, rowsMax: number): Promise<void> {
    const { store, clock } = this.#services
    const nowMs = clock().getTime()
    const seenBefore = new Date(nowMs - seenFramesKeptMs).toISOString()
    const storedBefore = new Date(nowMs - strayFeaturesKeptMs).toISOString()
    await this.#seen.run(accountId, seenBefore, rowsMax)
    await inTransactions(store, (db, max) => deleteRecentFrames(db, accountId, seenBefore, max))
    for (const strays of this.#strays) await strays.run(accountId, storedBefore, rowsMax)
  }
}

/** Checks the time twice, so that PostgreSQL also keeps a frame that is being scored at this moment. */
async function deleteRecentFrames(db: Db, accountId: string, before: string, rowsMax: number): Promise<number> {
  const { rows } = await sql`
    delete from recent_frames
    where account_id = ${accountId} and scored_at < ${before} and (project_id, frame_id) in (
      select project_id, frame_id from recent_frames
      where account_id = ${accountId} and scored_at < ${before} limit ${rowsMax} ${exceptLocked(db)})
    returning frame_id`.execute(db)
  return rows.length
}
