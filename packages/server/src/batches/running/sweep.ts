import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import type { Services } from '../../services.ts'
import { noteDue } from '../../store/due-accounts.ts'
import { countUnfinished, deleteBatch, type EndedBatch, listEndedBefore } from '../storing/batch-store.ts'
import { deleteFrames } from '../storing/frame-store.ts'
import { deleteParts } from '../storing/part-store.ts'
import { deleteRequest } from '../storing/request-store.ts'

export const resultsKeptMs = 7 * 24 * 3600 * 1000
const batchesPerStepMax = 20
/** Per transaction. Small, because SQLite has one writer and blocks the event loop. */
const framesPerDeleteMax = 100
const partsPerDeleteMax = 16

/**
 * Deletes batches of an account that ended more than a week ago, in small transactions, because other writers wait for each. Safe to
 * run in several processes at once.
 */
export async function sweepEnded(
  { store, clock }: Pick<Services, 'store' | 'clock'>,
  accountId: string,
): Promise<void> {
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
  while ((await store.write((db) => deleteParts(db, batch, partsPerDeleteMax), { usesReserve: true })) > 0)
    await yieldToEventLoop()
  await store.write(
    async (db) => {
      await deleteRequest(db, batch)
      await deleteBatch(db, batch)
    },
    { usesReserve: true },
  )
  await yieldToEventLoop()
}
