import type { FindPinnedState } from '../../ports/states.ts'
import type { RecordBatchEnd } from '../../ports/webhooks.ts'
import type { Db } from '../../store/schema.ts'
import { type BatchKey, lockBatch, pinned, updateBatch } from '../storing/batch-store.ts'
import { type ClaimedFrame, claim, countLeased, findDue, reclaim } from '../storing/frame-store.ts'
import { progressOf, saveProgress } from '../storing/progress.ts'

interface Lease {
  readonly owner: string
  readonly nowMs: number
  readonly untilMs: number
  readonly framesMax: number
}

interface Claimed {
  readonly frames: readonly ClaimedFrame[]
  /** Expired leases of other processes. */
  readonly expired: number
  readonly ended: boolean
}

/**
 * Claims frames of a batch for a process: first those that are due again, then the next unclaimed ones. Locks the
 * batch, so that no two processes claim the same frame. Ends the batch if its profile was deleted, or if it is being
 * canceled and no lease is left.
 */
export async function claimFrames(
  db: Db,
  key: BatchKey,
  lease: Lease,
  findPinnedState: FindPinnedState,
  recordEnd: RecordBatchEnd,
): Promise<Claimed> {
  const nothing = { frames: [], expired: 0, ended: false }
  const stored = await lockBatch(db, key)
  if (!stored) return nothing
  const end = async (status: 'failed' | 'canceled') => {
    await saveProgress(db, stored, progressOf(stored, { status, at: new Date(lease.nowMs) }), recordEnd)
    return { ...nothing, ended: true }
  }
  if (stored.batch.status === 'canceling') {
    return (await countLeased(db, key, lease.nowMs)) === 0 ? end('canceled') : nothing
  }
  if (stored.batch.status !== 'in_progress') return nothing
  if (!(await findPinnedState(db, pinned(stored, null)))) return end('failed')

  const due = await findDue(db, key, lease.nowMs, lease.framesMax)
  const dueIndexes = due.map(({ index }) => index)
  if (dueIndexes.length > 0) await reclaim(db, key, dueIndexes, lease.owner, lease.untilMs)
  const freshCount = Math.min(lease.framesMax - due.length, stored.batch.counts.total - stored.claimed)
  const fresh = Array.from({ length: freshCount }, (_, i) => stored.claimed + i)
  if (fresh.length > 0) {
    await claim(db, key, fresh, lease.owner, lease.untilMs)
    await updateBatch(db, key, { ...progressOf(stored), claimed: stored.claimed + fresh.length })
  }
  return {
    frames: [...due, ...fresh.map((index) => ({ index, attempts: 0, workersLost: 0 }))],
    expired: due.filter(({ state }) => state === 'leased').length,
    ended: false,
  }
}
