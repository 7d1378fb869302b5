import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import { expiredBefore } from '../../platform/expiry.ts'
import type { Services } from '../../services.ts'
import { type DueAccount, forgetDue, listDueAccounts } from '../../store/due-accounts.ts'
import type { Db } from '../../store/schema.ts'
import { backgroundWorkFor } from '../../work/current-work.ts'
import {
  type BatchKey,
  deleteBatch,
  type EndedBatch,
  listEndedBefore,
  listUnfinished,
  type Unfinished,
} from '../storing/batch-store.ts'
import { type BatchesOfAccount, deleteFrames } from '../storing/frame-store.ts'
import { deleteParts, deletePictures, deleteRequest, listEndedWithRequest } from '../storing/request-store.ts'

const batchesPerStepMax = 20
/** Per transaction. Small, because SQLite has one writer and blocks the event loop. */
const framesPerDeleteMax = 100
const partsPerDeleteMax = 16

/**
 * Deletes the requests of an account's batches that have ended, and everything about those that ended more than so many
 * days ago, in small transactions, because other writers wait for each. Safe to run in several processes at once.
 */
export async function sweepEnded(
  { store, clock }: Pick<Services, 'store' | 'clock'>,
  accountId: string,
  daysKept: number,
): Promise<void> {
  for (const batch of await listEndedWithRequest(store.read, accountId)) await deleteRequestOf(store, batch)
  const before = expiredBefore(clock, daysKept)
  if (before === undefined) return
  for (let more = true; more; ) {
    const ended = await listEndedBefore(store.read, accountId, before, batchesPerStepMax)
    for (const batch of ended) await deleteEnded(store, batch)
    more = ended.length === batchesPerStepMax
  }
}

async function deleteEnded(store: Services['store'], batch: EndedBatch): Promise<void> {
  for (let index = framesPerDeleteMax; index < batch.total + framesPerDeleteMax; index += framesPerDeleteMax) {
    await store.write((db) => deleteFrames(db, batch, index), { usesReserve: true })
    await yieldToEventLoop()
  }
  await deleteRequestOf(store, batch)
  await store.write((db) => deleteBatch(db, batch), { usesReserve: true })
  await yieldToEventLoop()
}

/**
 * Deletes what was submitted: an ended batch needs only its results. The row goes last, so that a sweep finds what a
 * stopped process left.
 */
export async function deleteRequestOf(
  store: Services['store'],
  batch: BatchKey,
  isStopping = () => false,
): Promise<void> {
  for (const deleteSome of [deleteParts, deletePictures]) {
    const deleteNext = (db: Db) => deleteSome(db, batch, partsPerDeleteMax)
    while ((await store.write(deleteNext, { usesReserve: true })) > 0) {
      if (isStopping()) return
      await yieldToEventLoop()
    }
  }
  await store.write((db) => deleteRequest(db, batch), { usesReserve: true })
  await yieldToEventLoop()
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
