import { batchLine, doneLine, progressLine, resultLine } from '@palate/core/batches/lines.ts'
import { isOver } from '@palate/core/batches/schema.ts'
import type { Store } from '../store/store.ts'
import { type BatchKey, findBatch, listResults } from './batch-store.ts'
import type { BatchRunner } from './runner.ts'

const resultsPerReadMax = 200
const lookEveryMs = 200
const progressEveryMs = 1000
/** Every five seconds at the latest. */
const keepAliveEveryMs = 5000 - 2 * lookEveryMs

interface StreamLine {
  readonly type: string
  readonly seq?: number
}

/**
 * The lines of a batch from a result on, until it is over: read from the store in small pages as the reader
 * takes them, so that a slow reader holds no memory, and any process can serve any batch.
 */
export async function* streamBatch(
  store: Store,
  runner: BatchRunner,
  key: BatchKey,
  after: number,
  signal: AbortSignal,
): AsyncGenerator<readonly StreamLine[]> {
  let seq = after
  let spokeAt = performance.now()
  let news = false
  const first = await findBatch(store.read, key)
  if (!first) return
  yield [batchLine(first.batch)]
  while (!signal.aborted) {
    // The batch is read before its results: if it is over, the results that follow are all.
    const stored = await findBatch(store.read, key)
    if (!stored) return
    const results = await listResults(store.read, key, seq, resultsPerReadMax)
    const last = results.at(-1)
    if (last) {
      yield results.map(({ seq: number, place, attempts, result }) => resultLine(number, place, attempts, result))
      seq = last.seq
      news = true
    }
    if (results.length < resultsPerReadMax && isOver(stored.batch.status)) {
      yield [progressLine(stored.batch), doneLine(stored.batch)]
      return
    }
    const silentMs = performance.now() - spokeAt
    if (silentMs >= (news ? progressEveryMs : keepAliveEveryMs)) {
      yield [progressLine(stored.batch)]
      spokeAt = performance.now()
      news = false
    }
    if (results.length < resultsPerReadMax) await runner.untilNews(key.batchId, lookEveryMs, signal)
  }
}
