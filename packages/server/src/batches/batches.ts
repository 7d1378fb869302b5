import { setImmediate as breathe } from 'node:timers/promises'
import type { CreateFrameScorer, FindPinnedState, NoteBatchEnd } from '../ports.ts'
import type { Services } from '../services.ts'
import { BatchRunner } from './runner.ts'
import { deleteBatch, deleteFrames, deleteRequest, listEndedBefore } from './store.ts'

export const resultsKeptMs = 7 * 24 * 3600 * 1000
const batchesPerSweepMax = 20
const framesPerDeleteMax = 500

interface Parts {
  readonly prepare: CreateFrameScorer
  readonly findPinnedState: FindPinnedState
  readonly noteEnd: NoteBatchEnd
}

/** The runner of batches, which works where it is started, and what goes with it. */
export interface Batches {
  readonly runner: BatchRunner
  /** Aborted when the streams shall end. */
  readonly stopping: AbortSignal
  /** Ends the streams, so that running requests can finish; readers go on at another process, or later. */
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
 * Deletes what ended more than a week ago, a piece at a time, for a write keeps others waiting. Beside other processes:
 * what one has deleted the others do not find.
 */
export async function sweepEnded({ store, clock }: Pick<Services, 'store' | 'clock'>): Promise<void> {
  const before = new Date(clock().getTime() - resultsKeptMs).toISOString()
  for (let more = true; more; ) {
    const ended = await listEndedBefore(store.read, before, batchesPerSweepMax)
    for (const batch of ended) {
      for (let place = framesPerDeleteMax; place < batch.total; place += framesPerDeleteMax) {
        await store.write((db) => deleteFrames(db, batch, place))
        await breathe()
      }
      await store.write(async (db) => {
        await deleteFrames(db, batch, batch.total)
        await deleteRequest(db, batch)
        await deleteBatch(db, batch)
      })
      await breathe()
    }
    more = ended.length === batchesPerSweepMax
  }
}
