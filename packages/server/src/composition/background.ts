import { dateBefore, usageDaysMax } from '@palate/core/keys/usage-days.ts'
import { sweepAudit } from '../audit/audit-store.ts'
import { listPinnedWorking } from '../batches/storing/request-store.ts'
import { isTextOfFrame } from '../frames/blobs/blob-store.ts'
import { deleteExpiredKeys, expiredKeysPerPieceMax } from '../http/idempotency.ts'
import { accountDirectory } from '../keys/key-accounts.ts'
import { deleteExpired } from '../keys/sessions/session-store.ts'
import { deleteDaysBefore, deleteMinutesBefore } from '../keys/usage-store.ts'
import { sweepInvitations } from '../people/invitations.ts'
import { sweepDiscards } from '../profiles/annotations/discard-store.ts'
import { sweepObjectsAhead } from '../profiles/snapshots/objects-ahead-store.ts'
import { sweepUncommittedBlobs } from '../profiles/snapshots/sweep-uncommitted-blobs.ts'
import type { Services } from '../services.ts'
import { startShareReports } from '../shares/reports.ts'
import { sweepShares } from '../shares/sweep.ts'
import { inTransactions } from '../store/chunked-writes.ts'
import { noteChangedPeriods } from '../store/due-accounts.ts'
import { sweepWebhooks } from '../webhooks/sweep.ts'
import { sweepDeletedAccounts } from './delete-account.ts'
import { createFindExpiry } from './find-expiry.ts'
import type { MainFeatures } from './main-features.ts'
import { type Sweep, sweepAccounts } from './sweep-accounts.ts'

const sweepEveryMs = 10 * 60_000

/** Background work: deliveries, batches and the deletion of expired rows. */
export interface Background {
  stop(): Promise<void>
}

export async function startBackground(
  services: Services,
  { scoring, frames, batches, webhooks, webhookSecrets, erasures }: MainFeatures,
): Promise<Background> {
  const { daysKept } = services.config
  webhooks.startDispatcher()
  await batches.runner.start()
  const shareReports = startShareReports(services, webhooks.record)
  const sweeps: readonly Sweep[] = [
    (accountId) => sweepRequests(services, accountId),
    (accountId) => sweepAudit(services, accountId, daysKept.audit),
    (accountId) => sweepInvitations(services, accountDirectory, accountId),
    (accountId) => sweepShares(services, accountDirectory, accountId, daysKept.shares),
    (accountId) => sweepDiscards(services, accountId),
    scoring.sweep,
    frames.sweepAccount,
    batches.sweep,
    (accountId) => sweepWebhooks(services, accountId, daysKept.events),
    // A process without the key may have stored a secret in plain text since the start.
    webhookSecrets.sealStored,
    (accountId) => sweepUncommittedBlobs(services, accountId, listPinnedWorking, isTextOfFrame),
    (accountId) => sweepObjectsAhead(services, accountId),
  ]
  const logFailure = (err: unknown) => services.log.error({ err }, 'the sweep failed')
  const stopping = new AbortController()
  // Beside the first sweeps, which are slower until then.
  const indexing = services.store.buildIndexes(stopping.signal).catch(logFailure)
  const sweep = async () => {
    await erasures.sweep(stopping.signal)
    await frames.sweepFiles()
    const now = services.clock().toISOString()
    await noteChangedPeriods(services.store, Object.values(daysKept).join(), now)
    await sweepAccounts(services, sweeps, createFindExpiry(services), stopping.signal)
    await sweepDeletedAccounts(services, stopping.signal)
  }
  let sweeping: Promise<void> | undefined
  const timer = setInterval(() => {
    // A sweep that takes longer than the interval is not started again beside itself.
    sweeping ??= sweep()
      .catch(logFailure)
      .finally(() => {
        sweeping = undefined
      })
  }, sweepEveryMs).unref()
  return {
    async stop() {
      clearInterval(timer)
      stopping.abort()
      await Promise.all([indexing, sweeping])
      await Promise.all([batches.runner.stop(), shareReports.stop()])
      await webhooks.stopDispatcher()
    },
  }
}

/**
 * Deletes an account's expired sessions, codes and idempotency keys, the request counts of past minutes, and usage days
 * that are too old to be requested.
 */
export async function sweepRequests(
  { store, clock }: Pick<Services, 'store' | 'clock'>,
  accountId: string,
): Promise<void> {
  const now = clock().toISOString()
  const minute = Math.floor(Date.parse(now) / 60_000) - 2
  await inTransactions(store, (db, rowsMax) => deleteExpiredKeys(db, accountId, now, rowsMax), expiredKeysPerPieceMax)
  await inTransactions(store, (db, rowsMax) => deleteMinutesBefore(db, accountId, minute, rowsMax))
  for (const table of ['sessions', 'session_codes'] as const) {
    await inTransactions(store, (db, rowsMax) => deleteExpired(db, table, accountId, now, rowsMax))
  }
  const date = dateBefore(now, usageDaysMax)
  await inTransactions(store, (db, rowsMax) => deleteDaysBefore(db, accountId, date, rowsMax))
}
