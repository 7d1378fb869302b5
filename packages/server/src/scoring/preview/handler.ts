import type { PreviewedFrame, PreviewedState } from '@palate/core/taste/preview-schema.ts'
import { type Handler, longRunning } from '../../operations.ts'
import { FrameFault } from '../../pictures/picture-faults.ts'
import { createUrlReader, listedUrl } from '../../pictures/reading/frame-reader.ts'
import type { FramesPort } from '../../ports/frames.ts'
import type { FindPreviewStates, PreviewStates, State } from '../../ports/states.ts'
import { streamList } from '../../streaming/stream-list.ts'
import { textOrStream } from '../../streaming/text-or-stream.ts'
import type { DimensionScorer } from '../../taste/learning/dimension-scorers.ts'
import { yieldIfLong } from '../../work/event-loop.ts'
import type { WorkContext } from '../../work/work-context.ts'
import { nullScores, scoresOf } from '../frame-scorer.ts'
import type { OpenScorers } from '../open-scorers.ts'
import { mapInParallel } from '../parallel.ts'
import { answerBytesAtOnceMax, framesAtOnceMax } from '../score-frames.ts'
import type { Scoring } from '../scoring.ts'
import { chooseFrames } from './choose-frames.ts'
import { describeFrames, type ScoredFrame } from './describe-frames.ts'

interface Parts extends Pick<Scoring, 'frameReader' | 'featureCache' | 'seenFrames' | 'thumbnails' | 'isPictureOf'> {
  readonly frames: FramesPort
  readonly openScorers: OpenScorers
  readonly findPreviewStates: FindPreviewStates
}

/** Scores frames in the states before and after a change. Records nothing, because a preview is not a score request. */
export function createPreviewProfile(parts: Parts): Handler<'previewProfile'> {
  const { openScorers, findPreviewStates } = parts
  return longRunning(async ({ caller, params, body, db, signal }) => {
    const { dimensions = ['aesthetics'] } = body
    const states = await findPreviewStates(db, caller, params.id, body)
    const { accountId, projectId } = states.to
    // Sequential, because large states take much memory.
    const from = states.from && (await openScorers(states.from, { dimensions }, signal))
    const to = await openScorers(states.to, { dimensions }, signal)
    const frames = body.frames ?? (await chooseFrames(db, parts, states.to))
    const read = createUrlReader(parts, { accountId, projectId })
    const work: WorkContext = { priority: 'realtime', accountId, signal }
    const scored: ScoredFrame[] = []
    const results = mapInParallel(frames, framesAtOnceMax, async ({ id, url }, index) => {
      signal.throwIfAborted()
      await yieldIfLong(work)
      const features = await read({ url }, work)
      const scores = await scoresIn({ from, to }, features, work)
      const contentHash = features instanceof FrameFault ? undefined : features.contentHash
      return { index, frame: { id, url: listedUrl({ url }), contentHash, ...scores } }
    })
    for await (const { index, frame } of results) scored[index] = frame
    const described = await describeFrames(db, parts, caller, projectId, scored)
    return { body: await textOrStream(streamList('frames', described, namesOf(states), work), answerBytesAtOnceMax) }
  })
}

interface Scorers {
  readonly from: readonly DimensionScorer[] | undefined
  readonly to: readonly DimensionScorer[]
}

type Read = Awaited<ReturnType<ReturnType<typeof createUrlReader>>>

async function scoresIn(
  { from, to }: Scorers,
  read: Read,
  work: WorkContext,
): Promise<Pick<PreviewedFrame, 'from' | 'to' | 'error'>> {
  if (read instanceof FrameFault) {
    return { ...(from && { from: nullScores(from) }), to: nullScores(to), error: read.toJSON() }
  }
  return { ...(from && { from: await scoresOf(read, from, work) }), to: await scoresOf(read, to, work) }
}

function namesOf({ from, to }: PreviewStates) {
  return { ...(from && { from: nameOf(from) }), to: nameOf(to) }
}

function nameOf({ versionId, reference: { working } }: State): PreviewedState {
  if (working === null || typeof working === 'string') return { versionId }
  return 'merge' in working ? { versionId, mergedFrom: working.merge.sourceVersionId } : { versionId, working: true }
}
