import { Fault } from '@palate/core/fault.ts'
import { refuseImpossible, requestedState } from '@palate/core/taste/score-request.ts'
import type { Call, Outcome } from '../operations.ts'
import type { FindState, State } from '../ports/states.ts'
import type { Services } from '../services.ts'
import * as store from './storing/batch-store.ts'
import { findBatch } from './storing/find-batch.ts'
import { insertRequest } from './storing/request-store.ts'

export const unfinishedBatchesMax = 20

interface SubmissionParts {
  readonly findState: FindState
  /** Throws a Fault if a dimension is unknown. */
  readonly checkDimensions: (state: State, dimensions: readonly string[]) => Promise<void>
}

/** Stores a batch in the transaction of its request. The runner finds it there. */
export function createBatchSubmission(
  { newId, store: engine }: Pick<Services, 'newId' | 'store'>,
  { findState, checkDimensions }: SubmissionParts,
) {
  return async ({ caller, body, db, now }: Call<'submitBatch'>): Promise<Outcome<'submitBatch'>> => {
    refuseImpossible(body)
    if ((await store.countUnfinished(db, caller.accountId)) >= unfinishedBatchesMax) throw tooManyBatches()
    const state = await findState(db, caller, body.profile_id, requestedState(body))
    await checkDimensions(state, body.dimensions)
    const key = { accountId: caller.accountId, batchId: newId('batch') }
    const { dimensions, explain = false, verdict = false, metadata = {} } = body
    await store.insertBatch(engine, db, {
      ...key,
      projectId: state.projectId,
      profileId: state.profileId,
      versionId: state.versionId,
      seed: state.seed,
      total: body.frames.length,
      asked: { dimensions, explain, metadata, ...(verdict && { thresholds: state.thresholds }) },
      createdAt: now,
    })
    const working = body.include_working ? JSON.stringify(await state.elements()) : null
    await insertRequest(db, key, { frames: body.frames, working })
    return { body: (await findBatch(db, caller, key.batchId)).batch }
  }
}

function tooManyBatches(): Fault {
  const limit = `an account may have at most ${unfinishedBatchesMax} unfinished batches`
  const headers = { 'retry-after': '10' }
  return new Fault('rate_limited', `${limit}; wait for one to finish, or cancel one`, { headers })
}
