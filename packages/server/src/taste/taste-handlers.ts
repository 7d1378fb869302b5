import { Fault } from '@palate/core/fault.ts'
import { blindJudge } from '@palate/core/keys/access.ts'
import { contradictionsIn } from '@palate/core/profile/subject/contradictions.ts'
import { subjectPictures } from '@palate/core/profile/subject/differing-pictures.ts'
import { dimensionsOf } from '@palate/core/taste/dimensions.ts'
import { examplesUsual } from '@palate/core/taste/examples-schema.ts'
import { nearestExamples, typicalExamples } from '@palate/core/taste/nearest-examples.ts'
import { type Handler, type Handlers, longRunning } from '../operations.ts'
import { rethrowForClient } from '../pictures/client-fault.ts'
import { FrameFault } from '../pictures/picture-faults.ts'
import { thumbnailPath } from '../pictures/thumbnails/thumbnail-path.ts'
import type { FramesPort } from '../ports/frames.ts'
import type { PeoplePort } from '../ports/people.ts'
import type { FindJudges, IdentifyPictures } from '../ports/profiles.ts'
import type { FindState, State } from '../ports/states.ts'
import type { Db } from '../store/schema.ts'
import { findElementNames } from './brief/element-names.ts'
import { createGetBrief } from './brief/handler.ts'
import { labelledExamples } from './brief/labelled-examples.ts'
import type { DescribeDesign, DescribeTaste } from './brief/make-brief.ts'
import { diagnose } from './diagnose.ts'
import { createGetThreshold } from './get-threshold.ts'
import type { Models } from './learning/models.ts'
import { findStateInQuery } from './state-in-query.ts'
import { createSuggestJudgements } from './suggestions/handler.ts'
import type { Suggestions } from './suggestions/suggestions.ts'
import type { ReadSource } from './training-sets/source-reader.ts'
import type { TrainingSet } from './training-sets/training-set.ts'
import type { TrainingSetLoader } from './training-sets/training-set-loader.ts'

interface Parts {
  readonly trainingSets: TrainingSetLoader
  readonly readSource: ReadSource
  readonly models: Pick<Models, 'model' | 'personModel' | 'validation' | 'verdictBasis' | 'agreement'>
  readonly embedderId: string
  readonly modelId: string
  readonly suggestions: Suggestions
  readonly findJudges: FindJudges
  readonly identifyPictures: IdentifyPictures
  readonly library: Pick<FramesPort, 'findFrames'>
  readonly describeTaste: DescribeTaste
  readonly describeDesign: DescribeDesign
  readonly findPerson: PeoplePort['findPerson']
}

type Ids =
  | 'listDimensions'
  | 'diagnoseProfile'
  | 'getThreshold'
  | 'getBrief'
  | 'findExamples'
  | 'refreshProfile'
  | 'suggestJudgements'

/** Operations on a state's training data. Offload threads can also run them. */
export function learningHandlers(parts: Parts, findState: FindState): Handlers<Ids> {
  const { trainingSets } = parts
  return {
    listDimensions: createListDimensions(trainingSets, findState),

    async diagnoseProfile({ caller, params, query, db, signal }) {
      const { versionId, branchId, includeWorking, ...named } = query
      const older = { version_id: versionId, branch_id: branchId, include_working: includeWorking }
      const path = versionId === undefined ? undefined : '/query/versionId'
      const state = await findStateInQuery(findState, { db, caller, params, query: { ...older, ...named } }, path)
      const trainingSet = await trainingSets.load(state, signal).catch(rethrowForClient)
      const contradictions = await findContradictions(parts.identifyPictures, db, state)
      const labelledAt = await findLabelTimes(parts.findJudges, db, state, trainingSet)
      const diagnosis = diagnose(parts, state, trainingSet, contradictions, labelledAt, signal, blindJudge(caller))
      return { body: await diagnosis.catch(rethrowForClient) }
    },

    getThreshold: createGetThreshold(parts, findState),
    getBrief: createGetBrief(parts.describeTaste, parts.describeDesign, findState),
    findExamples: createFindExamples(parts, findState),

    refreshProfile: longRunning(async ({ caller, params, db, signal }) => {
      const state = await findState(db, caller, params.id, {})
      const { pictures, unusable } = await trainingSets.refresh(state, signal).catch(rethrowForClient)
      return { body: { pictures: pictures.size, unusable } }
    }),

    suggestJudgements: createSuggestJudgements(parts, findState, parts.findPerson),
  }
}

/** When the first labels of new tastes were given. */
async function findLabelTimes(findJudges: FindJudges, db: Db, state: State, { changes = [] }: TrainingSet) {
  if (changes.length === 0) return new Map<string, string>()
  const first = new Set(changes.map(({ firstElementId }) => firstElementId))
  const elements = (await state.elements()).exemplars.filter(({ id }) => first.has(id))
  const judges = await findJudges(db, state, 'exemplars', elements, true)
  return new Map([...judges].map(([id, { at }]) => [id, at]))
}

async function findContradictions(identifyPictures: IdentifyPictures, db: Db, state: State) {
  const elements = await state.elements()
  return contradictionsIn(elements, await identifyPictures(db, state, subjectPictures(elements), new Map()))
}

function createListDimensions(trainingSets: TrainingSetLoader, findState: FindState): Handler<'listDimensions'> {
  return async ({ caller, query, db }) => {
    if (query.profile_id === undefined) return { body: { dimensions: dimensionsOf([]) } }
    // Includes dimensions of uncommitted changes, because `include_working` scores frames with them.
    const state = await findState(db, caller, query.profile_id, { includeWorking: true })
    const named = await trainingSets.dimensionNames(state)
    return { body: { dimensions: dimensionsOf(named) } }
  }
}

/**
 * Examples from the state at the head of the current branch. Reads the picture, and records nothing. Somebody who only
 * judges gets their own, and so does not see how others judged.
 */
function createFindExamples(
  parts: Pick<Parts, 'trainingSets' | 'readSource' | 'library'>,
  findState: FindState,
): Handler<'findExamples'> {
  const { trainingSets, readSource, library } = parts
  return longRunning(async ({ caller, params, body: { url, limit = examplesUsual }, db, signal }) => {
    const state = await findState(db, caller, params.id, {})
    const trainingSet = await trainingSets.load(state, signal).catch(rethrowForClient)
    const onlyBy = blindJudge(caller)
    const all = [true, false].flatMap((good) =>
      labelledExamples(trainingSet, good, onlyBy).map((example) => ({ ...example, good })),
    )
    const picture = url === undefined ? undefined : await readSource(state, { url }).catch(rethrowUnreadable)
    const found = picture ? nearestExamples(all, picture.embedding, limit) : typicalExamples(all, limit)
    const names = await findElementNames(library, db, state, found)
    const examples = found.map(({ elementId, contentHash, good }) => {
      const name = names.get(elementId)
      const label = good ? ('good' as const) : ('bad' as const)
      return { elementId, label, thumbnail: thumbnailPath(contentHash), ...(name !== undefined && { name }) }
    })
    return { body: { examples } }
  })
}

function rethrowUnreadable(error: unknown): never {
  if (error instanceof FrameFault) throw new Fault('unreadable_picture', error.message)
  return rethrowForClient(error)
}
