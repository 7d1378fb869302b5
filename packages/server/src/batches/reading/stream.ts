import { batchLine, doneLine, progressLine } from '@palate/core/batches/lines.ts'
import { isOver } from '@palate/core/batches/schema.ts'
import { pollEveryMs } from '../../streaming/store-watch.ts'
import type { StoredBatch } from '../storing/batch-store.ts'
import { type BatchWatch, completedOf } from './batch-watch.ts'
import { type LineFormat, lineFormats, type ResultPages } from './result-pages.ts'

const progressEveryMs = 1000
/** A reader gets a line at least every five seconds. */
const keepAliveEveryMs = 5000 - 2 * pollEveryMs

export interface StreamParts {
  readonly watch: BatchWatch
  readonly pages: ResultPages
}

/**
 * Streams the lines of a batch after a sequence number until the batch ends. Reads results from the store in small
 * pages as the reader consumes them, so that a slow reader costs no memory and any process can serve any batch.
 */
export async function* streamBatch(
  { watch, pages }: StreamParts,
  stored: StoredBatch,
  after: number,
  format: LineFormat,
  signal: AbortSignal,
): AsyncGenerator<Buffer | string> {
  const asText = lineFormats[format]
  const watched = watch.join(stored)
  let seq = after
  let progressAt = performance.now()
  let hasNews = false
  try {
    yield asText(batchLine(stored.batch))
    while (!signal.aborted) {
      const { value: batch } = watched
      if (!batch) return
      const completed = completedOf(batch)
      if (seq < completed) {
        const page = await pages.read(stored, seq, completed, format)
        // The batch was deleted.
        if (page.last === seq) return
        yield page.text
        seq = page.last
        hasNews = true
      }
      const isBehind = seq < completed
      if (!isBehind && isOver(batch.status)) {
        yield asText(progressLine(batch)) + asText(doneLine(batch))
        return
      }
      const everyMs = hasNews ? progressEveryMs : keepAliveEveryMs
      const silentMs = performance.now() - progressAt
      if (silentMs >= everyMs) {
        yield asText(progressLine(batch))
        progressAt = performance.now()
        hasNews = false
      } else if (!isBehind) {
        await watched.change(batch, everyMs - silentMs, signal)
      }
    }
  } finally {
    watched.leave()
  }
}
