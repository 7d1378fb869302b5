import { Readable } from 'node:stream'
import { isOver } from '@palate/core/batches/schema.ts'
import { isId } from '@palate/core/ids.ts'
import { projectFor } from '@palate/core/keys/access.ts'
import { badCursor, formatCursor, pageSize, parseCursor } from '@palate/core/page.ts'
import { type Call, type Handlers, longRunning, type Outcome, storeThenRespond } from '../operations.ts'
import { prefers } from '../platform/accept.ts'
import type { RecordBatchEnd } from '../ports/webhooks.ts'
import type { Services } from '../services.ts'
import type { Db } from '../store/schema.ts'
import { listBody } from '../streaming/list-body.ts'
import { type StreamParts, streamBatch } from './reading/stream.ts'
import type { BatchRunner } from './running/runner.ts'
import * as store from './storing/batch-store.ts'
import { findBatch } from './storing/find-batch.ts'
import { countLeased } from './storing/frame-store.ts'
import { progressOf, saveProgress } from './storing/progress.ts'

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
      const projectId = projectFor(caller, query.projectId)
      if (profileId !== undefined && !isId('prof', profileId)) return { body: { batches: [] } }
      const size = pageSize(query.limit)
      const before = query.cursor === undefined ? undefined : batchIdOf(query.cursor)
      const only = { projectId, profileId, status }
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
