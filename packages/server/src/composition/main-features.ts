import { openBatches } from '../batches/batches.ts'
import { batchHandlers } from '../batches/handlers.ts'
import { listUnfinishedOf } from '../batches/storing/list-unfinished.ts'
import { frameHandlers } from '../frames/handlers.ts'
import { openFrameLibrary } from '../frames/library.ts'
import { sweepFrames } from '../frames/sweep.ts'
import { createUploadSpool } from '../frames/upload-spool.ts'
import { faultOfRate } from '../http/authentication/rate-limits.ts'
import type { Inject } from '../http/mcp/in-process-fetch.ts'
import { mcpHandlers } from '../http/mcp/mcp-handler.ts'
import { serviceHandlers } from '../http/service-handlers.ts'
import { keyHandlers } from '../keys/handlers.ts'
import { sessionHandlers } from '../keys/sessions/session-handlers.ts'
import { countKeys } from '../keys/store.ts'
import type { UsageMeter } from '../keys/usage.ts'
import { createSsrfGuard } from '../network/ssrf-guard.ts'
import { createLargeStates } from '../offload/large-states.ts'
import { openOffloadThreads } from '../offload/open-offload.ts'
import { version } from '../platform/version.ts'
import { countProfiles, profilesPort } from '../profiles/port.ts'
import { findPinnedState, findPreviewStates, findState } from '../profiles/states/states.ts'
import { projectHandlers } from '../projects/handlers.ts'
import { ensureProject } from '../projects/store.ts'
import type { createFeatureExtractor } from '../scoring/features/feature-extractor.ts'
import { createScorerFactory } from '../scoring/frame-scorer.ts'
import { createScoreFrames } from '../scoring/handlers/handlers.ts'
import { pictureHandlers } from '../scoring/handlers/picture-handlers.ts'
import { createOpenScorers } from '../scoring/open-scorers.ts'
import { createPreviewProfile } from '../scoring/preview/handler.ts'
import { type Scoring, startScoring } from '../scoring/scoring.ts'
import type { Services } from '../services.ts'
import type { FindScorable } from '../webhooks/alerts/alert-handlers.ts'
import { findFirstDue } from '../webhooks/deliveries/first-due.ts'
import { openWebhooks } from '../webhooks/webhooks.ts'
import { openFeatures } from './features.ts'
import type { ReadinessCheck } from './readiness.ts'
import { statusHandlers } from './service-status.ts'

export type MainFeatures = Awaited<ReturnType<typeof openMainFeatures>>

export interface FeatureOptions {
  /** Larger requests and states go to an offload thread. Tests set a low value. */
  readonly smallBytesMax?: number | undefined
  /** Tests set it so that services in one process share the worker threads. */
  readonly openExtractor?: typeof createFeatureExtractor | undefined
}

/** Opens all features of a process, with or without the API, and passes each what it needs from the others. */
export async function openMainFeatures(services: Services, { smallBytesMax, openExtractor }: FeatureOptions = {}) {
  const frames = openFrames(services)
  const scoring = await startScoring(services, frames.library, profilesPort, openExtractor)
  // Webhooks follow the same address rules as frames.
  const webhooks = openWebhooks(services, createSsrfGuard({ allow: services.config.allowPrivateNetwork }))
  const features = openFeatures(services, { ...scoring, library: frames.library, record: webhooks.record })
  const offloadThreads = openOffloadThreads(services, scoring, () => webhooks.wake())
  const largeStates = createLargeStates(services, offloadThreads, smallBytesMax)
  const openScorers = createOpenScorers(features.trainingSets, scoring.models, largeStates)
  const createScorer = createScorerFactory(scoring, webhooks.noteScore, openScorers)
  const batches = openBatches(services, { createScorer, findPinnedState, recordEnd: webhooks.recordBatchEnd })
  return { ...features, scoring, frames, webhooks, openScorers, createScorer, batches, largeStates, offloadThreads }
}

/** The handler of every operation. */
export function createHandlers(services: Services, features: MainFeatures, usage: UsageMeter, inject: Inject) {
  const { scoring, frames, webhooks, openScorers, createScorer, batches } = features
  return {
    ...features.handlers,
    ...serviceHandlers(version, readinessChecks(services, scoring), services.config.basePath),
    ...mcpHandlers(services, version, inject),
    ...statusHandlers(services, {
      checks: readinessChecks(services, scoring),
      embedderId: scoring.embedderId,
      scoringLoad: scoring.load,
      listUnfinished: listUnfinishedOf,
      findFirstDue,
    }),
    ...keyHandlers(services, usage, webhooks.record, ensureProject),
    ...sessionHandlers(services, (caller) => {
      const nowMs = services.clock().getTime()
      return faultOfRate(services.config.rateLimit, usage.count(caller, nowMs), nowMs)
    }),
    ...projectHandlers({ countProfiles, countKeys }),
    scoreFrames: createScoreFrames(createScorer, findState),
    previewProfile: createPreviewProfile({ ...scoring, frames: frames.library, openScorers, findPreviewStates }),
    ...batchHandlers(services, { ...batches, submit: features.submitBatch, recordEnd: webhooks.recordBatchEnd }),
    ...frameHandlers({
      ...services,
      ...frames,
      checkPicture: scoring.checkPicture,
      makeThumbnail: scoring.thumbnails.make,
      profiles: profilesPort,
    }),
    ...pictureHandlers(scoring),
    ...webhooks.handlers(createFindScorable(features), ensureProject),
  }
}

/** The frame library and its upload spool. */
function openFrames(services: Services) {
  const library = openFrameLibrary(services, profilesPort, ensureProject)
  const spool = createUploadSpool(services.config.dataDir)
  return { library, spool, sweep: () => sweepFrames(services, library, spool) }
}

/** The checks of `/readyz`. Scoring a built-in picture is not one: the start fails if that is not possible. */
function readinessChecks({ store }: Services, scoring: Scoring): readonly ReadinessCheck[] {
  return [...store.checks, scoring.readiness]
}

function createFindScorable({ checkDimensions, largeStates }: MainFeatures): FindScorable {
  return {
    projectOf: async (db, caller, profileId) => (await findState(db, caller, profileId, {})).projectId,
    async requireDimension(db, caller, profileId, dimension) {
      const state = await findState(db, caller, profileId, {})
      if (!(await largeStates.checkDimensions(state, [dimension]))) await checkDimensions(state, [dimension])
    },
  }
}
