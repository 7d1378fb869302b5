import { Readable } from 'node:stream'
import { isOver } from '@palate/core/batches/schema.ts'
import { Fault } from '@palate/core/fault.ts'
import { isId } from '@palate/core/ids.ts'
import { blindJudge, type Caller, mayUse, projectsFor } from '@palate/core/keys/access.ts'
import { badCursor, formatCursor, pageSize, parseCursor } from '@palate/core/page.ts'
import { requireNamedParts } from '@palate/core/taste/frame-parts.ts'
import { refuseImpossible, requestedState } from '@palate/core/taste/score-request.ts'
import {
  type Call,
  type Handlers,
  longRunning,
  type Outcome,
  type SentPictures,
  storeThenRespond,
} from '../operations.ts'
import { prefers } from '../platform/accept.ts'
import { type PeoplePort, requirePerson } from '../ports/people.ts'
import type { FindState, State } from '../ports/states.ts'
import type { RecordBatchEnd } from '../ports/webhooks.ts'
import type { Services } from '../services.ts'
import { accountFull, findAccountBytes, hasRoom } from '../store/disk/account-bytes.ts'
import type { Db } from '../store/schema.ts'
import { listBody } from '../streaming/list-body.ts'
import { type StreamParts, streamBatch } from './result-stream.ts'
import type { BatchRunner } from './running/runner.ts'
import * as store from './storing/batch-store.ts'
import { progressOf, saveProgress } from './storing/batch-store.ts'
import { countLeased } from './storing/frame-store.ts'
import { type Frame, insertRequest } from './storing/request-store.ts'

type Ids = 'submitBatch' | 'listBatches' | 'getBatch' | 'streamBatchResults' | 'cancelBatch'

const ndjson = 'application/x-ndjson'
const eventStream = 'text/event-stream'
/** Proxies that buffer responses would delay results. */
const unbuffered = { 'x-accel-buffering': 'no' }

interface Parts extends StreamParts {
  /** Stores a batch. */
  readonly submit: (call: Call<'submitBatch'>) => Promise<Outcome<'submitBatch'>>
  readonly runner: BatchRunner
  /** Aborted when the service stops. Readers resume with another process, or later. */
  readonly stopping: AbortSignal
  readonly recordEnd: RecordBatchEnd
}

export function batchHandlers(services: Services, parts: Parts): Handlers<Ids> {
  const { submit, runner, watch, stopping, recordEnd } = parts
  const { read } = services.store

  function stream({ headers, signal }: Pick<Call<Ids>, 'headers' | 'signal'>, batch: store.StoredBatch, after: number) {
    const events = prefers(headers.accept, eventStream, ndjson)
    const until = AbortSignal.any([signal, stopping])
    const body = Readable.from(streamBatch(parts, batch, after, events ? 'events' : 'ndjson', until))
    return { body, mediaType: events ? eventStream : ndjson, headers: unbuffered }
  }

  return {
    submitBatch: storeThenRespond(submit, async (call, stored): Promise<Outcome<'submitBatch'>> => {
      runner.wake()
      const { batch_id } = stored
      const found = await findBatch(read, call.caller, batch_id)
      if (!prefersAsync(call.headers.prefer)) return stream(call, found, 0)
      const headers = { location: `/v1/score/batch/${batch_id}`, 'preference-applied': 'respond-async' }
      return { status: 202, body: found.batch, headers, mediaType: 'application/json; charset=utf-8' }
    }),

    async listBatches({ caller, query, db }) {
      const { profile_id: profileId, status } = query
      const projects = projectsFor(caller, query.projectId)
      if (profileId !== undefined && !isId('prof', profileId)) return { body: { batches: [] } }
      const size = pageSize(query.limit)
      const before = query.cursor === undefined ? undefined : batchIdOf(query.cursor)
      const only = { projects, profileId, status }
      const body = await listBody<store.StoredBatch>({
        ...{ name: 'batches', size, textOf: ({ batch }) => JSON.stringify(batch) },
        read: (last, rowsMax) => store.listBatches(db, caller.accountId, only, last?.batchId ?? before, rowsMax),
        cursorOf: ({ batchId }) => formatCursor([batchId]),
      })
      return { body }
    },

    getBatch: async ({ caller, params, db }) => ({ body: (await findBatch(db, caller, params.batchId)).batch }),

    streamBatchResults: longRunning(async (call) => {
      const found = await findBatch(call.db, call.caller, call.params.batchId)
      return stream(call, found, Math.max(call.query.after ?? 0, lastEventId(call.headers['last-event-id'])))
    }),

    cancelBatch: storeThenRespond(
      async ({ caller, params, db, now }) => {
        const stored = await findBatch(db, caller, params.batchId, store.lockBatch)
        if (isOver(stored.batch.status)) return { body: stored.batch }
        return { body: (await saveProgress(db, stored, await canceled(db, stored, now), recordEnd)).batch }
      },
      async ({ caller: { accountId } }, stored) => {
        runner.wake()
        if (isOver(stored.status)) runner.deleteRequest({ accountId, batchId: stored.batch_id })
        watch.notify(stored.batch_id)
        return { body: stored }
      },
    ),
  }
}

/** Canceled immediately if no frame is leased, otherwise when the last lease is released. */
async function canceled(db: Db, stored: store.StoredBatch, now: string): Promise<store.BatchProgress> {
  const at = new Date(now)
  const isIdle = (await countLeased(db, stored, at.getTime())) === 0
  return isIdle ? progressOf(stored, { status: 'canceled', at }) : { ...progressOf(stored), status: 'canceling' }
}

/** The last server-sent event that a reconnecting reader has received. */
function lastEventId(header: string | string[] | undefined): number {
  return /^\d{1,5}$/.test(String(header)) ? Number(header) : 0
}

function prefersAsync(prefer: string | string[] | undefined): boolean {
  return [prefer ?? ''].flat().some((value) => /(^|,)\s*respond-async\s*(,|;|$)/i.test(value))
}

function batchIdOf(cursor: string): string {
  const [id = ''] = parseCursor(cursor, 1)
  if (!isId('batch', id)) throw badCursor()
  return id
}

/** Batches of projects that the caller's key may not use are reported as not found. */
export async function findBatch(
  db: Db,
  caller: Caller,
  batchId: string,
  find: typeof store.findBatch = store.findBatch,
): Promise<store.StoredBatch> {
  const found = isId('batch', batchId) ? await find(db, { accountId: caller.accountId, batchId }) : undefined
  if (!found || !mayUse(caller, found.projectId)) throw new Fault('batch_not_found', 'there is no batch with this id')
  return found
}

export const unfinishedBatchesMax = 20
/** About the size of a result: without its scores, and for each dimension. */
const resultBytes = { bare: 256, score: 32, explanation: 1536, regions: 384 }

interface SubmissionParts {
  readonly findState: FindState
  readonly findPerson: PeoplePort['findPerson']
  /** Throws a Fault if a dimension is unknown. */
  readonly checkDimensions: (state: State, dimensions: readonly string[]) => Promise<void>
  readonly modelId: string
}

/** Stores a batch in the transaction of its request. The runner finds it there. */
export function createBatchSubmission(
  { newId, store: engine }: Pick<Services, 'newId' | 'store'>,
  { findState, findPerson, checkDimensions, modelId }: SubmissionParts,
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
    if (body.person !== undefined) await requirePerson({ findPerson }, db, caller.accountId, body.person)
    const key = { accountId: caller.accountId, batchId: newId('batch') }
    const { dimensions, explain = false, verdict = false, regions = false, metadata = {} } = body
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
      request: {
        ...(body.state && { branchId: state.branchId }),
        dimensions,
        explain,
        ...(regions && { regions }),
        ...(body.person !== undefined && { person: body.person }),
        ...(explain && { people: { blindFor: blindJudge(caller) } }),
        metadata,
        ...(verdict && { thresholds: state.thresholds }),
        ...(body.suggestions === false && { suggestions: false }),
      },
      model: modelId,
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
function expectedResultBytes({ frames, dimensions, explain, verdict, regions }: Call<'submitBatch'>['body']): number {
  const idBytes = frames.reduce((sum, { id }) => sum + Buffer.byteLength(id), 0) / frames.length
  const bare = explain || verdict ? resultBytes.explanation : resultBytes.score
  const perDimension = bare + (regions ? resultBytes.regions : 0)
  return Math.ceil(resultBytes.bare + idBytes + dimensions.length * perDimension)
}

function tooManyBatches(): Fault {
  const limit = `an account may have at most ${unfinishedBatchesMax} unfinished batches`
  const headers = { 'retry-after': '10' }
  return new Fault('rate_limited', `${limit}; wait for one to finish, or cancel one`, { headers })
}
