import type { CreateFrameScorer } from '../ports/scoring.ts'
import type { FindPinnedState } from '../ports/states.ts'
import type { RecordBatchEnd } from '../ports/webhooks.ts'
import type { Services } from '../services.ts'
import { createBatchWatch, ResultPages, type StreamParts } from './result-stream.ts'
import { BatchRunner } from './running/runner.ts'
import { sweepEnded } from './running/sweep.ts'

interface Parts {
  readonly createScorer: CreateFrameScorer
  readonly findPinnedState: FindPinnedState
  readonly recordEnd: RecordBatchEnd
  readonly modelId: string
}

/** The batches feature of this process. The runner does nothing until it is started. */
export interface Batches extends StreamParts {
  readonly runner: BatchRunner
  /** Aborted by `endStreams`. */
  readonly stopping: AbortSignal
  /** Ends the result streams, so that requests can finish. Readers resume with another process, or later. */
  endStreams(): void
  /** Deletes what an account no longer needs. */
  sweep(accountId: string): Promise<void>
}

export function openBatches(services: Services, parts: Parts): Batches {
  const watch = createBatchWatch(services.store)
  const runner = new BatchRunner(services, { ...parts, onNews: (batchId) => watch.notify(batchId) })
  const stopping = new AbortController()
  return {
    runner,
    watch,
    pages: new ResultPages(services.store.read),
    stopping: stopping.signal,
    endStreams: () => stopping.abort(),
    sweep: (accountId) => sweepEnded(services, accountId, services.config.daysKept.batches),
  }
}
