import { dimensionsOf } from '@palate/core/taste/dimensions.ts'
import { type Batches, openBatches } from './batches/batches.ts'
import { batchHandlers } from './batches/handlers.ts'
import type { Config } from './config.ts'
import { createDeleteProfile } from './delete-profile.ts'
import { serviceHandlers } from './http/service-handlers.ts'
import { keyHandlers } from './keys/handlers.ts'
import type { UsageMeter } from './keys/usage.ts'
import type { PrepareScoring } from './ports.ts'
import { profileHandlers } from './profiles/handlers.ts'
import { historyHandlers } from './profiles/history-handlers.ts'
import { findPinnedState, findState } from './profiles/states.ts'
import { projectHandlers } from './projects/handlers.ts'
import { createGuard } from './network/ssrf-guard.ts'
import { scoringHandlers } from './scoring/handlers.ts'
import { createLearnedFrom } from './scoring/learning/taste-summaries.ts'
import { createDimensionCheck, createPrepare } from './scoring/frame-scorer.ts'
import { type Scoring, startScoring } from './scoring/scoring.ts'
import type { Services } from './services.ts'
import { version } from './version.ts'
import type { FindScorable } from './webhooks/alert-handlers.ts'
import { openWebhooks, type Webhooks } from './webhooks/webhooks.ts'

/** The features with a state of their own. Every process has them, with or without the API. */
export interface Features {
  readonly scoring: Scoring
  readonly webhooks: Webhooks
  readonly prepare: PrepareScoring
  readonly batches: Batches
}

/** Opens the features and passes to each what it needs of the others. */
export async function openFeatures(services: Services): Promise<Features> {
  const scoring = await startScoring(services)
  const webhooks = openWebhooks(services, addressRules(services.config))
  const prepare = createPrepare(scoring, webhooks.noteScore)
  const batches = openBatches(services, { prepare, findPinnedState, recordEnd: webhooks.recordBatchEnd })
  return { scoring, webhooks, prepare, batches }
}

/** The handler of every operation. */
export function createHandlers(services: Services, features: Features, usage: UsageMeter) {
  const { scoring, webhooks, prepare, batches } = features
  const { record, recordBatchEnd } = webhooks
  const deleteProfile = createDeleteProfile(record, recordBatchEnd)
  return {
    ...serviceHandlers(services, version),
    ...keyHandlers(services, usage, record),
    ...projectHandlers(),
    ...profileHandlers(services, createLearnedFrom(scoring.teacher), record, deleteProfile),
    ...historyHandlers(services, record),
    ...scoringHandlers(scoring, prepare, findState),
    ...batchHandlers(services, {
      ...batches,
      findState,
      checkDimensions: createDimensionCheck(scoring),
      recordEnd: recordBatchEnd,
    }),
    ...webhooks.handlers(createFindScorable(scoring)),
  }
}

/** Webhooks follow the same address rules as frames. */
function addressRules({ allowPrivateNetwork }: Config) {
  return createGuard({ allow: allowPrivateNetwork })
}

function createFindScorable({ teacher }: Scoring): FindScorable {
  return async (db, caller, profileId) => {
    const state = await findState(db, caller, profileId, {})
    const dimensions = dimensionsOf(await teacher.dimensionsNamed(state))
    return { projectId: state.projectId, dimensions: dimensions.map(({ name }) => name) }
  }
}
