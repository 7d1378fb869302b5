import { listAccountIds } from '../keys/accounts.ts'
import type { Services } from '../services.ts'
import { backgroundWorkFor } from '../work/current-work.ts'

/**
 * Background work for one account, mostly removing what it no longer needs. Sweeps that walk through tables read up to
 * `rowsMax` rows of each.
 */
export type Sweep = (accountId: string, rowsMax: number) => Promise<void>

/** Rows of a table that one run reads, of all accounts together, but at least some of each. */
const rowsPerRunMax = 20_000
const failuresLoggedMax = 10

/** Runs each sweep for each account that exists. */
export async function sweepAccounts(
  services: Pick<Services, 'store' | 'log'>,
  sweeps: readonly Sweep[],
  signal?: AbortSignal,
): Promise<void> {
  await runSweeps(services, await listAccountIds(services.store.backgroundRead), sweeps, signal)
}

/**
 * Runs each sweep for each of these accounts. A failure affects only that sweep of that account. Safe if other processes
 * sweep at the same time: each statement deletes what has expired, or finds nothing.
 */
export async function runSweeps(
  { log }: Pick<Services, 'log'>,
  accountIds: readonly string[],
  sweeps: readonly Sweep[],
  signal?: AbortSignal,
): Promise<void> {
  const rowsMax = Math.ceil(rowsPerRunMax / Math.max(1, accountIds.length))
  let failures = 0
  for (const accountId of accountIds) {
    for (const sweep of sweeps) {
      if (signal?.aborted) return
      await backgroundWorkFor(accountId, () => sweep(accountId, rowsMax), signal).catch((error) => {
        failures += 1
        if (failures <= failuresLoggedMax) log.error({ err: error, accountId }, 'the sweep of an account failed')
      })
    }
  }
}
