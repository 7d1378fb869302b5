import type { BatchRequest, FrameError } from './api-types.ts'
import { linesOf } from './lines.ts'
import { randomId } from './random-id.ts'
import { resumed } from './resume.ts'
import type { CallOptions, Transport } from './transport.ts'

/** What a batch sends, line by line. */
export type BatchLine =
  | {
      readonly type: 'batch'
      readonly batch_id: string
      readonly profile_id: string
      readonly version_id: string | null
      readonly total: number
    }
  | ScoreLine
  | ErrorLine
  | { readonly type: 'progress'; readonly completed: number; readonly total: number }
  | {
      readonly type: 'done'
      readonly status: 'completed' | 'canceled' | 'failed'
      readonly counts: { total: number; succeeded: number; failed: number; canceled: number }
      readonly latency_ms: number
    }

export interface ScoreLine {
  readonly type: 'score'
  readonly seq: number
  readonly index: number
  readonly frame_id: string
  readonly attempts: number
  /** One number for each dimension, besides what `explain` adds. */
  readonly [dimension: string]: unknown
}

export interface ErrorLine {
  readonly type: 'error'
  readonly seq: number
  readonly index: number
  readonly frame_id: string
  readonly error: FrameError
  readonly attempts: number
}

/** The lines of a new batch, each result once, whatever happens to the connection or the service in between. */
export function submitBatch(transport: Transport, request: BatchRequest, options: CallOptions = {}) {
  // One key for all attempts: a repeat continues the same batch.
  const withKey = { ...options, idempotencyKey: options.idempotencyKey ?? randomId() }
  return followBatch(transport, undefined, 0, () => transport.open('submitBatch', { body: request }, withKey), options)
}

/** The lines of a batch that there is, from `after` on. */
export function readBatch(transport: Transport, batchId: string, after = 0, options: CallOptions = {}) {
  return followBatch(transport, batchId, after, undefined, options)
}

async function* followBatch(
  transport: Transport,
  id: string | undefined,
  after: number,
  submit: (() => Promise<Response>) | undefined,
  options: CallOptions,
): AsyncGenerator<BatchLine> {
  let batchId = id
  let seq = after
  let hasBegun = false
  const begin = async () => {
    const response =
      batchId === undefined && submit
        ? await submit()
        : await transport.open(
            'streamBatchResults',
            { params: { batchId: batchId ?? '' }, query: { after: seq } },
            { ...options, retries: 0 },
          )
    return parsed(linesOf(response, options.signal))
  }
  for await (const line of resumed<BatchLine>(begin, ({ type }) => type === 'done', options.signal)) {
    if (line.type === 'batch') {
      batchId = line.batch_id
      // Each connection begins with one.
      if (hasBegun) continue
      hasBegun = true
    }
    if ('seq' in line) {
      if ((line.seq as number) <= seq) continue
      seq = line.seq as number
    }
    yield line
  }
}

async function* parsed(lines: AsyncIterable<string>): AsyncGenerator<BatchLine> {
  for await (const line of lines) if (line !== '') yield JSON.parse(line)
}
