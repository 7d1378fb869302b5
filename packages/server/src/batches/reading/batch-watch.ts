import { type Batch, isOver } from '@palate/core/batches/schema.ts'
import type { Store } from '../../store/store.ts'
import { StoreWatch, type Watched } from '../../streaming/store-watch.ts'
import { findBatch, type StoredBatch } from '../storing/batch-store.ts'

export interface BatchWatch {
  /** The batch as last seen; undefined when it was deleted. */
  join(stored: StoredBatch): Watched<Batch | undefined>
  /** Looks at the batch now, if it has readers. */
  notify(batchId: string): void
}

/** Watches the batches that are read: one query for each batch and interval, however many readers it has. */
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

/** How many frames have results. Results are numbered without gaps, so this is the last number too. */
export function completedOf({ counts }: Batch): number {
  return counts.succeeded + counts.failed
}
