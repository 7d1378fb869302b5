import type { DocsFor } from '../route-types.ts'
import { batch, batchRequest, batchStreams, startedBatch } from './examples.ts'
import type { batchSchemas } from './route-schemas.ts'

const streamed = 'The results in the order of completion, as lines of JSON or as server-sent events'

export const batchDocs = {
  submitBatch: {
    summary: 'Score up to 10,000 frames in a batch',
    description:
      'Results are streamed as they complete: lines of JSON, or server-sent events with `Accept: text/event-stream`. With `Prefer: respond-async` the answer is 202 with the batch. A dropped connection does not stop the batch. An idempotent repeat streams the same batch again.',
    headers: { Prefer: '`respond-async` answers at once with the batch' },
    faults: [
      'profile_not_found',
      'unknown_branch',
      'unknown_version',
      'unknown_dimension',
      'too_many_frames',
      'too_many_explanations',
    ],
    answers: { 200: streamed, 202: 'The batch was accepted, with `Prefer: respond-async`' },
    examples: { body: batchRequest, reply: startedBatch, text: batchStreams },
  },
  listBatches: {
    summary: 'List batches, newest first',
    description: 'The results of a batch are kept for 7 days.',
    faults: ['project_forbidden'],
    answers: { 200: 'A page of batches' },
    examples: { reply: { batches: [batch] } },
  },
  getBatch: {
    summary: 'Read the status of a batch',
    description:
      'A batch whose frames all failed is `completed`; `failed` means that the batch itself could not go on.',
    faults: ['batch_not_found'],
    answers: { 200: 'The batch' },
    examples: { reply: batch },
  },
  streamBatchResults: {
    summary: 'Stream the results of a batch',
    description:
      'Streams from the result after `after` on, also while the batch runs: lines of JSON, or server-sent events with `Accept: text/event-stream`. The `batch` line comes first and the `done` line last.',
    headers: { 'Last-Event-ID': 'The id of the last event that you have; as `after`' },
    faults: ['batch_not_found'],
    answers: { 200: streamed },
    examples: { text: batchStreams },
  },
  cancelBatch: {
    summary: 'Cancel a batch',
    description: 'Frames that are being scored finish first. A batch that is over stays as it is.',
    faults: ['batch_not_found'],
    answers: { 200: 'The batch' },
    examples: { reply: { ...startedBatch, status: 'canceling' } },
  },
} as const satisfies DocsFor<typeof batchSchemas>
