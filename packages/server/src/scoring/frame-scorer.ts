import { tryChanges } from '@palate/core/taste/advice/advice.ts'
import { type CellHidden, regionsOf } from '@palate/core/taste/regions/regions.ts'
import type { Regions } from '@palate/core/taste/regions/regions-schema.ts'
import { asScore } from '@palate/core/taste/score.ts'
import type { FrameScore } from '@palate/core/taste/scoring-schema.ts'
import type { Verdict } from '@palate/core/taste/verdict/threshold-schema.ts'
import type { EditedCopies, EditedSubject } from '../pictures/edited-copies/edited-copies.ts'
import type { FeatureCache } from '../pictures/features/feature-cache.ts'
import type { Features } from '../pictures/features/features.ts'
import { FrameFault } from '../pictures/picture-faults.ts'
import { createUrlReader, type FrameReader, listedUrl } from '../pictures/reading/frame-reader.ts'
import type { SeenFrames } from '../pictures/seen-frames/seen-frames.ts'
import { isoTime } from '../platform/iso-time.ts'
import type { FramePicture } from '../platform/metrics.ts'
import { traced } from '../platform/tracing/tracing.ts'
import type { CreateFrameScorer, FrameToScore } from '../ports/scoring.ts'
import type { NoteScore } from '../ports/webhooks.ts'
import type { DimensionScorer, ExplainedScore } from '../taste/learning/dimension-scorers.ts'
import { yieldIfLong } from '../work/event-loop.ts'
import type { WorkContext } from '../work/work-context.ts'
import type { OpenScorers } from './open-scorers.ts'
import { peopleScores, type TeamView, teamViewOf } from './people-scores.ts'

interface Parts {
  readonly frameReader: FrameReader
  readonly featureCache: FeatureCache
  readonly editedCopies: EditedCopies
  readonly seenFrames: Pick<SeenFrames, 'add'>
  readonly clock: () => Date
  readonly countFrame: (picture: FramePicture) => void
  /** The names of the account's people, by id. */
  readonly namesOf: (accountId: string) => Promise<ReadonlyMap<string, string>>
}

/** Scores kept for other frames with the same content. */
const scoresKeptMax = 20_000
/** An explanation takes about as much memory as this many scores. */
const scoresPerExplanation = 50

/** Creates the scorer of a state, for requests and batches. Records what it scores and passes it to the alert rules. */
export function createScorerFactory(parts: Parts, noteScore: NoteScore, openScorers: OpenScorers): CreateFrameScorer {
  const { seenFrames, clock, editedCopies } = parts

  return async (state, request, signal) => {
    const { dimensions, explain, regions = false, thresholds, thumbnailUrlOf, person, people } = request
    const { suggestions = true } = request
    // Does not keep the state: a batch can take long, and the state can contain all its elements.
    const { accountId, projectId, profileId } = state
    const scorers = await openScorers(state, { dimensions, thresholds, person, people }, signal)
    const team = people && teamViewOf(scorers, people, await parts.namesOf(accountId))
    const shown = { explain, regions, verdict: thresholds !== undefined, suggestions, team }
    const needsPixels = shown.verdict || regions
    const read = countFrames(createUrlReader(parts, { accountId, projectId }), parts.countFrame)
    // Scoring costs more than a lookup. Not an LRUCache, because that would allocate its full size for every request.
    const scores = new Map<string, FrameScore>()
    // Many partly explained frames would take much memory.
    const oneByOne = createSequence()
    const keptMax = scoresKeptMax / (scorers.length * (explain || thresholds ? scoresPerExplanation : 1))

    return {
      async score(frame, work) {
        // With cached features nothing is asynchronous, and thousands of frames would block the event loop.
        await yieldIfLong(work)
        work.signal?.throwIfAborted()
        const features = await read(frame, needsPixels ? editedCopies.keeping(work) : work)
        if (features instanceof FrameFault) return failedScore(frame.id, features, scorers)
        const { contentHash } = features
        const score = await oneByOne(async () => {
          const known = scores.get(contentHash)
          if (known) return { ...known, frame_id: frame.id }
          const made = await traced('score', {}, () => scoreOf({ frame, features, editedCopies }, scorers, shown, work))
          if (scores.size < keptMax) scores.set(contentHash, made)
          return made
        })
        const seenAt = isoTime(clock().getTime())
        const teamScore = person === undefined ? score : teamScoreOf(features, scorers)
        const seen = { url: listedUrl(frame), profileId, scores: numbersOf(teamScore, scorers), seenAt }
        seenFrames.add({ accountId, projectId, frameId: frame.id, contentHash, ...seen })
        if (person === undefined) noteScore({ accountId, projectId, profileId }, score)
        return thumbnailUrlOf ? { ...score, thumbnail_url: thumbnailUrlOf(contentHash) } : score
      },

      async reward(frame, work) {
        await yieldIfLong(work)
        work.signal?.throwIfAborted()
        const features = await read(frame, work)
        if (features instanceof FrameFault) {
          return { frame_id: frame.id, reward: null, score: null, novelty: null, error: features.toJSON() }
        }
        const rewarded = scorers[0]?.reward?.(features)
        if (!rewarded) throw new Error('a reward needs a learned dimension and thresholds')
        const { probability, reward, novelty } = rewarded
        return { frame_id: frame.id, reward, score: asScore(probability), novelty: asScore(novelty) }
      },
    }
  }
}

function countFrames(read: ReturnType<typeof createUrlReader>, count: Parts['countFrame']): typeof read {
  return async (frame, work) => {
    let picture: FramePicture = 'known'
    const onExtract = () => {
      picture = 'new'
    }
    const features = await read(frame, { ...work, onExtract })
    count(features instanceof FrameFault ? 'unreadable' : picture)
    return features
  }
}

/** A picture, and where copies of it can be read. */
interface Picture {
  readonly frame: FrameToScore
  readonly features: Features
  readonly editedCopies: EditedCopies
}

/** What the team says, which is recorded even if a person's taste was asked for. */
function teamScoreOf(features: Features, scorers: readonly DimensionScorer[]): Readonly<Record<string, unknown>> {
  return Object.fromEntries(scorers.map((one) => [one.dimension.name, asScore((one.team ?? one).score(features))]))
}

/** Only the scores, as JSON. */
function numbersOf(score: Readonly<Record<string, unknown>>, scorers: readonly DimensionScorer[]): string {
  return JSON.stringify(Object.fromEntries(scorers.map(({ dimension: { name } }) => [name, score[name]])))
}

// The names and order of members in both results are part of the contract.

function failedScore(frameId: string, fault: FrameFault, scorers: readonly DimensionScorer[]): FrameScore {
  return { frame_id: frameId, ...nullScores(scorers), error: fault.toJSON() }
}

async function scoreOf(
  { frame, features, editedCopies }: Picture,
  scorers: readonly DimensionScorer[],
  shown: {
    readonly explain: boolean
    readonly regions: boolean
    readonly verdict: boolean
    readonly suggestions: boolean
    readonly team: TeamView | undefined
  },
  work: WorkContext,
): Promise<FrameScore> {
  if (!shown.explain && !shown.verdict) return { frame_id: frame.id, ...(await scoresOf(features, scorers, work)) }
  const explained = await inTurns(scorers, work, (scorer) => scorer.explain(features))
  const byDimension = <Value>(resultOf: (score: ExplainedScore) => Value) =>
    Object.fromEntries(explained.map(([name, score]) => [name, resultOf(score)]))
  const picture = { frame, features, editedCopies }
  const verdicts = shown.verdict ? await verdictsOf(picture, explained, shown.suggestions, work) : []
  const regions = shown.regions
    ? await regionsIn({ frame, features, editedCopies }, scorers, new Map(explained), work)
    : undefined
  const isHidden = shown.team?.isHidden(features) === true
  const people = shown.team && !isHidden ? await peopleScores(shown.team, features, work) : {}
  return {
    frame_id: frame.id,
    ...byDimension(({ probability }) => asScore(probability)),
    ...(shown.explain && { confidence: byDimension(({ confidence }) => asScore(confidence)) }),
    ...(shown.explain && !isHidden && { details: byDimension(({ details }) => details) }),
    ...people,
    ...(shown.verdict && { verdict: Object.fromEntries(verdicts) }),
    ...(regions && { regions: Object.fromEntries(regions) }),
  }
}

/** Measures the picture itself: looks for problems, and tries changes on copies if it does not pass in a dimension. */
async function verdictsOf(
  { frame, features, editedCopies }: Picture,
  explained: readonly (readonly [string, ExplainedScore])[],
  suggestions: boolean,
  work: WorkContext,
): Promise<readonly (readonly [string, Verdict])[]> {
  const drafts = explained.flatMap(([name, { draft }]) => (draft ? [{ name, draft }] : []))
  if (drafts.length === 0) return []
  const subject: EditedSubject = { frame, contentHash: features.contentHash }
  const problem = await editedCopies.problemOf(subject, work)
  const judges = suggestions ? drafts.filter(({ draft }) => draft.needsChanges(problem)) : []
  const tried = await tryChanges(
    judges.map(({ draft }) => draft),
    async (changes, max) => {
      const copies = await editedCopies.read(subject, changes, max, work)
      return copies?.map(({ edit, features: copy }) => ({ ...edit, features: copy })) ?? []
    },
  )
  const triedBy = new Map(judges.map(({ name }, i) => [name, tried[i]]))
  return drafts.map(({ name, draft }) => [name, draft.verdictAfter({ problem, tried: triedBy.get(name) ?? [] })])
}

/** What each part of the picture does to the scores. Undefined if its pixels can no longer be read. */
async function regionsIn(
  { frame, features, editedCopies }: Picture,
  scorers: readonly DimensionScorer[],
  explained: ReadonlyMap<string, ExplainedScore>,
  work: WorkContext,
): Promise<readonly (readonly [string, Regions])[] | undefined> {
  const hidden = await editedCopies.readWithoutCells({ frame, contentHash: features.contentHash }, work)
  if (!hidden) return undefined
  const regions: (readonly [string, Regions])[] = []
  for (const { dimension, liked, score } of scorers) {
    const { probability } = explained.get(dimension.name) as ExplainedScore
    const cells: CellHidden[] = []
    for (const cell of hidden.cells) {
      const yielded = yieldIfLong(work)
      if (yielded) await yielded
      work.signal?.throwIfAborted()
      cells.push({ score: score(cell), attributes: cell.attributes })
    }
    const picture = { score: probability, attributes: features.attributes }
    regions.push([dimension.name, regionsOf(hidden.grid, picture, cells, liked)])
  }
  return regions
}

/** By dimension. */
export async function scoresOf(
  features: Features,
  scorers: readonly DimensionScorer[],
  work: WorkContext,
): Promise<Readonly<Record<string, number>>> {
  return Object.fromEntries(await inTurns(scorers, work, (scorer) => asScore(scorer.score(features))))
}

/** What each scorer returns, by dimension. Can yield between dimensions, because a request may name 200 of them. */
async function inTurns<Value>(
  scorers: readonly DimensionScorer[],
  work: WorkContext,
  resultOf: (scorer: DimensionScorer) => Value,
): Promise<readonly (readonly [string, Value])[]> {
  const values: (readonly [string, Value])[] = []
  for (const scorer of scorers) {
    const yielded = yieldIfLong(work)
    if (yielded) await yielded
    work.signal?.throwIfAborted()
    values.push([scorer.dimension.name, resultOf(scorer)])
  }
  return values
}

/** For a frame that could not be read. */
export function nullScores(scorers: readonly DimensionScorer[]): Readonly<Record<string, null>> {
  return Object.fromEntries(scorers.map(({ dimension }) => [dimension.name, null]))
}

/** Runs one piece of work at a time, in order. */
function createSequence() {
  let last: Promise<unknown> = Promise.resolve()
  return <Result>(work: () => Promise<Result>): Promise<Result> => {
    const result = last.then(work)
    last = result.catch(() => {})
    return result
  }
}
