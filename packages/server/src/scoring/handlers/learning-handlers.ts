import { contradictionsIn } from '@palate/core/profile/subject/contradictions.ts'
import { subjectPictures } from '@palate/core/profile/subject/differing-pictures.ts'
import { refuseTwoStates } from '@palate/core/taste/score-request.ts'
import { type Handlers, longRunning } from '../../operations.ts'
import type { FindState, State } from '../../ports.ts'
import { identifyPictures } from '../../store/rows/content-hashes.ts'
import type { Db } from '../../store/schema.ts'
import { rethrowForClient } from '../client-fault.ts'
import type { Models } from '../learning/models.ts'
import type { TrainingSetLoader } from '../learning/training-set-loader.ts'
import { diagnose } from './diagnose.ts'
import { nameInQuery } from './name-in-query.ts'

interface Parts {
  readonly trainingSets: TrainingSetLoader
  readonly models: Pick<Models, 'validation' | 'agreement'>
  readonly embedderId: string
}

/** Operations on a state's training data. The request thread can also run them. */
export function learningHandlers(parts: Parts, findState: FindState): Handlers<'diagnoseProfile' | 'refreshProfile'> {
  const { trainingSets } = parts
  return {
    async diagnoseProfile({ caller, params, query, db, signal }) {
      const { versionId, branchId } = query
      const includeWorking = query.includeWorking === 'true'
      refuseTwoStates(versionId, branchId, includeWorking, '/query/versionId')
      const state = await findState(db, caller, params.id, { versionId, branchId, includeWorking }).catch(nameInQuery)
      const trainingSet = await trainingSets.load(state, signal).catch(rethrowForClient)
      const contradictions = await findContradictions(db, state)
      return { body: await diagnose(parts, state, trainingSet, contradictions, signal).catch(rethrowForClient) }
    },

    refreshProfile: longRunning(async ({ caller, params, db, signal }) => {
      const state = await findState(db, caller, params.id, {})
      const { pictures, unusable } = await trainingSets.refresh(state, signal).catch(rethrowForClient)
      return { body: { pictures: pictures.size, unusable } }
    }),
  }
}

async function findContradictions(db: Db, state: State) {
  const elements = await state.elements()
  return contradictionsIn(elements, await identifyPictures(db, state, subjectPictures(elements), new Map()))
}
