import { isDataUrl, urlBytesMax } from '@palate/core/picture-url.ts'
import { dimensionsOf, requireDimensions } from '@palate/core/taste/dimensions.ts'
import { asScore } from '@palate/core/taste/score.ts'
import type { FrameScore } from '@palate/core/taste/scoring-schema.ts'
import { sha256 } from '../hash.ts'
import { isoTime } from '../iso-time.ts'
import type { CreateFrameScorer, NoteScore, ProjectKey, State } from '../ports.ts'
import { turnIfLong } from '../turns.ts'
import type { WorkContext } from '../work-context.ts'
import { rethrowForClient } from './client-fault.ts'
import { FrameFault } from './faults.ts'
import type { FeatureCache } from './features/feature-cache.ts'
import type { Features } from './features/features.ts'
import type { FrameReader } from './frame-reader.ts'
import type { DimensionScorer } from './learning/dimension-scorers.ts'
import { fitInputsOf } from './learning/fit-inputs.ts'
import type { LargeStates, OpenState } from './learning/large-states.ts'
import type { Models } from './learning/models.ts'
import type { TrainingSetLoader } from './learning/training-set-loader.ts'

interface Parts {
  readonly frameReader: FrameReader
  readonly trainingSets: TrainingSetLoader
  readonly models: Models
  readonly featureCache: FeatureCache
  readonly clock: () => Date
}

const scoresKeptMax = 2000
const urlKeyCharactersMax = 100

/** Makes the scorer of a state, for requests and batches alike. */
export function createScorerFactory(
  parts: Parts,
  noteScore: NoteScore,
  largeStates: Pick<LargeStates, 'open'>,
): CreateFrameScorer {
  const { trainingSets, models, featureCache, clock } = parts

  async function openHere(state: State, asked: readonly string[]): Promise<OpenState> {
    const trainingSet = await trainingSets.load(state).catch(rethrowForClient)
    const dimensions = requireDimensions(asked, dimensionsOf(trainingSet.examples.keys()))
    return { dimensions, inputs: fitInputsOf(trainingSet), close: () => {} }
  }

  return async (state, { dimensions, explain }, signal) => {
    // Not the state itself: a batch can take long, and the state can hold all its elements.
    const { accountId, projectId, profileId } = state
    const open = (await largeStates.open(state, dimensions, signal)) ?? (await openHere(state, dimensions))
    const scorers = await models
      .scorersOf(open.inputs, open.dimensions, { accountId, signal })
      .catch(rethrowForClient)
      .finally(open.close)
    const readOnce = createUrlReader(parts, state)
    // Scoring costs more than a look-up. A Map, because an LRUCache allocates its whole size at once, for every request.
    const scores = new Map<string, FrameScore>()

    return {
      async score(frame, work) {
        // With cached features no frame waits for anything, and thousands would follow each other in one turn.
        await turnIfLong()
        const features = await readOnce(frame.url, work).catch(keepFrameFault)
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

/** Fetches each URL once, however many frames of a request or batch name it. Data URLs need no fetching. */
function createUrlReader({ frameReader, featureCache }: Parts, { accountId, projectId }: ProjectKey) {
  const contentHashes = new Map<string, Promise<string>>()
  return async function readOnce(url: string, work: WorkContext): Promise<Features> {
    if (isDataUrl(url)) return frameReader.read(url, projectId, { ...work, accountId })
    const key = keyOf(url)
    const earlier = contentHashes.get(key)
    const known = earlier && (await featureCache.find(accountId, await earlier))
    if (known) return known
    const reading = frameReader.read(url, projectId, { ...work, accountId })
    const contentHash = reading.then((features) => features.contentHash)
    contentHashes.set(key, contentHash)
    // A failure is shared only with those who already wait for it; the next frame tries again.
    contentHash.catch(() => contentHashes.get(key) === contentHash && contentHashes.delete(key))
    return reading
  }
}

/** Not the URL itself where it is long: those of a batch have up to 32 MiB, and a batch can take long. */
function keyOf(url: string): string {
  return url.length <= urlKeyCharactersMax ? url : sha256(url).toString('base64')
}

/** A frame's own fault is its result; any other error is the service's. */
function keepFrameFault(error: unknown): FrameFault {
  return error instanceof FrameFault ? error : rethrowForClient(error)
}

/** A long data URL is not kept to be listed. */
function listedUrl(url: string): string | null {
  return url.length <= urlBytesMax ? url : null
}

/** The scores alone, as JSON. */
function numbersOf(score: FrameScore, scorers: readonly DimensionScorer[]): string {
  return JSON.stringify(Object.fromEntries(scorers.map(({ dimension: { name } }) => [name, score[name]])))
}

// The members of both results have the names and the order of the contract.

function failedScore(frameId: string, fault: FrameFault, scorers: readonly DimensionScorer[]): FrameScore {
  const scores = scorers.map(({ dimension }) => [dimension.name, null])
  return { frame_id: frameId, ...Object.fromEntries(scores), error: fault.toJSON() }
}

/** One dimension after the other: a request may ask for so many that a frame takes longer than one turn. */
async function scoreOf(
  frameId: string,
  features: Features,
  scorers: readonly DimensionScorer[],
  explain: boolean,
): Promise<FrameScore> {
  const scores: [string, number][] = []
  const reasons: [string, ReturnType<DimensionScorer['explain']>][] = []
  for (const scorer of scorers) {
    const { name } = scorer.dimension
    scores.push([name, asScore(scorer.score(features))])
    if (explain) reasons.push([name, scorer.explain(features)])
    const turn = turnIfLong()
    if (turn) await turn
  }
  const score = { frame_id: frameId, ...Object.fromEntries(scores) }
  if (!explain) return score
  return {
    ...score,
    confidence: Object.fromEntries(reasons.map(([name, { confidence }]) => [name, asScore(confidence)])),
    details: Object.fromEntries(reasons.map(([name, { details }]) => [name, details])),
  }
}
