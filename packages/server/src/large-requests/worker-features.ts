import { createBatchSubmission } from '../batches/submission.ts'
import { createDeleteProfile } from '../delete-profile.ts'
import { storeThenRespond } from '../operations.ts'
import { annotationHandlers } from '../profiles/annotation-handlers.ts'
import { profileHandlers } from '../profiles/handlers.ts'
import { historyHandlers } from '../profiles/history-handlers.ts'
import { findState } from '../profiles/states.ts'
import { createDimensionCheck } from '../scoring/dimension-check.ts'
import { FeatureCache } from '../scoring/features/feature-cache.ts'
import { PinnedPictures } from '../scoring/learning/pinned-pictures.ts'
import type { ReadSource } from '../scoring/learning/source-reader.ts'
import { createTasteSummaries } from '../scoring/learning/taste-summaries.ts'
import { TrainingSetLoader } from '../scoring/learning/training-set-loader.ts'
import { createListDimensions } from '../scoring/list-dimensions.ts'
import { createListPictures } from '../scoring/list-pictures.ts'
import type { ThreadServices } from '../services.ts'
import { createRecordBatchEnd } from '../webhooks/events/batch-end.ts'
import { createEventRecorder } from '../webhooks/events/event-recorder.ts'

interface Parts {
  readonly featuresId: string
  readonly readSource: ReadSource
  /** Called after the commit if there is something to deliver. */
  readonly wake: () => void
}

/** The handlers of the operations that the request thread answers, and what they need: the store, and little else. */
export function openWorkerFeatures(services: ThreadServices, { featuresId, readSource, wake }: Parts) {
  const { record } = createEventRecorder(services, wake)
  const featureCache = new FeatureCache(services, featuresId)
  const trainingSets = new TrainingSetLoader(services, new PinnedPictures(services, readSource, featureCache))
  const deleteProfile = createDeleteProfile(record, createRecordBatchEnd(record))
  const submission = createBatchSubmission(services, {
    findState,
    checkDimensions: createDimensionCheck(trainingSets),
  })
  return {
    handlers: {
      ...profileHandlers(services, createTasteSummaries(trainingSets), record, deleteProfile),
      ...historyHandlers(services, record),
      ...annotationHandlers(record),
      listPictures: createListPictures(findState),
      listDimensions: createListDimensions(trainingSets, findState),
      // The main thread answers from what was stored, because it has the runner and the result streams.
      submitBatch: storeThenRespond<'submitBatch'>(submission, async (_, stored) => ({
        body: stored,
        mediaType: 'application/json; charset=utf-8',
      })),
    },
    close: () => featureCache.close(),
  }
}
