import { z } from 'zod'
import { BriefExample } from './brief/brief-schema.ts'

export const examplesMax = 24
export const examplesUsual = 6

export const ExamplesRequest = z.object({
  url: z
    .string()
    .optional()
    .meta({ description: 'A picture (http, https, data: or frame:<id>). Without it, the most typical examples' }),
  limit: z
    .int()
    .min(1)
    .max(examplesMax)
    .optional()
    .meta({ description: `Default: ${examplesUsual}` }),
})

export const LabelledExample = BriefExample.extend({ label: z.enum(['good', 'bad']) })
export const ExampleList = z.object({ examples: z.array(LabelledExample) })
