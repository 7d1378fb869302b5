import { z } from 'zod'
import { ProjectId, wholeNumber } from '../fields.ts'
import { nextCursor, pageQuery } from '../page.ts'
import type { SchemasFor } from '../route-types.ts'
import { framesPerRequestMax } from '../taste/scoring-schema.ts'
import type { batchRoutes } from './routes.ts'
import { Batch, BatchRequest, batchStatuses } from './schema.ts'

const byBatchId = z.object({ batchId: z.string().meta({ description: 'Id of the batch' }) })

export const batchSchemas = {
  submitBatch: { body: BatchRequest, reply: Batch },
  listBatches: {
    query: z.object({
      projectId: ProjectId.optional(),
      profile_id: z.string().optional().meta({ description: 'Only batches of this profile' }),
      status: z.enum(batchStatuses).optional().meta({ description: 'Only batches with this status' }),
      ...pageQuery,
    }),
    reply: z.object({ batches: z.array(Batch), nextCursor }),
  },
  getBatch: { params: byBatchId, reply: Batch },
  streamBatchResults: {
    params: byBatchId,
    query: z.object({
      after: wholeNumber(0, framesPerRequestMax)
        .optional()
        .meta({ description: 'The `seq` of the last result that you received' }),
    }),
    reply: z.string(),
  },
  cancelBatch: { params: byBatchId, reply: Batch },
} as const satisfies SchemasFor<typeof batchRoutes>
