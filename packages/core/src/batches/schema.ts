import { z } from 'zod'
import { Timestamp } from '../fields.ts'
import { ModelId, ScoredState, ScoreRequest } from '../taste/scoring-schema.ts'

export const batchStatuses = ['in_progress', 'canceling', 'completed', 'canceled', 'failed'] as const
export type BatchStatus = (typeof batchStatuses)[number]

export const metadataCharactersMax = 16 * 1024

export const BatchRequest = ScoreRequest.omit({ thumbnails: true }).extend({
  metadata: z
    .record(z.string(), z.unknown())
    .refine((metadata) => JSON.stringify(metadata).length <= metadataCharactersMax, {
      error: `must have at most ${metadataCharactersMax} characters as JSON`,
    })
    .optional()
    .meta({ description: 'Your own data, stored and returned with the batch' }),
})
export type BatchRequest = z.infer<typeof BatchRequest>

export const BatchCounts = z.object({
  total: z.int(),
  succeeded: z.int(),
  failed: z.int(),
  canceled: z.int(),
})
export type BatchCounts = Readonly<z.infer<typeof BatchCounts>>

/** A model, and its first result. */
const ModelOfResults = z.object({ model: ModelId, seq: z.int() })
export type ModelOfResults = Readonly<z.infer<typeof ModelOfResults>>

export const modelsOfBatch = {
  model: ModelId.optional(),
  models: z.array(ModelOfResults).optional().meta({
    description:
      'Only if several models made the results, because the service was upgraded meanwhile: each with the `seq` of its first result. Their numbers are not comparable',
  }),
}

export const Batch = z.object({
  batch_id: z.string(),
  profile_id: z.string(),
  branch_id: ScoredState.shape.branch_id,
  version_id: z.string().nullable(),
  status: z.enum(batchStatuses),
  counts: BatchCounts,
  metadata: z.record(z.string(), z.unknown()),
  ...modelsOfBatch,
  created_at: Timestamp,
  completed_at: Timestamp.optional(),
})
export type Batch = Readonly<z.infer<typeof Batch>>

export function isOver(status: BatchStatus): boolean {
  return status !== 'in_progress' && status !== 'canceling'
}
