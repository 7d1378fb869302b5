import { z } from 'zod'
import { ModelId } from '../scoring-schema.ts'
import { Threshold } from '../verdict/threshold-schema.ts'

export const briefFormats = ['markdown', 'json', 'design'] as const
export const examplesPerSideMax = 6
export const representativesMax = 24
/** A profile may have thousands of dimensions. */
export const briefDimensionsMax = 20

export const BriefExample = z.object({
  elementId: z.string(),
  thumbnail: z.string().meta({ description: 'The path of a WebP thumbnail, relative to the service' }),
  name: z.string().optional(),
})

const Share = z.object({ count: z.int(), of: z.int() })

export const Brief = z.object({
  name: z.string(),
  seed: z.string().optional(),
  summary: z.string(),
  aim: z.array(z.string()).meta({ description: 'Short phrases, strongest first' }),
  avoid: z.array(z.string()).meta({ description: 'Short phrases' }),
  belief: z.string().optional().meta({ description: 'What the judgements are probably about, if that is clear' }),
  evidence: z
    .array(z.object({ phrase: z.string(), good: Share, bad: Share }))
    .meta({ description: 'For the phrases that pictures show, how many good and bad ones are that way' }),
  palette: z
    .array(z.object({ hex: z.string(), share: z.number() }))
    .meta({ description: 'Up to eight colours of the good exemplars, largest share first' }),
  thresholds: z.record(z.string(), Threshold),
  predicts: z
    .object({ accuracy: z.number(), judgements: z.int() })
    .nullable()
    .meta({ description: 'Share of held-out judgements that are predicted correctly; null if there are too few' }),
  advice: z.string().optional().meta({ description: 'What to judge next, if nearly all labels are of one side' }),
  examples: z.object({ good: z.array(BriefExample), bad: z.array(BriefExample) }),
  representative: z.array(z.string()).meta({
    description: 'Up to 24 elements that call a picture good, those first whose pictures stand for the others best',
  }),
  model: ModelId,
})
export type Brief = z.infer<typeof Brief>
