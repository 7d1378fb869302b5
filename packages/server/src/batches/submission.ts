import { Fault } from '@palate/core/fault.ts'
import { requireNamedParts } from '@palate/core/taste/frame-parts.ts'
import { refuseImpossible, requestedState } from '@palate/core/taste/score-request.ts'
import type { Call, Outcome, SentPictures } from '../operations.ts'
import type { FindState, State } from '../ports/states.ts'
import type { Services } from '../services.ts'
import { accountFull, findAccountBytes, hasRoom } from '../store/disk/account-bytes.ts'
import type { Db } from '../store/schema.ts'
import * as store from './storing/batch-store.ts'
import type { Frame } from './storing/part-store.ts'
import { insertRequest } from './storing/request-store.ts'

export const unfinishedBatchesMax = 20
/** About the size of a result: without its scores, and for each dimension. */
const resultBytes = { bare: 256, score: 32, explanation: 1536 }

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
  async function refuseExcess(db: Db, accountId: string, bytes: number): Promise<void> {
    if (await hasRoom(engine, db, accountId, bytes)) return
    throw accountFull((await findAccountBytes(db, accountId)) + bytes, engine.accountBytesMax)
  }

  return async ({ caller, body, pictures, db, now }: Call<'submitBatch'>): Promise<Outcome<'submitBatch'>> => {
    refuseImpossible(body)
    if (pictures) requireNamedParts(body.frames, pictures)
    if ((await store.countUnfinished(db, caller.accountId)) >= unfinishedBatchesMax) throw tooManyBatches()
    const state = await findState(db, caller, body.profile_id, requestedState(body))
    await checkDimensions(state, body.dimensions)
    const key = { accountId: caller.accountId, batchId: newId('batch') }
    const { dimensions, explain = false, verdict = false, metadata = {} } = body
    const working = body.include_working ? JSON.stringify(await state.elements()) : null
    const perResult = expectedResultBytes(body)
    // Before anything is stored: the frames may be many megabytes.
    await refuseExcess(
      db,
      caller.accountId,
      sizeOf(body.frames, pictures) + (working?.length ?? 0) + perResult * body.frames.length,
    )
    const { batch } = await store.insertBatch(engine, db, {
      ...key,
      projectId: state.projectId,
      profileId: state.profileId,
      versionId: state.versionId,
      seed: state.seed,
      total: body.frames.length,
      asked: {
        ...(body.state && { branchId: state.branchId }),
        dimensions,
        explain,
        metadata,
        ...(verdict && { thresholds: state.thresholds }),
      },
      resultBytes: perResult,
      createdAt: now,
    })
    await insertRequest(db, key, { frames: body.frames, working, pictures })
    return { body: batch }
  }
}

/** About the size of the frames and their pictures as they are stored. */
function sizeOf(frames: readonly Frame[], pictures: SentPictures = new Map()): number {
  const pictureBytes = [...pictures.values()].reduce((sum, { data }) => sum + (data?.length ?? 0), 0)
  return frames.reduce((sum, { id, url }) => sum + id.length + url.length, pictureBytes)
}

/** About the size of one result, with the frame's id. */
function expectedResultBytes({ frames, dimensions, explain, verdict }: Call<'submitBatch'>['body']): number {
  const idBytes = frames.reduce((sum, { id }) => sum + Buffer.byteLength(id), 0) / frames.length
  const perDimension = explain || verdict ? resultBytes.explanation : resultBytes.score
  return Math.ceil(resultBytes.bare + idBytes + dimensions.length * perDimension)
}

function tooManyBatches(): Fault {
  const limit = `an account may have at most ${unfinishedBatchesMax} unfinished batches`
  const headers = { 'retry-after': '10' }
  return new Fault('rate_limited', `${limit}; wait for one to finish, or cancel one`, { headers })
}
