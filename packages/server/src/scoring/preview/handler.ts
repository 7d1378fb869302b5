import { chooseForPreview } from '@palate/core/taste/preview-choice.ts'
import type { PreviewedFrame, PreviewedState, PreviewedVerdict } from '@palate/core/taste/preview-schema.ts'
import { type Handler, longRunning } from '../../operations.ts'
import type { Features } from '../../pictures/features/features.ts'
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
import { candidateFrames } from './choose-frames.ts'
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
    const { dimensions = ['aesthetics'], verdict = false } = body
    const states = await findPreviewStates(db, caller, params.id, body)
    const { accountId, projectId } = states.to
    const wanted = (state: State) => ({ dimensions, ...(verdict && { thresholds: state.thresholds }) })
    // Sequential, because large states take much memory.
    const from = states.from && (await openScorers(states.from, wanted(states.from), signal))
    const to = await openScorers(states.to, wanted(states.to), signal)
    const [dimension = 'aesthetics'] = dimensions
    const frames: readonly FrameToPreview[] = body.frames ?? (await candidateFrames(db, parts, states, dimension))
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
    const shown = body.frames ? scored : mostTelling(scored, frames, dimension)
    const described = await describeFrames(db, parts, caller, projectId, shown)
    const rest = {
      ...namesOf(states),
      considered: scored.length,
      ...(verdict && { decidedAnew: decidedAnewIn(scored, to) }),
    }
    return { body: await textOrStream(streamList('frames', described, rest, work), answerBytesAtOnceMax) }
  })
}

interface FrameToPreview {
  readonly id: string
  readonly url: string
  readonly isLabelled?: boolean
}

function mostTelling(
  scored: readonly ScoredFrame[],
  frames: readonly FrameToPreview[],
  dimension: string,
): readonly ScoredFrame[] {
  const chosen = chooseForPreview(
    scored.map((frame, i) => {
      return {
        from: frame.from?.[dimension],
        to: frame.to[dimension] ?? null,
        isDecidedAnew: isDecidedAnew(frame.verdict?.[dimension]),
        isLabelled: frames[i]?.isLabelled ?? false,
      }
    }),
  )
  return chosen.flatMap((index) => scored[index] ?? [])
}

function isDecidedAnew(verdict: PreviewedVerdict | undefined): boolean {
  return verdict?.from !== undefined && verdict.from !== verdict.to
}

function decidedAnewIn(scored: readonly ScoredFrame[], scorers: readonly DimensionScorer[]) {
  const learned = scorers.filter(({ decide }) => decide !== undefined)
  return Object.fromEntries(
    learned.map(({ dimension: { name } }) => [
      name,
      scored.filter(({ verdict }) => isDecidedAnew(verdict?.[name])).length,
    ]),
  )
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
): Promise<Pick<PreviewedFrame, 'from' | 'to' | 'verdict' | 'error'>> {
  if (read instanceof FrameFault) {
    return { ...(from && { from: nullScores(from) }), to: nullScores(to), error: read.toJSON() }
  }
  const verdict = verdictsIn({ from, to }, read)
  return {
    ...(from && { from: await scoresOf(read, from, work) }),
    to: await scoresOf(read, to, work),
    ...(verdict && { verdict }),
  }
}

/** By learned dimension; undefined unless they are asked for. */
function verdictsIn({ from, to }: Scorers, picture: Features): Readonly<Record<string, PreviewedVerdict>> | undefined {
  const verdicts = to.flatMap(({ dimension: { name }, decide }, i) => {
    const after = decide?.(picture)
    if (!after) return []
    const before = from?.[i]?.decide?.(picture)
    const moved = before ? Math.abs(logOdds(after.probability) - logOdds(before.probability)) : 0
    const verdict = { ...(before && { from: before.decision }), to: after.decision, isSure: moved > after.deviation }
    return [[name, verdict] as const]
  })
  return verdicts.length === 0 ? undefined : Object.fromEntries(verdicts)
}

function logOdds(probability: number): number {
  return Math.log(probability / (1 - probability))
}

function namesOf({ from, to }: PreviewStates) {
  return { ...(from && { from: nameOf(from) }), to: nameOf(to) }
}

function nameOf({ versionId, reference: { working } }: State): PreviewedState {
  if (working === null || typeof working === 'string') return { versionId }
  return 'merge' in working ? { versionId, mergedFrom: working.merge.sourceVersionId } : { versionId, working: true }
}
