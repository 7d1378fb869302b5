import { z } from 'zod'
import { listOf } from '../lists.ts'
import { MergeRequest, stateName } from '../profile/history/history-operations.ts'
import { dimensionsPerRequestMax, Frame, FrameError } from './scoring-schema.ts'

export const previewFramesMax = 100
/** Number of frames chosen if a request names none. */
export const previewFramesChosen = 12

export const PreviewedMerge = z.object({ merge: MergeRequest.omit({ message: true, dryRun: true }) })

export const PreviewRequest = z.object({
  from: stateName.optional().meta({ description: 'The state before: a version id, a branch id or `working`' }),
  to: z
    .union([stateName, PreviewedMerge], { error: 'must be a version id, a branch id, `working` or a merge' })
    .optional()
    .meta({
      description: 'The state after: a version id, a branch id, `working` (default), or a merge of two branches',
    }),
  frames: listOf(Frame, { min: 1, max: previewFramesMax })
    .optional()
    .meta({ description: `By default, the service chooses up to ${previewFramesChosen}` }),
  dimensions: listOf(z.string(), { min: 1, max: dimensionsPerRequestMax })
    .optional()
    .meta({ description: 'Default: `aesthetics`' }),
})
export type PreviewRequest = z.infer<typeof PreviewRequest>

export const PreviewedState = z.object({
  versionId: z.string().nullable().meta({ description: 'The version that was scored; null before the first commit' }),
  working: z.literal(true).optional().meta({ description: 'Set if the working changes were applied to it' }),
  mergedFrom: z
    .string()
    .nullable()
    .optional()
    .meta({ description: 'For a merge: the head of the source branch, which was merged into the version' }),
})
export type PreviewedState = Readonly<z.infer<typeof PreviewedState>>

const PreviewScores = z.record(z.string(), z.number().nullable()).meta({
  description: 'By dimension; null if the frame has an error',
})
export type PreviewScores = Readonly<z.infer<typeof PreviewScores>>

export const PreviewedFrame = z.object({
  id: z.string(),
  url: z.string().nullable().meta({ description: 'Null for a data URL that is too long to repeat' }),
  name: z.string().optional().meta({ description: 'The file name of a library frame' }),
  thumbnail: z.string().optional().meta({ description: 'The path of a thumbnail' }),
  from: PreviewScores.optional(),
  to: PreviewScores,
  error: FrameError.optional(),
})
export type PreviewedFrame = Readonly<z.infer<typeof PreviewedFrame>>

export const Preview = z.object({
  from: PreviewedState.optional(),
  to: PreviewedState,
  frames: z.array(PreviewedFrame),
})
