import { batchLine, doneLine, progressLine, resultLine } from '@palate/core/batches/lines.ts'
import { isOver } from '@palate/core/batches/schema.ts'
import type { Store } from '../store/store.ts'
import { type BatchKey, findBatch } from './batch-store.ts'
import { listResults } from './frame-store.ts'
import type { BatchRunner } from './runner.ts'

const resultsPerReadMax = 200
const pollEveryMs = 200
const progressEveryMs = 1000
/** So that a reader gets a line at least every five seconds. */
const keepAliveEveryMs = 5000 - 2 * pollEveryMs

interface StreamLine {
  readonly type: string
  readonly seq?: number
}

/**
 * Streams the lines of a batch after a sequence number until the batch is over. Results are read from the store in small
 * pages as the reader consumes them, so that a slow reader costs no memory and any process can serve any batch.
 */
export async function* streamBatch(
  store: Store,
  runner: BatchRunner,
  key: BatchKey,
  after: number,
  signal: AbortSignal,
): AsyncGenerator<readonly StreamLine[]> {
  let seq = after
  let progressAt = performance.now()
  let hasNews = false
  const first = await findBatch(store.read, key)
  if (!first) return
  yield [batchLine(first.batch)]
  while (!signal.aborted) {
    // Read the batch before its results: if it is over, the results that follow are complete.
    const stored = await findBatch(store.read, key)
    if (!stored) return
    const results = await listResults(store.read, key, seq, resultsPerReadMax)
    const last = results.at(-1)
    if (last) {
      yield results.map(({ seq: number, index, attempts, result }) => resultLine(number, index, attempts, result))
      seq = last.seq
      hasNews = true
    }
    if (results.length < resultsPerReadMax && isOver(stored.batch.status)) {
      yield [progressLine(stored.batch), doneLine(stored.batch)]
      return
    }
    const silentMs = performance.now() - progressAt
    if (silentMs >= (hasNews ? progressEveryMs : keepAliveEveryMs)) {
      yield [progressLine(stored.batch)]
      progressAt = performance.now()
      hasNews = false
    }
    if (results.length < resultsPerReadMax) await runner.waitForResults(key.batchId, pollEveryMs, signal)
  }
}
