import { Fault } from '@palate/core/fault.ts'
import type { Caller } from '@palate/core/keys/access.ts'
import type { Input } from '@palate/core/route-schemas.ts'
import type { OperationId } from '@palate/core/routes.ts'
import { dimensionsOf, requireDimensions } from '@palate/core/taste/dimensions.ts'
import { createBatchSubmission } from '../batches/submission.ts'
import { createDeleteProfile } from '../composition/delete-profile.ts'
import { openFrameLibrary } from '../frames/library.ts'
import type { CheckedRequest } from '../http/answer-request.ts'
import { storeThenRespond } from '../operations.ts'
import { annotationHandlers } from '../profiles/annotations/annotation-handlers.ts'
import { profileHandlers } from '../profiles/handlers.ts'
import { historyHandlers } from '../profiles/history/history-handlers.ts'
import { readTextBlob } from '../profiles/objects/object-reader.ts'
import { findOtherStates, findPinnedState, findPreviewStates, findState } from '../profiles/states/states.ts'
import { createUpdateProfile } from '../profiles/update-profile.ts'
import { rethrowForClient } from '../scoring/client-fault.ts'
import { FeatureCache } from '../scoring/features/feature-cache.ts'
import type { FeatureSpace } from '../scoring/features/features.ts'
import { createDimensionCheck } from '../scoring/handlers/dimension-check.ts'
import { learningHandlers } from '../scoring/handlers/learning-handlers.ts'
import { createListDimensions } from '../scoring/handlers/list-dimensions.ts'
import { createListPictures } from '../scoring/handlers/list-pictures.ts'
import { fitInputsOf } from '../scoring/learning/fit-inputs.ts'
import { openTrainingSets } from '../scoring/learning/open-training-sets.ts'
import type { ReadSource } from '../scoring/learning/source-reader.ts'
import { createTasteSummaries } from '../scoring/learning/taste-summaries.ts'
import { createSuggestJudgements } from '../scoring/suggestions/handler.ts'
import { Suggestions } from '../scoring/suggestions/suggestions.ts'
import type { ThreadServices } from '../services.ts'
import { createRecordBatchEnd } from '../webhooks/events/batch-end.ts'
import { createEventRecorder } from '../webhooks/events/event-recorder.ts'
import type { StateQuestion } from './messages.ts'
import type { RemoteModels } from './remote-models.ts'

type Check = (caller: Caller | undefined, checked: CheckedRequest) => Promise<void>

interface Parts {
  readonly featureSpace: FeatureSpace
  readonly embedderId: string
  readonly readSource: ReadSource
  readonly models: RemoteModels
  /** Whether the crowd's opinion of `aesthetics` is known. What other profiles have in common is added to it. */
  readonly knowsCrowd: boolean
  /** Called after the commit if there is something to deliver. */
  readonly wake: () => void
}

/**
 * The handlers of the operations that the request thread answers, the function that opens states for the main thread,
 * and their dependencies: the store, and little else.
 */
export function openWorkerFeatures(services: ThreadServices, parts: Parts) {
  const { featureSpace, models, wake } = parts
  const { record } = createEventRecorder(services, wake)
  const featureCache = new FeatureCache(services, featureSpace)
  const frames = openFrameLibrary(services, readTextBlob)
  const trainingSets = openTrainingSets(services, { ...parts, featureCache, frames, findOthers: findOtherStates })
  const tasteSummaries = createTasteSummaries(trainingSets)
  const deleteProfile = createDeleteProfile(record, createRecordBatchEnd(record))
  const checkDimensions = createDimensionCheck(trainingSets)
  const submission = createBatchSubmission(services, { findState, checkDimensions })

  const suggestions = new Suggestions(services, {
    models,
    // Features of recently scored frames are in the main thread's memory.
    flush: models.flush,
    featureCache,
    library: frames,
    embeddingLength: featureSpace.dimensions,
  })

  async function openState({ reference, dimensions, learns }: StateQuestion) {
    const state = await findPinnedState(services.store.read, reference)
    if (!state) throw new Fault('profile_not_found', 'the profile was just deleted')
    if (!learns) return void (await checkDimensions(state, dimensions))
    const trainingSet = await trainingSets.load(state).catch(rethrowForClient)
    return {
      dimensions: requireDimensions(dimensions, dimensionsOf(trainingSet.examples.keys())),
      inputs: fitInputsOf(trainingSet),
    }
  }

  /** Checks for requests that the main thread answers. They throw faults that would be large in its memory. */
  const checks: { readonly [Id in OperationId]?: Check } = {
    async previewProfile(caller, { input }) {
      if (!caller) return
      const { params, body } = input as Input<'previewProfile'>
      const { to } = await findPreviewStates(services.store.read, caller, params.id, body)
      await to.computeMerge?.()
    },
  }

  return {
    openState,
    checks,
    handlers: {
      ...profileHandlers(services, tasteSummaries, record, deleteProfile, frames),
      updateProfile: createUpdateProfile(services.store, tasteSummaries, record).updateLargeProfile,
      ...historyHandlers(services, record),
      ...annotationHandlers(record),
      listPictures: createListPictures(findState),
      listDimensions: createListDimensions(trainingSets, findState),
      ...learningHandlers({ ...parts, trainingSets }, findState),
      suggestJudgements: createSuggestJudgements({ trainingSets, suggestions }, findState),
      // The main thread builds the response from what was stored, because it has the batch runner and the result
      // streams.
      submitBatch: storeThenRespond<'submitBatch'>(submission, async (_, stored) => ({
        body: stored,
        mediaType: 'application/json; charset=utf-8',
      })),
    },
    close: () => featureCache.close(),
  }
}
