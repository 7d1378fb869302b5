import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import type { Services } from '../../services.ts'
import { noteDue } from '../../store/due-accounts.ts'
import type { Db } from '../../store/schema.ts'
import { deletePictures } from '../storing/batch-pictures.ts'
import {
  type BatchKey,
  countUnfinished,
  deleteBatch,
  type EndedBatch,
  listEndedBefore,
} from '../storing/batch-store.ts'
import { deleteFrames } from '../storing/frame-store.ts'
import { deleteParts } from '../storing/part-store.ts'
import { deleteRequest, listEndedWithRequest } from '../storing/request-store.ts'

export const resultsKeptMs = 7 * 24 * 3600 * 1000
const batchesPerStepMax = 20
/** Per transaction. Small, because SQLite has one writer and blocks the event loop. */
const framesPerDeleteMax = 100
const partsPerDeleteMax = 16

/**
 * Deletes the requests of an account's batches that have ended, and everything about those that ended more than a week
 * ago, in small transactions, because other writers wait for each. Safe to run in several processes at once.
 */
export async function sweepEnded(
  { store, clock }: Pick<Services, 'store' | 'clock'>,
  accountId: string,
): Promise<void> {
  for (const batch of await listEndedWithRequest(store.read, accountId)) await deleteRequestOf(store, batch)
  const before = new Date(clock().getTime() - resultsKeptMs).toISOString()
  for (let more = true; more; ) {
    const ended = await listEndedBefore(store.read, accountId, before, batchesPerStepMax)
    for (const batch of ended) await deleteEnded(store, batch)
    more = ended.length === batchesPerStepMax
  }
}

/** Processes of an older version do not note which accounts have batches. */
export async function noteOverlookedBatches(
  { store, clock }: Pick<Services, 'store' | 'clock'>,
  accountId: string,
): Promise<void> {
  if ((await countUnfinished(store.read, accountId)) === 0) return
  await store.write((db) => noteDue(store, db, 'batches', accountId, clock().toISOString()))
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
