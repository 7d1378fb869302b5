import { slicesOf } from '@palate/core/generic/slices.ts'
import { expiredBefore } from '../../platform/expiry.ts'
import type { Services } from '../../services.ts'
import { inTransactions } from '../../store/chunked-writes.ts'
import { type DueAccount, forgetDue, listDueAccounts } from '../../store/due-accounts.ts'
import type { Db } from '../../store/schema.ts'
import { backgroundWorkFor } from '../../work/current-work.ts'
import {
  deleteBatches,
  type EndedBatch,
  listEndedBefore,
  listUnfinished,
  type Unfinished,
} from '../storing/batch-store.ts'
import { deleteFrames } from '../storing/frame-store.ts'
import { deleteParts, deletePictures, deleteRequests, listEndedWithRequest } from '../storing/request-store.ts'
import type { BatchesOfAccount } from '../storing/rows-of-batches.ts'

const batchesPerStepMax = 200
/** Of several batches. PostgreSQL passes the deleted frames of a step again with each piece. */
const framesPerStepMax = 10_000
/** Per transaction: each is large. */
const partsPerDeleteMax = 16

/**
 * Deletes the requests of an account's batches that have ended, and everything about those that ended more than so many
 * days ago, in small transactions, because other writers wait for each. Several processes share the work.
 */
export async function sweepEnded(
  { store, clock }: Pick<Services, 'store' | 'clock'>,
  accountId: string,
  daysKept: number,
): Promise<void> {
  const withRequest = await listEndedWithRequest(store.read, accountId)
  for (const batchIds of slicesOf(withRequest, batchesPerStepMax)) await deleteSubmitted(store, { accountId, batchIds })
  const before = expiredBefore(clock, daysKept)
  if (before === undefined) return
  for (let after: string | undefined = ''; after !== undefined; ) {
    const batchIds = firstOf(await listEndedBefore(store.read, accountId, { before, after }, batchesPerStepMax))
    if (batchIds.length > 0) await deleteEnded(store, { accountId, batchIds })
    after = batchIds.at(-1)
  }
}

/** The first batch, and the next ones if they are small. */
function firstOf(ended: readonly EndedBatch[]): readonly string[] {
  let frames = 0
  const end = ended.findIndex(({ total }, i) => {
    frames += total
    return i > 0 && frames > framesPerStepMax
  })
  return ended.slice(0, end < 0 ? undefined : end).map(({ batchId }) => batchId)
}

/** The rows of the batches go last, so that a sweep finds what a stopped process left. */
async function deleteEnded(store: Services['store'], batches: BatchesOfAccount): Promise<void> {
  await inTransactions(store, (db, rowsMax) => deleteFrames(db, batches, rowsMax))
  await deleteSubmitted(store, batches)
  await inTransactions(store, (db, rowsMax) => deleteBatches(db, batches, rowsMax))
}

/** Deletes what was submitted: an ended batch needs only its results. */
export async function deleteSubmitted(
  store: Services['store'],
  batches: BatchesOfAccount,
  isStopping = () => false,
): Promise<void> {
  for (const deleteSome of [deleteParts, deletePictures, deleteRequests]) {
    const deleteNext = async (db: Db, rowsMax: number) => (isStopping() ? 0 : deleteSome(db, batches, rowsMax))
    await inTransactions(store, deleteNext, partsPerDeleteMax)
  }
}

type Reading = Pick<Services, 'store' | 'clock'>

/**
 * The unfinished batches of all accounts, read account by account. An account whose batches cannot be read is reported
 * and left out.
 */
export class UnfinishedBatches {
  readonly #services: Reading
  readonly #onError: (error: unknown, accountId: string) => void
  /** The accounts whose failure was reported. */
  readonly #failing = new Set<string>()

  constructor(services: Reading, onError: (error: unknown, accountId: string) => void) {
    this.#services = services
    this.#onError = onError
  }

  /** Oldest first. */
  async list(): Promise<readonly Unfinished[]> {
    const found: Unfinished[] = []
    for (const account of await listDueAccounts(this.#services.store.read, ['batches'])) {
      found.push(...(await backgroundWorkFor(account.accountId, () => this.#listOf(account))))
    }
    return found.toSorted((a, b) => (a.createdAt < b.createdAt ? -1 : 1))
  }

  async #listOf(account: DueAccount): Promise<readonly Unfinished[]> {
    const { store, clock } = this.#services
    const { accountId } = account
    try {
      const batches = await listUnfinished(store.read, accountId)
      if (batches.length === 0) await forgetDue(store, account, clock().toISOString())
      this.#failing.delete(accountId)
      return batches
    } catch (error) {
      if (!this.#failing.has(accountId)) this.#onError(error, accountId)
      this.#failing.add(accountId)
      return []
    }
  }
}

/** The batches of each account. */
export function byAccount(
  batches: readonly { readonly accountId: string; readonly batchId: string }[],
): readonly BatchesOfAccount[] {
  return [...Map.groupBy(batches, ({ accountId }) => accountId)].map(([accountId, unfinished]) => ({
    accountId,
    batchIds: unfinished.map(({ batchId }) => batchId),
  }))
}
