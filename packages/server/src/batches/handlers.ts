import { Readable } from 'node:stream'
import { isOver } from '@palate/core/batches/schema.ts'
import { Fault } from '@palate/core/fault.ts'
import { isId } from '@palate/core/ids.ts'
import { type Caller, mayUse, projectFor } from '@palate/core/keys/access.ts'
import { badCursor, formatCursor, pageOf, pageSize, parseCursor } from '@palate/core/page.ts'
import { refuseImpossible, requestedState } from '@palate/core/taste/score-request.ts'
import { prefers } from '../accept.ts'
import { type Call, type Handlers, longRunning, type Outcome, storeThenRespond } from '../operations.ts'
import type { FindState, RecordBatchEnd, State } from '../ports.ts'
import type { Services } from '../services.ts'
import type { Db } from '../store/schema.ts'
import * as store from './batch-store.ts'
import { countLeased } from './frame-store.ts'
import { progressOf, saveProgress } from './progress.ts'
import { insertRequest } from './request-store.ts'
import type { BatchRunner } from './runner.ts'
import { type StreamParts, streamBatch } from './stream.ts'

type Ids = 'submitBatch' | 'listBatches' | 'getBatch' | 'streamBatchResults' | 'cancelBatch'

export const unfinishedBatchesMax = 20
const ndjson = 'application/x-ndjson'
const eventStream = 'text/event-stream'
/** Proxies that buffer responses would delay results. */
const unbuffered = { 'x-accel-buffering': 'no' }

interface Parts extends StreamParts {
  readonly runner: BatchRunner
  readonly findState: FindState
  /** Faults where a dimension is not known. */
  readonly checkDimensions: (state: State, dimensions: readonly string[]) => Promise<void>
  /** Aborted when the service stops. Readers resume at another process, or later. */
  readonly stopping: AbortSignal
  readonly recordEnd: RecordBatchEnd
}

export function batchHandlers({ newId, store: { read } }: Services, parts: Parts): Handlers<Ids> {
  const { runner, watch, findState, checkDimensions, stopping, recordEnd } = parts

  function stream({ headers, signal }: Pick<Call<Ids>, 'headers' | 'signal'>, batch: store.StoredBatch, after: number) {
    const events = prefers(headers.accept, eventStream, ndjson)
    const until = AbortSignal.any([signal, stopping])
    const body = Readable.from(streamBatch(parts, batch, after, events ? 'events' : 'ndjson', until))
    return { body, mediaType: events ? eventStream : ndjson, headers: unbuffered }
  }

  return {
    submitBatch: storeThenRespond(
      async ({ caller, body, db, now }) => {
        refuseImpossible(body)
        if ((await store.countUnfinished(db, caller.accountId)) >= unfinishedBatchesMax) throw tooManyBatches()
        const state = await findState(db, caller, body.profile_id, requestedState(body))
        await checkDimensions(state, body.dimensions)
        const key = { accountId: caller.accountId, batchId: newId('batch') }
        const { dimensions, explain = false, metadata = {} } = body
        await store.insertBatch(db, {
          ...key,
          projectId: state.projectId,
          profileId: state.profileId,
          versionId: state.versionId,
          seed: state.seed,
          total: body.frames.length,
          asked: { dimensions, explain, metadata },
          createdAt: now,
        })
        const working = body.include_working ? JSON.stringify(await state.elements()) : null
        await insertRequest(db, key, { frames: body.frames, working })
        return { body: (await findBatch(db, caller, key.batchId)).batch }
      },
      async (call, stored): Promise<Outcome<'submitBatch'>> => {
        runner.wake()
        const { batch_id } = stored
        const found = await findBatch(read, call.caller, batch_id)
        if (!prefersAsync(call.headers.prefer)) return stream(call, found, 0)
        const headers = { location: `/v1/score/batch/${batch_id}`, 'preference-applied': 'respond-async' }
        return { status: 202, body: found.batch, headers, mediaType: 'application/json; charset=utf-8' }
      },
    ),

    async listBatches({ caller, query, db }) {
      const { profile_id: profileId, status } = query
      const projectId = projectFor(caller, query.projectId)
      if (profileId !== undefined && !isId('prof', profileId)) return { body: { batches: [] } }
      const size = pageSize(query.limit)
      const before = query.cursor === undefined ? undefined : batchIdOf(query.cursor)
      const found = await store.listBatches(db, caller.accountId, { projectId, profileId, status }, before, size + 1)
      const { rows, ...next } = pageOf(found, size, ({ batchId }) => formatCursor([batchId]))
      return { body: { batches: rows.map(({ batch }) => batch), ...next } }
    },

    getBatch: async ({ caller, params, db }) => ({ body: (await findBatch(db, caller, params.batchId)).batch }),

    streamBatchResults: longRunning(async (call) => {
      const found = await findBatch(call.db, call.caller, call.params.batchId)
      return stream(call, found, Math.max(call.query.after ?? 0, lastEventId(call.headers['last-event-id'])))
    }),

    cancelBatch: storeThenRespond(
      async ({ caller, params, db, now }) => {
        const key = await findBatch(db, caller, params.batchId)
        const stored = await store.lockBatch(db, key)
        if (stored && !isOver(stored.batch.status)) {
          await saveProgress(db, stored, await canceled(db, stored, now), recordEnd)
        }
        return { body: (await findBatch(db, caller, params.batchId)).batch }
      },
      async (_, stored) => {
        runner.wake()
        watch.notify(stored.batch_id)
        return { body: stored }
      },
    ),
  }
}

async function findBatch(db: Db, caller: Caller, batchId: string): Promise<store.StoredBatch> {
  const found = isId('batch', batchId) ? await store.findBatch(db, { accountId: caller.accountId, batchId }) : undefined
  if (!found || !mayUse(caller, found.projectId)) throw new Fault('batch_not_found', 'there is no batch with this id')
  return found
}

/** Canceled at once if no frame is leased, else when the last lease is released. */
async function canceled(db: Db, stored: store.StoredBatch, now: string): Promise<store.BatchProgress> {
  const at = new Date(now)
  const isIdle = (await countLeased(db, stored, at.getTime())) === 0
  return isIdle ? progressOf(stored, { status: 'canceled', at }) : { ...progressOf(stored), status: 'canceling' }
}

/** The last event that a reconnecting reader of server-sent events has received. */
function lastEventId(header: string | string[] | undefined): number {
  return /^\d{1,5}$/.test(String(header)) ? Number(header) : 0
}

function prefersAsync(prefer: string | string[] | undefined): boolean {
  return [prefer ?? ''].flat().some((value) => /(^|,)\s*respond-async\s*(,|;|$)/i.test(value))
}

function tooManyBatches(): Fault {
  const detail = `an account may have ${unfinishedBatchesMax} batches under way; wait for one to end, or cancel one`
  return new Fault('rate_limited', detail, { headers: { 'retry-after': '10' } })
}

function batchIdOf(cursor: string): string {
  const [id = ''] = parseCursor(cursor, 1)
  if (!isId('batch', id)) throw badCursor()
  return id
}
