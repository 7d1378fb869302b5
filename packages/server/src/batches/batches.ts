import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import type { CreateFrameScorer, FindPinnedState, RecordBatchEnd } from '../ports.ts'
import type { Services } from '../services.ts'
import { deleteBatch, listEndedBefore } from './batch-store.ts'
import { deleteFrames } from './frame-store.ts'
import { deleteRequest } from './request-store.ts'
import { BatchRunner } from './runner.ts'

export const resultsKeptMs = 7 * 24 * 3600 * 1000
const batchesPerSweepMax = 20
const framesPerDeleteMax = 500

interface Parts {
  readonly createScorer: CreateFrameScorer
  readonly findPinnedState: FindPinnedState
  readonly recordEnd: RecordBatchEnd
}

/** The batches feature of this process. The runner works only where it is started. */
export interface Batches {
  readonly runner: BatchRunner
  /** Aborted by `endStreams`. */
  readonly stopping: AbortSignal
  /** Ends the result streams, so that requests can finish. Readers resume at another process, or later. */
  endStreams(): void
  sweep(): Promise<void>
}

export function openBatches(services: Services, parts: Parts): Batches {
  const runner = new BatchRunner(services, parts)
  const stopping = new AbortController()
  return {
    runner,
    stopping: stopping.signal,
    endStreams: () => stopping.abort(),
    sweep: () => sweepEnded(services),
  }
}

/**
 * Deletes batches that ended more than a week ago, in small transactions, because other writers wait for each. Other
 * processes may sweep at the same time: what one has deleted the others do not find.
 */
export async function sweepEnded({ store, clock }: Pick<Services, 'store' | 'clock'>): Promise<void> {
  const before = new Date(clock().getTime() - resultsKeptMs).toISOString()
  for (let more = true; more; ) {
    const ended = await listEndedBefore(store.read, before, batchesPerSweepMax)
    for (const batch of ended) {
      for (let index = framesPerDeleteMax; index < batch.total; index += framesPerDeleteMax) {
        await store.write((db) => deleteFrames(db, batch, index))
        await yieldToEventLoop()
      }
      await store.write(async (db) => {
        await deleteFrames(db, batch, batch.total)
        await deleteRequest(db, batch)
        await deleteBatch(db, batch)
      })
      await yieldToEventLoop()
    }
    more = ended.length === batchesPerSweepMax
  }
}
