import type { DaysKept } from '@palate/core/days-kept.ts'
import { sql } from 'kysely'
import { expiredBefore } from '../../platform/expiry.ts'
import type { FramesPort } from '../../ports/frames.ts'
import type { Services } from '../../services.ts'
import { deleteSome, inTransactions } from '../../store/chunked-writes.ts'
import { StraySweep } from './stray-sweep.ts'

/**
 * Frames are kept after they were last scored. Features that nothing refers to are kept after they were stored, or last
 * seen to be needed.
 */
type PeriodsKept = Pick<DaysKept, 'seenFrames' | 'features'>

/**
 * Deletes an account's frames that have not been scored for a long time, then features and thumbnails of pictures to
 * which neither a pin nor a frame refers. Pinned features need no frame, because they are found by content hash. Finds
 * what has expired by index, a few rows per transaction. Several processes share the work.
 */
export class PictureSweep {
  readonly #services: Pick<Services, 'store' | 'clock'>
  readonly #daysKept: PeriodsKept
  readonly #strays: StraySweep

  constructor(
    services: Pick<Services, 'store' | 'clock'>,
    frames: Pick<FramesPort, 'hasPicture'>,
    daysKept: PeriodsKept,
  ) {
    this.#services = services
    this.#daysKept = daysKept
    this.#strays = new StraySweep(services.store, frames)
  }

  async run(accountId: string): Promise<void> {
    const { clock } = this.#services
    const seenBefore = expiredBefore(clock, this.#daysKept.seenFrames)
    if (seenBefore !== undefined) {
      await this.#deleteBefore('seen_frames', 'seen_at', accountId, seenBefore)
      await this.#deleteBefore('recent_frames', 'scored_at', accountId, seenBefore)
    }
    const storedBefore = expiredBefore(clock, this.#daysKept.features)
    if (storedBefore === undefined) return
    const now = clock().toISOString()
    for (const table of ['features', 'thumbnails'] as const) {
      await this.#strays.run({ table, accountId, storedBefore, now })
    }
  }

  /** On PostgreSQL, keeps a frame that is being scored at this moment. */
  async #deleteBefore(
    table: 'seen_frames' | 'recent_frames',
    column: 'seen_at' | 'scored_at',
    accountId: string,
    before: string,
  ): Promise<void> {
    const which = sql`account_id = ${accountId} and ${sql.ref(column)} < ${before}`
    await inTransactions(this.#services.store, async (db, rowsMax) => {
      return (await deleteSome(db, { table, which, orderBy: column, rowsMax }, 'frame_id')).length
    })
  }
}
