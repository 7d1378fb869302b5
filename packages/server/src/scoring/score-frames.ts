import { Readable } from 'node:stream'
import { asLine, resultLine } from '@palate/core/batches/lines.ts'
import { blindJudge } from '@palate/core/keys/access.ts'
import { partNameOf, requireNamedParts } from '@palate/core/taste/frame-parts.ts'
import { refuseImpossible, requestedState } from '@palate/core/taste/score-request.ts'
import type { FrameScore, ScoreRequest } from '@palate/core/taste/scoring-schema.ts'
import { type Handler, longRunning, type SentPictures } from '../operations.ts'
import type { SignThumbnails } from '../pictures/thumbnails/signed-thumbnails.ts'
import { prefers } from '../platform/accept.ts'
import { type PeoplePort, requirePerson } from '../ports/people.ts'
import type { CreateFrameScorer, FrameToScore } from '../ports/scoring.ts'
import type { FindState } from '../ports/states.ts'
import { resultJson } from '../streaming/result-json.ts'
import { streamTexts } from '../streaming/stream-list.ts'
import { textOrStream } from '../streaming/text-or-stream.ts'
import type { WorkContext } from '../work/work-context.ts'
import { mapInParallel, textsInOrder } from './parallel.ts'

/** How many frames of one request are read concurrently. */
export const framesAtOnceMax = 32
/** A longer response is streamed, with at most this much buffered. */
export const answerBytesAtOnceMax = 1024 * 1024
const ndjson = 'application/x-ndjson'

export function createScoreFrames(
  createScorer: CreateFrameScorer,
  findState: FindState,
  findPerson: PeoplePort['findPerson'],
  signThumbnails: SignThumbnails,
  modelId: string,
): Handler<'scoreFrames'> {
  return longRunning(async ({ caller, body, pictures, headers, db, signal }) => {
    const started = performance.now()
    refuseImpossible(body)
    const frames = withPictures(body.frames, pictures)
    const state = await findState(db, caller, body.profile_id, requestedState(body))
    const { dimensions, explain = false, verdict = false, regions = false, suggestions, person } = body
    if (person !== undefined) await requirePerson({ findPerson }, db, caller.accountId, person)
    const people = explain ? { blindFor: blindJudge(caller) } : undefined
    const thresholds = verdict ? state.thresholds : undefined
    const thumbnailUrlOf = body.thumbnails ? signThumbnails(caller) : undefined
    const scorer = await createScorer(
      state,
      { dimensions, explain, regions, thresholds, suggestions, thumbnailUrlOf, person, people },
      signal,
    )
    const work: WorkContext = { priority: 'realtime', accountId: caller.accountId, signal }
    const score = (frame: FrameToScore) => {
      signal.throwIfAborted()
      return scorer.score(frame, work)
    }
    if (prefers(headers.accept, ndjson, 'application/json')) {
      const results = mapInParallel(frames, framesAtOnceMax, async (frame, index) => ({
        index,
        result: await score(frame),
      }))
      return { body: Readable.from(linesOf(results, frames.length, started, modelId, work)), mediaType: ndjson }
    }
    const ending = () => ({
      latency_ms: elapsed(started),
      model: modelId,
      ...(body.state && { branch_id: state.branchId, version_id: state.versionId }),
    })
    const [only] = frames
    // Explanations are turned into JSON in steps.
    if (only && frames.length === 1 && !explain && !verdict) {
      const scores = [await score(only)]
      return { body: { scores, ...ending() } }
    }
    const limits = { atOnceMax: framesAtOnceMax, bytesMax: answerBytesAtOnceMax }
    const texts = textsInOrder(frames, limits, async (frame) => resultJson(await score(frame), work))
    return { body: await textOrStream(streamTexts('scores', texts, ending), answerBytesAtOnceMax) }
  })
}

/** Gives each frame that names a part of the form its picture. */
export function withPictures(
  frames: ScoreRequest['frames'],
  pictures: SentPictures | undefined,
): readonly FrameToScore[] {
  if (!pictures) return frames
  requireNamedParts(frames, pictures)
  const uses = Map.groupBy(frames, ({ url }) => url)
  return frames.map((frame) => {
    const sent = pictures.get(partNameOf(frame.url) ?? '')
    if (!sent) return frame
    const { bytes, contentHash, data } = sent
    // The reader moves the bytes to a thread, so a picture of several frames is copied for each that needs it.
    const isShared = uses.get(frame.url)?.length !== 1
    return {
      ...frame,
      picture: { contentHash, bytes, read: async () => (isShared ? data?.slice() : data) ?? undefined },
    }
  })
}

async function* linesOf(
  results: AsyncIterable<{ readonly index: number; readonly result: FrameScore }>,
  total: number,
  started: number,
  model: string,
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
  yield asLine({ type: 'done', status: 'completed', counts, latency_ms: elapsed(started), model })
}

export function elapsed(started: number): number {
  return Math.round((performance.now() - started) * 100) / 100
}
