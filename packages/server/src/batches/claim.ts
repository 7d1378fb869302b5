import type { FindPinnedState, RecordBatchEnd } from '../ports.ts'
import type { Db } from '../store/schema.ts'
import { type BatchKey, lockBatch, pinned, updateBatch } from './batch-store.ts'
import { type ClaimedFrame, countLeased, findDue, reclaim, take } from './frame-store.ts'
import { progressOf, saveProgress } from './results.ts'

interface Lease {
  readonly owner: string
  readonly nowMs: number
  readonly untilMs: number
  readonly framesMax: number
}

interface ClaimedFrames {
  readonly taken: readonly ClaimedFrame[]
  /** Leases of others that had run out. */
  readonly lost: number
  readonly ended: boolean
}

/**
 * Takes frames of a batch for a process: those that are due again first, then the next that nobody has taken yet.
 * The batch is held meanwhile, so that no two processes take the same. One whose profile is gone ends here, and one
 * that is being canceled ends when nobody works on it any more.
 */
export async function claimFrames(
  db: Db,
  key: BatchKey,
  lease: Lease,
  findPinnedState: FindPinnedState,
  recordEnd: RecordBatchEnd,
): Promise<ClaimedFrames> {
  const nothing = { taken: [], lost: 0, ended: false }
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
  const places = due.map(({ place }) => place)
  if (places.length > 0) await reclaim(db, key, places, lease.owner, lease.untilMs)
  const freshCount = Math.min(lease.framesMax - due.length, stored.batch.counts.total - stored.taken)
  const fresh = Array.from({ length: freshCount }, (_, i) => stored.taken + i)
  if (fresh.length > 0) {
    await take(db, key, fresh, lease.owner, lease.untilMs)
    await updateBatch(db, key, { ...progressOf(stored), taken: stored.taken + fresh.length })
  }
  return {
    taken: [...due, ...fresh.map((place) => ({ place, attempts: 0, workersLost: 0 }))],
    lost: due.filter(({ state }) => state === 'leased').length,
    ended: false,
  }
}
