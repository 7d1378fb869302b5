import { dimensionsOf } from '@palate/core/taste/dimensions.ts'
import { type Batches, openBatches } from './batches/batches.ts'
import { batchHandlers } from './batches/handlers.ts'
import type { Config } from './config.ts'
import { createDeleteProfile } from './delete-profile.ts'
import { frameHandlers } from './frames/handlers.ts'
import { createIncoming } from './frames/incoming.ts'
import { type FrameLibrary, openFrameLibrary } from './frames/library.ts'
import { sweepFrames } from './frames/sweep.ts'
import { serviceHandlers } from './http/service-handlers.ts'
import { keyHandlers } from './keys/handlers.ts'
import { createKeyCheck } from './keys/key-check.ts'
import type { UsageMeter } from './keys/usage.ts'
import { createSsrfGuard } from './network/ssrf-guard.ts'
import type { CreateFrameScorer } from './ports.ts'
import { annotationHandlers } from './profiles/annotation-handlers.ts'
import { profileHandlers } from './profiles/handlers.ts'
import { historyHandlers } from './profiles/history-handlers.ts'
import { readLongText } from './profiles/object-reader.ts'
import { workingChangesContain } from './profiles/profile-store.ts'
import { findPinnedState, findState } from './profiles/states.ts'
import { projectHandlers } from './projects/handlers.ts'
import type { ReadinessCheck } from './readiness.ts'
import { createDimensionCheck } from './scoring/dimension-check.ts'
import { createScorerFactory } from './scoring/frame-scorer.ts'
import { scoringHandlers } from './scoring/handlers.ts'
import { createTasteSummaries } from './scoring/learning/taste-summaries.ts'
import { pictureHandlers } from './scoring/picture-handlers.ts'
import { type Scoring, startScoring } from './scoring/scoring.ts'
import type { Services } from './services.ts'
import { version } from './version.ts'
import type { FindScorable } from './webhooks/alerts/alert-handlers.ts'
import { openWebhooks, type Webhooks } from './webhooks/webhooks.ts'

/** The features with a state of their own. Every process has them, with or without the API. */
export interface Features {
  readonly scoring: Scoring
  readonly frames: Frames
  readonly webhooks: Webhooks
  readonly createScorer: CreateFrameScorer
  readonly batches: Batches
}

/** The frame library and the place where uploads arrive. */
export interface Frames {
  readonly library: FrameLibrary
  readonly incoming: ReturnType<typeof createIncoming>
  sweep(): Promise<void>
}

/** Opens the features and passes to each what it needs of the others. */
export async function openFeatures(services: Services): Promise<Features> {
  const frames = openFrames(services)
  const scoring = await startScoring(services, frames.library)
  const webhooks = openWebhooks(services, addressRules(services.config), createKeyCheck(services))
  const createScorer = createScorerFactory(scoring, webhooks.noteScore)
  const batches = openBatches(services, { createScorer, findPinnedState, recordEnd: webhooks.recordBatchEnd })
  return { scoring, frames, webhooks, createScorer, batches }
}

/** The handler of every operation. */
export function createHandlers(services: Services, features: Features, usage: UsageMeter) {
  const { scoring, frames, webhooks, createScorer, batches } = features
  const { record, recordBatchEnd } = webhooks
  const deleteProfile = createDeleteProfile(record, recordBatchEnd)
  return {
    ...serviceHandlers(version, readinessChecks(services, scoring)),
    ...keyHandlers(services, usage, record),
    ...projectHandlers(),
    ...profileHandlers(services, createTasteSummaries(scoring.trainingSets), record, deleteProfile),
    ...historyHandlers(services, record),
    ...annotationHandlers(record),
    ...scoringHandlers(scoring, createScorer, findState),
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
    ...webhooks.handlers(createFindScorable(scoring)),
  }
}

function openFrames(services: Services): Frames {
  const library = openFrameLibrary(services, readLongText)
  const incoming = createIncoming(services.config.dataDir)
  return { library, incoming, sweep: () => sweepFrames(services, library, incoming) }
}

/** What `/readyz` looks at. That a built-in picture was scored is known since the start, which fails otherwise. */
function readinessChecks({ store }: Services, scoring: Scoring): readonly ReadinessCheck[] {
  return [...store.checks, scoring.readiness]
}

/** Webhooks follow the same address rules as frames. */
function addressRules({ allowPrivateNetwork }: Config) {
  return createSsrfGuard({ allow: allowPrivateNetwork })
}

function createFindScorable({ trainingSets }: Scoring): FindScorable {
  return async (db, caller, profileId) => {
    const state = await findState(db, caller, profileId, {})
    const dimensions = dimensionsOf(await trainingSets.dimensionNames(state))
    return { projectId: state.projectId, dimensions: dimensions.map(({ name }) => name) }
  }
}
