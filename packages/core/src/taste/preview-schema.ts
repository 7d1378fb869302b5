import { z } from 'zod'
import { listOf } from '../lists.ts'
import { MergeRequest, stateName } from '../profile/history/history-operations.ts'
import { dimensionsPerRequestMax, Frame, FrameError } from './scoring-schema.ts'

export const previewFramesMax = 100
/** Number of frames shown if a request names none, and of those that they are chosen from. */
export const previewFramesChosen = 12
export const previewFramesConsidered = 60

export const PreviewedMerge = z.object({ merge: MergeRequest.omit({ message: true, dryRun: true }) })

export const PreviewRequest = z.object({
  from: stateName
    .optional()
    .meta({ description: 'The state before: a version id, a branch id, `working` or `working:<branch id>`' }),
  to: z
    .union([stateName, PreviewedMerge], { error: 'must be a version id, a branch id, `working` or a merge' })
    .optional()
    .meta({
      description:
        'The state after: a version id, a branch id, `working` (default), `working:<branch id>`, or a merge of two branches',
    }),
  frames: listOf(Frame, { min: 1, max: previewFramesMax })
    .optional()
    .meta({
      description: `By default, the service chooses up to ${previewFramesChosen} of ${previewFramesConsidered}: those with another decision, labelled ones, and others across the whole range`,
    }),
  dimensions: listOf(z.string(), { min: 1, max: dimensionsPerRequestMax })
    .optional()
    .meta({ description: 'Default: `aesthetics`' }),
  verdict: z
    .boolean()
    .optional()
    .meta({ description: 'Add the decisions before and after, and whether a move is more than uncertainty' }),
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

const Decision = z.enum(['pass', 'revise', 'fail'])

export const PreviewedVerdict = z.object({
  from: Decision.optional(),
  to: Decision,
  isSure: z.boolean().meta({
    description: 'Whether the score moves by more than the standard deviation of the model, in log odds',
  }),
})

export type PreviewedVerdict = Readonly<z.infer<typeof PreviewedVerdict>>

export const PreviewedFrame = z.object({
  id: z.string(),
  url: z.string().nullable().meta({ description: 'Null for a data URL that is too long to repeat' }),
  name: z.string().optional().meta({ description: 'The file name of a library frame' }),
  thumbnail: z.string().optional().meta({ description: 'The path of a thumbnail' }),
  from: PreviewScores.optional(),
  to: PreviewScores,
  verdict: z.record(z.string(), PreviewedVerdict).optional().meta({
    description: 'With `verdict`, by learned dimension: the decisions by the scores, without a look at the pixels',
  }),
  error: FrameError.optional(),
})
export type PreviewedFrame = Readonly<z.infer<typeof PreviewedFrame>>

export const Preview = z.object({
  from: PreviewedState.optional(),
  to: PreviewedState,
  considered: z.int().meta({ description: 'How many frames were scored' }),
  decidedAnew: z
    .record(z.string(), z.int())
    .optional()
    .meta({ description: 'With `verdict`, by learned dimension: how many of them have another decision' }),
  frames: z.array(PreviewedFrame),
})
