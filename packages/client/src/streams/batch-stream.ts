import type { BatchRequest, FrameError } from '../api-types.ts'
import type { CallOptions } from '../options.ts'
import { scoringBody, type WithPictures } from '../resources/scored-frames.ts'
import type { ScoreLine, WithDimensions } from '../score-types.ts'
import { randomId } from '../transport/random-id.ts'
import { parseLine } from '../transport/responses.ts'
import type { Transport } from '../transport/transport.ts'
import { linesOf } from './lines.ts'
import { resumed } from './resume.ts'

/** A line of a batch's results. */
export type BatchLine<Dimension extends string = string> =
  | {
      readonly type: 'batch'
      readonly batch_id: string
      readonly profile_id: string
      readonly version_id: string | null
      readonly total: number
    }
  | ScoreLine<Dimension>
  | ErrorLine
  | { readonly type: 'progress'; readonly completed: number; readonly total: number }
  | {
      readonly type: 'done'
      readonly status: 'completed' | 'canceled' | 'failed'
      readonly counts: { total: number; succeeded: number; failed: number; canceled: number }
      readonly latency_ms: number
      /** Batches of earlier versions have none. */
      readonly model?: string
    }

export interface ErrorLine {
  readonly type: 'error'
  readonly seq: number
  readonly index: number
  readonly frame_id: string
  readonly error: FrameError
  readonly attempts: number
}

/** The lines of a new batch. Yields each result once, even if the connection is lost or the service restarts. */
export function submitBatch<Dimension extends string>(
  transport: Transport,
  request: WithPictures<WithDimensions<BatchRequest, Dimension>>,
  options: CallOptions = {},
): AsyncGenerator<BatchLine<Dimension>> {
  // One key for all attempts: a repeat continues the same batch.
  const idempotencyKey = options.idempotencyKey ?? randomId()
  let body: Promise<object> | undefined
  const submit: Open = async (attempt) => {
    body ??= scoringBody(transport, request, options)
    return transport.open('submitBatch', ndjson, { body: await body }, { ...attempt, idempotencyKey })
  }
  return followBatch(transport, submit, undefined, 0, options)
}

/** The lines of an existing batch, after result number `after`. */
export function readBatch(
  transport: Transport,
  batchId: string,
  after = 0,
  options: CallOptions = {},
): AsyncGenerator<BatchLine> {
  return followBatch(transport, undefined, batchId, after, options)
}

type Open = (attempt: CallOptions) => Promise<Response>

const ndjson = 'application/x-ndjson'

/** Resumes after the last result. Until the id of the batch is known, submits it again. */
async function* followBatch<Dimension extends string>(
  transport: Transport,
  submit: Open | undefined,
  id: string | undefined,
  after: number,
  options: CallOptions,
): AsyncGenerator<BatchLine<Dimension>> {
  type Line = BatchLine<Dimension>
  let batchId = id
  let seq = after
  let hasBegun = false
  const readOn: Open = (attempt) => {
    const sent = { params: { batchId: batchId ?? '' }, query: { after: seq } }
    return transport.open('streamBatchResults', ndjson, sent, attempt)
  }
  const begin = async (isFirst: boolean) => {
    const open = batchId === undefined && submit ? submit : readOn
    const response = await open(isFirst ? options : { ...options, retries: 0 })
    return parsed<Line>(response, linesOf(response, { silenceMs: transport.silenceMs, signal: options.signal }))
  }
  const isGreeting = ({ type }: Line) => type === 'batch'
  const isEnd = ({ type }: Line) => type === 'done'
  for await (const line of resumed<Line>({ begin, isGreeting, isEnd, signal: options.signal })) {
    if (line.type === 'batch') {
      batchId = line.batch_id
      // Each connection starts with one.
      if (hasBegun) continue
      hasBegun = true
    }
    if (line.type === 'score' || line.type === 'error') {
      if (line.seq <= seq) continue
      seq = line.seq
    }
    yield line
  }
}

async function* parsed<Line extends object>(response: Response, lines: AsyncIterable<string>): AsyncGenerator<Line> {
  for await (const line of lines) if (line !== '') yield parseLine<Line>(line, response)
}
