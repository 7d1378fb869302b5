import type { Caller } from '@palate/core/keys/access.ts'
import type { ServiceStatus } from '@palate/core/service/schema.ts'
import type { Handlers } from '../operations.ts'
import { findFailures, type ReadinessCheck, reasonsOf } from '../platform/readiness.ts'
import { version } from '../platform/version.ts'
import type { Services } from '../services.ts'
import { findAccountBytes } from '../store/disk/account-bytes.ts'
import type { Db } from '../store/schema.ts'
import type { Store } from '../store/store.ts'

/** Where the parts of the status come from. */
export interface StatusSources {
  readonly checks: readonly ReadinessCheck[]
  readonly embedderId: string
  readonly scoringLoad: () => ServiceStatus['scoring']
  /** When each unfinished batch that the caller can see was created. */
  readonly listUnfinished: (db: Db, caller: Caller) => Promise<readonly string[]>
  /** When the first delivery that the caller can see is due; null if none is pending. */
  readonly findFirstDue: (db: Db, caller: Caller) => Promise<string | null>
}

/** For people who operate the service; `/metrics` has more, for machines. */
export function statusHandlers(
  { store, clock }: Pick<Services, 'store' | 'clock'>,
  { checks, embedderId, scoringLoad, listUnfinished, findFirstDue }: StatusSources,
): Handlers<'getStatus'> {
  const startedAt = clock().toISOString()
  return {
    async getStatus({ caller, db, now }) {
      const [failed, created, due, account] = await Promise.all([
        findFailures(checks),
        listUnfinished(db, caller),
        findFirstDue(db, caller),
        // The sum over all projects would reveal to a project's key what the others do.
        caller.projects === null ? findAccountUsage(store, db, caller.accountId) : undefined,
      ])
      const body = {
        version,
        startedAt,
        store: store.engine,
        embedder: embedderId,
        failedChecks: reasonsOf(failed),
        scoring: scoringLoad(),
        batches: { unfinished: created.length, oldestSeconds: ageOf(created.toSorted()[0], now) },
        ...(account && { account }),
        deliveries: { overdueSeconds: due !== null && due <= now ? ageOf(due, now) : null },
      }
      return { body }
    },
  }
}

function ageOf(time: string | undefined, now: string): number | null {
  return time === undefined ? null : Math.max(0, Date.parse(now) - Date.parse(time)) / 1000
}

async function findAccountUsage({ accountBytesMax }: Pick<Store, 'accountBytesMax'>, db: Db, accountId: string) {
  const maxBytes = Number.isFinite(accountBytesMax) ? accountBytesMax : null
  return { usedBytes: await findAccountBytes(db, accountId), maxBytes }
}
