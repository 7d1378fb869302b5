import { type Batch, isOver } from '@palate/core/batches/schema.ts'
import type { Store } from '../../store/store.ts'
import { StoreWatch, type Watched } from '../../streaming/store-watch.ts'
import { findBatch, type StoredBatch } from '../storing/batch-store.ts'

export interface BatchWatch {
  /** The batch as last read; undefined if it was deleted. */
  join(stored: StoredBatch): Watched<Batch | undefined>
  /** Reads the batch now if it has readers. */
  notify(batchId: string): void
}

/** Polls batches that have readers: one query per batch and interval, regardless of the number of readers. */
export function createBatchWatch({ read, unavailability }: Pick<Store, 'read' | 'unavailability'>): BatchWatch {
  const watch = new StoreWatch<Batch | undefined>({
    isSame,
    isFinal: (batch) => !batch || isOver(batch.status),
    isPassing: (error) => unavailability(error) !== undefined,
  })
  return {
    join: ({ batch, ...key }) => watch.join(key.batchId, batch, async () => (await findBatch(read, key))?.batch),
    notify: (batchId) => watch.notify(batchId),
  }
}

function isSame(a: Batch | undefined, b: Batch | undefined): boolean {
  if (!a || !b) return a === b
  return a.status === b.status && completedOf(a) === completedOf(b)
}

/** How many frames have results. Results are numbered without gaps, so this is also the last number. */
export function completedOf({ counts }: Batch): number {
  return counts.succeeded + counts.failed
}
