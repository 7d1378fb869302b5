import { dateBefore, usageDaysMax } from '@palate/core/keys/usage-days.ts'
import { listPinnedWorking } from '../batches/storing/request-store.ts'
import { isTextOfFrame } from '../frames/blobs/blob-store.ts'
import { deleteExpiredKeys, expiredKeysPerPieceMax } from '../http/idempotency.ts'
import { selectAccountIds } from '../keys/accounts.ts'
import { deleteExpired } from '../keys/sessions/session-store.ts'
import { deleteDaysBefore, deleteWindowsBefore } from '../keys/usage-store.ts'
import { sweepObjectsAhead } from '../profiles/objects/sweep-objects-ahead.ts'
import { sweepUncommittedBlobs } from '../profiles/objects/sweep-uncommitted-blobs.ts'
import type { Services } from '../services.ts'
import { inTransactions } from '../store/chunked-writes.ts'
import { sweepWebhooks } from '../webhooks/sweep.ts'
import type { MainFeatures } from './main-features.ts'

const sweepEveryMs = 10 * 60_000

/** Background work: deliveries, batches and the deletion of expired rows. */
export interface Background {
  stop(): Promise<void>
}

export async function startBackground(
  services: Services,
  { scoring, frames, batches, webhooks }: MainFeatures,
): Promise<Background> {
  webhooks.startDispatcher()
  await batches.runner.start()
  const sweeps = [
    () => sweepRequests(services),
    scoring.sweep,
    frames.sweep,
    batches.sweep,
    () => sweepWebhooks(services, selectAccountIds),
    () => sweepUncommittedBlobs(services, listPinnedWorking, isTextOfFrame),
    () => sweepObjectsAhead(services),
  ]
  const timer = setInterval(() => void runSweeps(services, sweeps), sweepEveryMs).unref()
  return {
    async stop() {
      clearInterval(timer)
      await Promise.all([batches.runner.stop(), webhooks.stopDispatcher()])
    },
  }
}

/** Safe if other processes sweep at the same time: each statement deletes what has expired, or finds nothing. */
async function runSweeps({ log }: Services, sweeps: readonly (() => Promise<void>)[]): Promise<void> {
  try {
    for (const sweep of sweeps) await sweep()
  } catch (error) {
    log.error({ err: error }, 'the sweep failed')
  }
}

/**
 * Deletes expired sessions, codes and idempotency keys, the rate windows of past minutes, and usage days that are too
 * old to be requested.
 */
export async function sweepRequests({ store, clock }: Pick<Services, 'store' | 'clock'>): Promise<void> {
  const now = clock().toISOString()
  const minute = Math.floor(Date.parse(now) / 60_000) - 2
  await inTransactions(store, (db, rowsMax) => deleteExpiredKeys(db, now, rowsMax), expiredKeysPerPieceMax)
  await inTransactions(store, (db, rowsMax) => deleteWindowsBefore(db, minute, rowsMax))
  for (const table of ['sessions', 'session_codes'] as const) {
    await inTransactions(store, (db, rowsMax) => deleteExpired(db, table, now, rowsMax))
  }
  const date = dateBefore(now, usageDaysMax)
  await inTransactions(store, (db, rowsMax) => deleteDaysBefore(db, date, rowsMax))
}
