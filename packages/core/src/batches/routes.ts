import { z } from 'zod'
import { ProjectId, wholeNumber } from '../fields.ts'
import { nextCursor, pageQuery } from '../page.ts'
import { type Alternative, largeBodyBytesMax, type Route } from '../route.ts'
import { framesPerRequestMax } from '../taste/scoring-schema.ts'
import { Batch, BatchRequest, batchStatuses } from './schema.ts'

const batchParams = z.object({ batchId: z.string() })

const asEvents: Alternative = {
  status: 200,
  description: 'the same as server-sent events',
  content: { mediaType: 'text/event-stream', reply: z.string() },
}

/** The operations of batches. */
export const batchRoutes = {
  submitBatch: {
    method: 'POST',
    path: '/v1/score/batch',
    tag: 'Scoring',
    summary: 'Score up to 10,000 frames; results are streamed as they complete',
    description:
      'Lines of JSON, or server-sent events with `Accept: text/event-stream`; with `Prefer: respond-async` 202 and the batch. A dropped connection does not stop the batch. An idempotent repeat streams the same batch again.',
    access: 'key',
    headers: { Accept: '`text/event-stream` for server-sent events', Prefer: '`respond-async` answers at once' },
    body: BatchRequest,
    bodyBytesMax: largeBodyBytesMax,
    status: 200,
    reply: z.union([Batch, z.string()]),
    mediaType: 'application/x-ndjson',
    alternatives: [
      asEvents,
      {
        status: 202,
        description: 'Taken on, with `Prefer: respond-async`',
        content: { mediaType: 'application/json', reply: Batch },
      },
    ],
    faults: ['profile_not_found', 'unknown_branch', 'unknown_version', 'unknown_dimension', 'too_many_frames'],
  },
  listBatches: {
    method: 'GET',
    path: '/v1/score/batch',
    tag: 'Scoring',
    summary: 'List batches, newest first',
    access: 'key',
    query: z.object({
      projectId: ProjectId.optional(),
      profile_id: z.string().optional(),
      status: z.enum(batchStatuses).optional(),
      ...pageQuery,
    }),
    status: 200,
    reply: z.object({ batches: z.array(Batch), nextCursor }),
    faults: ['project_forbidden'],
  },
  getBatch: {
    method: 'GET',
    path: '/v1/score/batch/:batchId',
    tag: 'Scoring',
    summary: 'How a batch stands',
    access: 'key',
    params: batchParams,
    status: 200,
    reply: Batch,
    faults: ['batch_not_found'],
  },
  streamBatchResults: {
    method: 'GET',
    path: '/v1/score/batch/:batchId/results',
    tag: 'Scoring',
    summary: "Stream a batch's results from a place on, also while it runs",
    access: 'key',
    params: batchParams,
    query: z.object({
      after: wholeNumber(0, framesPerRequestMax)
        .optional()
        .meta({ description: 'The seq of the last result that you have' }),
    }),
    headers: { Accept: '`text/event-stream` for server-sent events' },
    status: 200,
    reply: z.string(),
    mediaType: 'application/x-ndjson',
    alternatives: [asEvents],
    faults: ['batch_not_found'],
  },
  cancelBatch: {
    method: 'POST',
    path: '/v1/score/batch/:batchId/cancel',
    tag: 'Scoring',
    summary: 'Cancel a batch; one that is over stays as it is',
    access: 'key',
    params: batchParams,
    status: 200,
    reply: Batch,
    faults: ['batch_not_found'],
  },
} as const satisfies Record<string, Route>
