import { type Batches, openBatches } from '../batches/batches.ts'
import { batchHandlers } from '../batches/handlers.ts'
import { listUnfinishedOf } from '../batches/storing/list-unfinished.ts'
import type { Config } from '../config/config.ts'
import { frameHandlers } from '../frames/handlers.ts'
import { type FrameLibrary, openFrameLibrary } from '../frames/library.ts'
import { sweepFrames } from '../frames/sweep.ts'
import { createUploadSpool } from '../frames/upload-spool.ts'
import { faultOfRate } from '../http/authentication/rate-limits.ts'
import { serviceHandlers } from '../http/service-handlers.ts'
import { keyHandlers } from '../keys/handlers.ts'
import { sessionHandlers } from '../keys/sessions/session-handlers.ts'
import type { UsageMeter } from '../keys/usage.ts'
import { createLargeStates } from '../large-requests/large-states.ts'
import { type OpenRequestThread, openRequestThread } from '../large-requests/open-request-thread.ts'
import { createSsrfGuard } from '../network/ssrf-guard.ts'
import { version } from '../platform/version.ts'
import type { CreateFrameScorer } from '../ports.ts'
import { annotationHandlers } from '../profiles/annotations/annotation-handlers.ts'
import { profileHandlers } from '../profiles/handlers.ts'
import { historyHandlers } from '../profiles/history/history-handlers.ts'
import { readTextBlob } from '../profiles/objects/object-reader.ts'
import { workingChangesContain } from '../profiles/profile-store.ts'
import { findOtherStates, findPinnedState, findPreviewStates, findState } from '../profiles/states/states.ts'
import { projectHandlers } from '../projects/handlers.ts'
import type { createFeatureExtractor } from '../scoring/features/feature-extractor.ts'
import { createScorerFactory } from '../scoring/frame-scorer.ts'
import { createDimensionCheck } from '../scoring/handlers/dimension-check.ts'
import { scoringHandlers } from '../scoring/handlers/handlers.ts'
import { pictureHandlers } from '../scoring/handlers/picture-handlers.ts'
import type { LargeStates } from '../scoring/learning/large-states.ts'
import { createTasteSummaries } from '../scoring/learning/taste-summaries.ts'
import { createOpenScorers, type OpenScorers } from '../scoring/open-scorers.ts'
import { createPreviewProfile } from '../scoring/preview/handler.ts'
import { type Scoring, startScoring } from '../scoring/scoring.ts'
import type { Services } from '../services.ts'
import type { FindScorable } from '../webhooks/alerts/alert-handlers.ts'
import { findFirstDue } from '../webhooks/deliveries/first-due.ts'
import { openWebhooks, type Webhooks } from '../webhooks/webhooks.ts'
import { createDeleteProfile } from './delete-profile.ts'
import type { ReadinessCheck } from './readiness.ts'
import { statusHandlers } from './service-status.ts'

/** The features that have state. Every process has them, with or without the API. */
export interface Features {
  readonly scoring: Scoring
  readonly frames: Frames
  readonly webhooks: Webhooks
  readonly openScorers: OpenScorers
  readonly createScorer: CreateFrameScorer
  readonly batches: Batches
  readonly largeStates: LargeStates
  readonly requestThread: OpenRequestThread
}

export interface FeatureOptions {
  /** Larger requests and states go to the request thread. Tests set a low value. */
  readonly smallBytesMax?: number | undefined
  /** Tests set it so that services in one process share the worker threads. */
  readonly openExtractor?: typeof createFeatureExtractor | undefined
}

/** The frame library and its upload spool. */
export interface Frames {
  readonly library: FrameLibrary
  readonly spool: ReturnType<typeof createUploadSpool>
  sweep(): Promise<void>
}

/** Opens the features and passes each what it needs from the others. */
export async function openFeatures(
  services: Services,
  { smallBytesMax, openExtractor }: FeatureOptions = {},
): Promise<Features> {
  const frames = openFrames(services)
  const scoring = await startScoring(services, frames.library, findOtherStates, openExtractor)
  const webhooks = openWebhooks(services, addressRules(services.config))
  const requestThread = openRequestThread(services, scoring, () => webhooks.wake())
  const largeStates = createLargeStates(services, requestThread, smallBytesMax)
  const openScorers = createOpenScorers(scoring, largeStates)
  const createScorer = createScorerFactory(scoring, webhooks.noteScore, openScorers)
  const batches = openBatches(services, { createScorer, findPinnedState, recordEnd: webhooks.recordBatchEnd })
  return { scoring, frames, webhooks, openScorers, createScorer, batches, largeStates, requestThread }
}

/** The handler of every operation. */
export function createHandlers(services: Services, features: Features, usage: UsageMeter) {
  const { scoring, frames, webhooks, openScorers, createScorer, batches } = features
  const { record, recordBatchEnd } = webhooks
  const deleteProfile = createDeleteProfile(record, recordBatchEnd)
  return {
    ...serviceHandlers(version, readinessChecks(services, scoring), services.config.basePath),
    ...statusHandlers(services, {
      checks: readinessChecks(services, scoring),
      embedderId: scoring.embedderId,
      scoringLoad: scoring.load,
      listUnfinished: listUnfinishedOf,
      findFirstDue,
    }),
    ...keyHandlers(services, usage, record),
    ...sessionHandlers(services, (caller) => {
      const nowMs = services.clock().getTime()
      return faultOfRate(services.config.rateLimit, usage.count(caller, nowMs), nowMs)
    }),
    ...projectHandlers(),
    ...profileHandlers(services, createTasteSummaries(scoring.trainingSets), record, deleteProfile, frames.library),
    ...historyHandlers(services, record),
    ...annotationHandlers(record),
    ...scoringHandlers(scoring, createScorer, findState),
    previewProfile: createPreviewProfile({ ...scoring, frames: frames.library, openScorers, findPreviewStates }),
    ...batchHandlers(services, {
      ...batches,
      findState,
      checkDimensions: createDimensionCheck(scoring.trainingSets),
      recordEnd: recordBatchEnd,
    }),
    ...frameHandlers({
      ...services,
      ...frames,
      checkPicture: scoring.checkPicture,
      makeThumbnail: scoring.thumbnails.make,
      workingChangesContain,
    }),
    ...pictureHandlers(scoring, findState),
    ...webhooks.handlers(createFindScorable(features)),
  }
}

function openFrames(services: Services): Frames {
  const library = openFrameLibrary(services, readTextBlob)
  const spool = createUploadSpool(services.config.dataDir)
  return { library, spool, sweep: () => sweepFrames(services, library, spool) }
}

/** The checks of `/readyz`. Scoring a built-in picture is not one: the start fails if that is not possible. */
function readinessChecks({ store }: Services, scoring: Scoring): readonly ReadinessCheck[] {
  return [...store.checks, scoring.readiness]
}

/** Webhooks follow the same address rules as frames. */
function addressRules({ allowPrivateNetwork }: Config) {
  return createSsrfGuard({ allow: allowPrivateNetwork })
}

function createFindScorable({ scoring, largeStates }: Features): FindScorable {
  const check = createDimensionCheck(scoring.trainingSets)
  return {
    projectOf: async (db, caller, profileId) => (await findState(db, caller, profileId, {})).projectId,
    async requireDimension(db, caller, profileId, dimension) {
      const state = await findState(db, caller, profileId, {})
      if (!(await largeStates.checkDimensions(state, [dimension]))) await check(state, [dimension])
    },
  }
}
