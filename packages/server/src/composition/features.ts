import { createBatchSubmission } from '../batches/batch-handlers.ts'
import type { FrameLibrary } from '../frames/library.ts'
import { findActors } from '../keys/store.ts'
import { findPerson, peopleOf } from '../people/person-store.ts'
import type { FeatureCache } from '../pictures/features/feature-cache.ts'
import type { FeatureSpace } from '../pictures/features/features.ts'
import type { RecordEvents } from '../ports/webhooks.ts'
import { annotationHandlers } from '../profiles/annotations/annotation-handlers.ts'
import { discardHandlers } from '../profiles/annotations/discard-handlers.ts'
import { findJudges } from '../profiles/annotations/judges.ts'
import { createEraseJudgements } from '../profiles/erase-judgements.ts'
import { historyHandlers } from '../profiles/history/history-handlers.ts'
import { identifyPictures } from '../profiles/pictures/content-hashes.ts'
import { profilesPort } from '../profiles/port.ts'
import { profileHandlers } from '../profiles/profile-handlers.ts'
import { findOtherStates, findState } from '../profiles/states/states.ts'
import { ensureProject } from '../projects/projects.ts'
import type { ThreadServices } from '../services.ts'
import { createDescribeDesign, createDescribeTaste } from '../taste/brief/make-brief.ts'
import type { MeasureColours } from '../taste/brief/picture-colours.ts'
import type { MeasureDesigns } from '../taste/brief/picture-designs.ts'
import { createDimensionCheck } from '../taste/dimension-check.ts'
import { modelIdFor } from '../taste/learning/model-id.ts'
import type { Models } from '../taste/learning/models.ts'
import { createTasteSummaries } from '../taste/learning/taste-summaries.ts'
import { createListPictures } from '../taste/list-pictures.ts'
import { LikelySplits } from '../taste/people/likely-splits.ts'
import { createListDisagreements } from '../taste/people/list-disagreements.ts'
import { createListProfilePeople } from '../taste/people/list-people.ts'
import { ProjectFrames } from '../taste/suggestions/project-frames.ts'
import { Suggestions } from '../taste/suggestions/suggestions.ts'
import { learningHandlers } from '../taste/taste-handlers.ts'
import { openTrainingSets } from '../taste/training-sets/open-training-sets.ts'
import type { ReadSource } from '../taste/training-sets/source-reader.ts'
import { createRecordBatchEnd } from '../webhooks/events/event-recorder.ts'
import { createDeleteProfile } from './delete-profile.ts'

/** What differs between threads: the main thread reads pictures and learns models, an offload thread has it do so. */
export interface ThreadParts {
  readonly embedderId: string
  readonly featureSpace: FeatureSpace
  readonly featureCache: FeatureCache
  readonly readSource: ReadSource
  readonly measureColours: MeasureColours
  readonly measureDesigns: MeasureDesigns
  readonly models: Pick<
    Models,
    'model' | 'personModel' | 'validation' | 'verdictBasis' | 'agreement' | 'change' | 'suggest'
  >
  /** Whether the crowd's opinion of `aesthetics` is known. What other profiles have in common is added to it. */
  readonly knowsCrowd: boolean
  /** Stores the features that the main thread holds in memory. */
  readonly flush: () => Promise<void>
  readonly library: FrameLibrary
  readonly record: RecordEvents
}

/** The features that need little but the store, with their handlers. The main thread and offload threads open them. */
export function openFeatures(services: ThreadServices, parts: ThreadParts) {
  const {
    embedderId,
    featureSpace,
    featureCache,
    readSource,
    measureColours,
    measureDesigns,
    models,
    flush,
    library,
    record,
  } = parts
  const modelId = modelIdFor(featureSpace)
  const trainingSets = openTrainingSets(services, {
    featureSpace,
    featureCache,
    readSource,
    frames: library,
    profiles: profilesPort,
    models,
    knowsCrowd: parts.knowsCrowd,
    findOthers: findOtherStates,
  })
  const tasteSummaries = createTasteSummaries(trainingSets)
  const checkDimensions = createDimensionCheck(trainingSets)
  const deleteProfile = createDeleteProfile(services, record, createRecordBatchEnd(record))
  const describeTaste = createDescribeTaste({ modelId, models, measureColours, library, trainingSets })
  const describeDesign = createDescribeDesign({ measureColours, measureDesigns, trainingSets })
  const frames = new ProjectFrames(services, library, featureSpace.dimensions)
  const suggestions = new Suggestions(services, { models, featureCache, flush, frames })
  const team = { trainingSets, models, identifyPictures, library, frames, peopleOf }
  return {
    modelId,
    trainingSets,
    tasteSummaries,
    checkDimensions,
    describeTaste,
    eraseJudgements: createEraseJudgements(services, record),
    submitBatch: createBatchSubmission(services, { findState, findPerson, checkDimensions, modelId }),
    handlers: {
      ...profileHandlers(services, tasteSummaries, record, deleteProfile, library, ensureProject, peopleOf),
      ...historyHandlers(services, record, findActors),
      ...annotationHandlers(services.newId, record, peopleOf),
      ...discardHandlers(services, record),
      listPictures: createListPictures({ findState, findJudges, findActors, identifyPictures }),
      ...learningHandlers(
        {
          embedderId,
          modelId,
          trainingSets,
          readSource,
          models,
          suggestions,
          findJudges,
          identifyPictures,
          library,
          describeTaste,
          describeDesign,
          findPerson,
        },
        findState,
      ),
      listProfilePeople: createListProfilePeople(team, findState),
      listDisagreements: createListDisagreements(
        { ...team, splits: new LikelySplits({ models, featureCache, flush, frames }) },
        findState,
      ),
    },
  }
}
