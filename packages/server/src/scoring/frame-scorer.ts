import { asScore } from '@palate/core/taste/score.ts'
import type { FrameScore } from '@palate/core/taste/scoring-schema.ts'
import { isoTime } from '../platform/iso-time.ts'
import type { CreateFrameScorer } from '../ports/scoring.ts'
import type { NoteScore } from '../ports/webhooks.ts'
import { yieldIfLong } from '../work/event-loop.ts'
import { createSequence } from '../work/sequence.ts'
import type { WorkContext } from '../work/work-context.ts'
import { FrameFault } from './faults.ts'
import type { FeatureCache } from './features/feature-cache.ts'
import type { Features } from './features/features.ts'
import type { DimensionScorer } from './learning/dimension-scorers.ts'
import type { OpenScorers } from './open-scorers.ts'
import type { FrameReader } from './reading/frame-reader.ts'
import { createUrlReader, listedUrl } from './reading/url-reader.ts'
import type { SeenFrames } from './storing/seen-frames.ts'

interface Parts {
  readonly frameReader: FrameReader
  readonly featureCache: FeatureCache
  readonly seenFrames: Pick<SeenFrames, 'add'>
  readonly clock: () => Date
}

/** Scores kept for other frames with the same content. */
const scoresKeptMax = 20_000
/** An explanation takes about as much memory as this many scores. */
const scoresPerExplanation = 50

/** Creates the scorer of a state, for requests and batches. Records what it scores and passes it to the alert rules. */
export function createScorerFactory(parts: Parts, noteScore: NoteScore, openScorers: OpenScorers): CreateFrameScorer {
  const { seenFrames, clock } = parts

  return async (state, { dimensions, explain }, signal) => {
    // Does not keep the state: a batch can take long, and the state can contain all its elements.
    const { accountId, projectId, profileId } = state
    const scorers = await openScorers(state, dimensions, signal)
    const readOnce = createUrlReader(parts, { accountId, projectId })
    // Scoring costs more than a lookup. Not an LRUCache, because that would allocate its full size for every request.
    const scores = new Map<string, FrameScore>()
    // Many partly explained frames would take much memory.
    const oneByOne = createSequence()
    const keptMax = scoresKeptMax / (scorers.length * (explain ? scoresPerExplanation : 1))

    return {
      async score(frame, work) {
        // With cached features nothing is asynchronous, and thousands of frames would block the event loop.
        await yieldIfLong(work)
        work.signal?.throwIfAborted()
        const features = await readOnce(frame.url, work)
        if (features instanceof FrameFault) return failedScore(frame.id, features, scorers)
        const { contentHash } = features
        const score = await oneByOne(async () => {
          const known = scores.get(contentHash)
          if (known) return { ...known, frame_id: frame.id }
          const made = await scoreOf(frame.id, features, scorers, explain, work)
          if (scores.size < keptMax) scores.set(contentHash, made)
          return made
        })
        const seenAt = isoTime(clock().getTime())
        const shown = { url: listedUrl(frame.url), profileId, scores: numbersOf(score, scorers), seenAt }
        seenFrames.add({ accountId, projectId, frameId: frame.id, contentHash, ...shown })
        noteScore({ accountId, projectId, profileId }, score)
        return score
      },
    }
  }
}

/** Only the scores, as JSON. */
function numbersOf(score: FrameScore, scorers: readonly DimensionScorer[]): string {
  return JSON.stringify(Object.fromEntries(scorers.map(({ dimension: { name } }) => [name, score[name]])))
}

// The names and order of members in both results are part of the contract.

function failedScore(frameId: string, fault: FrameFault, scorers: readonly DimensionScorer[]): FrameScore {
  return { frame_id: frameId, ...nullScores(scorers), error: fault.toJSON() }
}

async function scoreOf(
  frameId: string,
  features: Features,
  scorers: readonly DimensionScorer[],
  explain: boolean,
  work: WorkContext,
): Promise<FrameScore> {
  const reasons: [string, ReturnType<DimensionScorer['explain']>][] = []
  const scores = await scoresOf(features, scorers, work, (scorer) => {
    if (explain) reasons.push([scorer.dimension.name, scorer.explain(features)])
  })
  const score = { frame_id: frameId, ...scores }
  if (!explain) return score
  return {
    ...score,
    confidence: Object.fromEntries(reasons.map(([name, { confidence }]) => [name, asScore(confidence)])),
    details: Object.fromEntries(reasons.map(([name, { details }]) => [name, details])),
  }
}

/** By dimension. Can yield between dimensions, because a request may name 200 of them. */
export async function scoresOf(
  features: Features,
  scorers: readonly DimensionScorer[],
  work: WorkContext,
  also: (scorer: DimensionScorer) => void = () => {},
): Promise<Readonly<Record<string, number>>> {
  const scores: [string, number][] = []
  for (const scorer of scorers) {
    const yielded = yieldIfLong(work)
    if (yielded) await yielded
    work.signal?.throwIfAborted()
    scores.push([scorer.dimension.name, asScore(scorer.score(features))])
    also(scorer)
  }
  return Object.fromEntries(scores)
}

/** For a frame that could not be read. */
export function nullScores(scorers: readonly DimensionScorer[]): Readonly<Record<string, null>> {
  return Object.fromEntries(scorers.map(({ dimension }) => [dimension.name, null]))
}
