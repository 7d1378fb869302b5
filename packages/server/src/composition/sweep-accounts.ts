import type { Services } from '../services.ts'
import { awaitNextSweeps, listAccountsToSweep } from '../store/due-accounts.ts'
import { sweepFor } from '../work/current-work.ts'

/**
 * Background work for one account, mostly removing what it no longer needs. Sweeps that walk through tables read up to
 * `rowsMax` rows of each, and return false if they have not reached the end.
 */
export type Sweep = (accountId: string, rowsMax: number) => Promise<unknown>

/** When the first thing of an account expires, and when its objects in buckets are to be looked at, if it has some. */
export type FindExpiry = (accountId: string) => Promise<Partial<Readonly<Record<'expiry' | 'objects', string>>>>

/** Rows of a table that one run reads, of all accounts together, but at least some of each. */
const rowsPerRunMax = 20_000
const failuresLoggedMax = 10

type Parts = Pick<Services, 'store' | 'log' | 'clock'>

/** Runs each sweep for each account that has been written to, or has something that expires. Others cost nothing. */
export async function sweepAccounts(
  { store, clock, log }: Parts,
  sweeps: readonly Sweep[],
  findExpiry: FindExpiry,
  signal?: AbortSignal,
): Promise<void> {
  const now = clock().toISOString()
  const due = Map.groupBy(await listAccountsToSweep(store.backgroundRead, now), ({ accountId }) => accountId)
  const awaitNext = async (accountId: string) => {
    const rows = due.get(accountId) ?? []
    // A transaction that relies on the row may store something that the sweeps have not seen.
    const isInUse = rows.some(({ until }) => until > now)
    if (isInUse) return
    const { expiry, objects } = await findExpiry(accountId)
    const next = { expiry, ...(rows.some(({ kind }) => kind !== 'objects') && { objects }) }
    await awaitNextSweeps(store, rows, next)
  }
  await runSweeps({ log }, [...due.keys()], sweeps, signal, awaitNext)
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
  atEnd: (accountId: string) => Promise<void> = async () => {},
): Promise<void> {
  const rowsMax = Math.ceil(rowsPerRunMax / Math.max(1, accountIds.length))
  let failures = 0

  /** Whether the sweep has done all that it had to. */
  async function run(accountId: string, sweep: Sweep): Promise<boolean> {
    try {
      return (await sweepFor(accountId, () => sweep(accountId, rowsMax), signal)) !== false
    } catch (err) {
      failures += 1
      if (failures <= failuresLoggedMax) log.error({ err, accountId }, 'the sweep of an account failed')
      return false
    }
  }

  for (const accountId of accountIds) {
    let isDone = true
    for (const sweep of sweeps) {
      if (signal?.aborted) return
      if (!(await run(accountId, sweep))) isDone = false
    }
    if (isDone && !signal?.aborted) await run(accountId, atEnd)
  }
}
