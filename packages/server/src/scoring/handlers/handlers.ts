import { Readable } from 'node:stream'
import { asLine, resultLine } from '@palate/core/batches/lines.ts'
import { refuseImpossible, requestedState } from '@palate/core/taste/score-request.ts'
import type { FrameScore, ScoreRequest } from '@palate/core/taste/scoring-schema.ts'
import { type Handler, longRunning } from '../../operations.ts'
import { prefers } from '../../platform/accept.ts'
import type { CreateFrameScorer } from '../../ports/scoring.ts'
import type { FindState } from '../../ports/states.ts'
import { resultJson } from '../../streaming/result-json.ts'
import { streamTexts } from '../../streaming/stream-list.ts'
import { wholeIfShort } from '../../streaming/whole-if-short.ts'
import type { WorkContext } from '../../work/work-context.ts'
import { mapInParallel, textsInOrder } from '../parallel.ts'
import type { SignThumbnails } from '../thumbnails/signed-thumbnails.ts'

/** How many frames of one request are read concurrently. */
export const framesAtOnceMax = 32
/** A longer response is streamed, with at most this much buffered. */
export const answerBytesAtOnceMax = 1024 * 1024
const ndjson = 'application/x-ndjson'

export function createScoreFrames(
  createScorer: CreateFrameScorer,
  findState: FindState,
  signThumbnails: SignThumbnails,
): Handler<'scoreFrames'> {
  return longRunning(async ({ caller, body, headers, db, signal }) => {
    const started = performance.now()
    refuseImpossible(body)
    const state = await findState(db, caller, body.profile_id, requestedState(body))
    const { dimensions, explain = false, verdict = false } = body
    const thresholds = verdict ? state.thresholds : undefined
    const thumbnailUrlOf = body.thumbnails ? await signThumbnails(db, caller) : undefined
    const scorer = await createScorer(state, { dimensions, explain, thresholds, thumbnailUrlOf }, signal)
    const work: WorkContext = { priority: 'realtime', accountId: caller.accountId, signal }
    const score = (frame: ScoreRequest['frames'][number]) => {
      signal.throwIfAborted()
      return scorer.score(frame, work)
    }
    if (prefers(headers.accept, ndjson, 'application/json')) {
      const results = mapInParallel(body.frames, framesAtOnceMax, async (frame, index) => ({
        index,
        result: await score(frame),
      }))
      return { body: Readable.from(linesOf(results, body.frames.length, started, work)), mediaType: ndjson }
    }
    const limits = { atOnceMax: framesAtOnceMax, bytesMax: answerBytesAtOnceMax }
    const texts = textsInOrder(body.frames, limits, async (frame) => resultJson(await score(frame), work))
    const answer = streamTexts('scores', texts, () => ({ latency_ms: elapsed(started) }))
    return { body: await wholeIfShort(answer, answerBytesAtOnceMax) }
  })
}

async function* linesOf(
  results: AsyncIterable<{ readonly index: number; readonly result: FrameScore }>,
  total: number,
  started: number,
  work: WorkContext,
): AsyncGenerator<string> {
  let seq = 0
  let failed = 0
  for await (const { index, result } of results) {
    seq += 1
    if (result.error) failed += 1
    yield `${await resultJson(resultLine(seq, index, 1, result), work)}\n`
  }
  const counts = { total, succeeded: total - failed, failed, canceled: 0 }
  yield asLine({ type: 'done', status: 'completed', counts, latency_ms: elapsed(started) })
}

function elapsed(started: number): number {
  return Math.round((performance.now() - started) * 100) / 100
}
