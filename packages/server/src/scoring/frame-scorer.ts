import { asScore } from '@palate/core/taste/score.ts'
import type { FrameScore } from '@palate/core/taste/scoring-schema.ts'
import { isoTime } from '../iso-time.ts'
import type { CreateFrameScorer, NoteScore } from '../ports.ts'
import { turnIfLong } from '../work/turns.ts'
import { FrameFault } from './faults.ts'
import type { FeatureCache } from './features/feature-cache.ts'
import type { Features } from './features/features.ts'
import type { FrameReader } from './frame-reader.ts'
import type { DimensionScorer } from './learning/dimension-scorers.ts'
import type { OpenScorers } from './open-scorers.ts'
import { createUrlReader, listedUrl } from './url-reader.ts'

interface Parts {
  readonly frameReader: FrameReader
  readonly featureCache: FeatureCache
  readonly clock: () => Date
}

const scoresKeptMax = 2000

/** Makes the scorer of a state, for requests and batches alike. What it scores is remembered, and goes to the alert rules. */
export function createScorerFactory(parts: Parts, noteScore: NoteScore, openScorers: OpenScorers): CreateFrameScorer {
  const { featureCache, clock } = parts

  return async (state, { dimensions, explain }, signal) => {
    // Not the state itself: a batch can take long, and the state can hold all its elements.
    const { accountId, projectId, profileId } = state
    const scorers = await openScorers(state, dimensions, signal)
    const readOnce = createUrlReader(parts, { accountId, projectId })
    // Scoring costs more than a look-up. A Map, because an LRUCache allocates its whole size at once, for every request.
    const scores = new Map<string, FrameScore>()

    return {
      async score(frame, work) {
        // With cached features no frame waits for anything, and thousands would follow each other in one turn.
        await turnIfLong()
        const features = await readOnce(frame.url, work)
        if (features instanceof FrameFault) return failedScore(frame.id, features, scorers)
        const { contentHash } = features
        const known = scores.get(contentHash)
        const score = known ? { ...known, frame_id: frame.id } : await scoreOf(frame.id, features, scorers, explain)
        if (!known && scores.size < scoresKeptMax) scores.set(contentHash, score)
        const seenAt = isoTime(clock().getTime())
        const shown = { url: listedUrl(frame.url), profileId, scores: numbersOf(score, scorers), seenAt }
        featureCache.addSeenFrame({ accountId, projectId, frameId: frame.id, contentHash, ...shown })
        noteScore({ accountId, projectId, profileId }, score)
        return score
      },
    }
  }
}

/** The scores alone, as JSON. */
function numbersOf(score: FrameScore, scorers: readonly DimensionScorer[]): string {
  return JSON.stringify(Object.fromEntries(scorers.map(({ dimension: { name } }) => [name, score[name]])))
}

// The members of both results have the names and the order of the contract.

function failedScore(frameId: string, fault: FrameFault, scorers: readonly DimensionScorer[]): FrameScore {
  return { frame_id: frameId, ...nullScores(scorers), error: fault.toJSON() }
}

async function scoreOf(
  frameId: string,
  features: Features,
  scorers: readonly DimensionScorer[],
  explain: boolean,
): Promise<FrameScore> {
  const reasons: [string, ReturnType<DimensionScorer['explain']>][] = []
  const scores = await scoresOf(features, scorers, (scorer) => {
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

/** By dimension. One after the other: a request may ask for so many that a frame takes longer than one turn. */
export async function scoresOf(
  features: Features,
  scorers: readonly DimensionScorer[],
  also: (scorer: DimensionScorer) => void = () => {},
): Promise<Readonly<Record<string, number>>> {
  const scores: [string, number][] = []
  for (const scorer of scorers) {
    scores.push([scorer.dimension.name, asScore(scorer.score(features))])
    also(scorer)
    const turn = turnIfLong()
    if (turn) await turn
  }
  return Object.fromEntries(scores)
}

/** Of a frame that could not be read. */
export function nullScores(scorers: readonly DimensionScorer[]): Readonly<Record<string, null>> {
  return Object.fromEntries(scorers.map(({ dimension }) => [dimension.name, null]))
}
