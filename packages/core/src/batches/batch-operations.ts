import { z } from 'zod'
import { describeDaysKept } from '../days-kept.ts'
import { ProjectId, wholeNumber } from '../fields.ts'
import { nextCursor, pageQuery } from '../page.ts'
import { type OperationsFor, operation } from '../route-types.ts'
import { scoreForm } from '../taste/examples.ts'
import { framesPerRequestMax } from '../taste/scoring-schema.ts'
import type { batchRoutes } from './batch-routes.ts'
import { batch, batchRequest, batchStreams, startedBatch } from './examples.ts'
import { Batch, BatchRequest, batchStatuses } from './schema.ts'

const byBatchId = z.object({ batchId: z.string().meta({ description: 'Id of the batch' }) })

const streamed = 'The results in order of completion, as JSON lines or as server-sent events'

export const batchOperations = {
  submitBatch: operation(
    { body: BatchRequest, reply: Batch },
    {
      summary: 'Score up to 10,000 frames in a batch',
      description:
        'Streams results as they complete: JSON lines, or server-sent events with `Accept: text/event-stream`. With `Prefer: respond-async` the response is 202 with the batch. Pictures can be sent with the request, as the parts of a form, as in `POST /v1/score`. A dropped connection does not stop the batch. Repeating the request with the same idempotency key streams the same batch again.',
      headers: { Prefer: '`respond-async` returns the batch immediately' },
      faults: [
        'profile_not_found',
        'unknown_branch',
        'unknown_version',
        'unknown_dimension',
        'too_many_frames',
        'too_many_explanations',
        'account_full',
      ],
      answers: { 200: streamed, 202: 'The batch was accepted (with `Prefer: respond-async`)' },
      examples: {
        body: batchRequest,
        sent: { 'multipart/form-data': scoreForm },
        reply: startedBatch,
        text: batchStreams,
      },
    },
  ),

  listBatches: operation(
    {
      query: z.object({
        projectId: ProjectId.optional(),
        profile_id: z.string().optional().meta({ description: 'Only batches of this profile' }),
        status: z.enum(batchStatuses).optional().meta({ description: 'Only batches with this status' }),
        ...pageQuery,
      }),
      reply: z.object({ batches: z.array(Batch), nextCursor }),
    },
    {
      summary: 'List batches, newest first',
      description: `Batch results are kept for ${describeDaysKept('batches')}.`,
      faults: ['project_forbidden'],
      answers: { 200: 'A page of batches' },
      examples: { reply: { batches: [batch] } },
    },
  ),

  getBatch: operation(
    { params: byBatchId, reply: Batch },
    {
      summary: 'Read the status of a batch',
      description:
        'A batch is `completed` even if every frame failed; `failed` means that the batch itself could not continue.',
      faults: ['batch_not_found'],
      answers: { 200: 'The batch' },
      examples: { reply: batch },
    },
  ),

  streamBatchResults: operation(
    {
      params: byBatchId,
      query: z.object({
        after: wholeNumber(0, framesPerRequestMax)
          .optional()
          .meta({ description: 'The `seq` of the last result that you received' }),
      }),
      reply: z.string(),
    },
    {
      summary: 'Stream the results of a batch',
      description:
        'Streams the results that follow `after`, even while the batch is running: JSON lines, or server-sent events with `Accept: text/event-stream`. The first line is `batch` and the last is `done`.',
      headers: { 'Last-Event-ID': 'The id of the last event that you received; same as `after`' },
      faults: ['batch_not_found'],
      answers: { 200: streamed },
      examples: { text: batchStreams },
    },
  ),

  cancelBatch: operation(
    { params: byBatchId, reply: Batch },
    {
      summary: 'Cancel a batch',
      description: 'Frames that are already being scored finish first. Canceling a finished batch has no effect.',
      faults: ['batch_not_found'],
      answers: { 200: 'The batch' },
      examples: { reply: { ...startedBatch, status: 'canceling' } },
    },
  ),
} satisfies OperationsFor<typeof batchRoutes>
