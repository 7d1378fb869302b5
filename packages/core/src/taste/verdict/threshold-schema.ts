import { z } from 'zod'

const Share = z.number().min(0).max(1)
const Passed = z.object({ total: z.int(), passed: z.int() })

const limits = {
  pass: Share.meta({ description: 'A picture with at least this score is accepted' }),
  fail: Share.meta({ description: 'A picture with a lower score is rejected; in between, it needs work' }),
}

export const Threshold = z.object({
  ...limits,
  source: z.enum(['set', 'learned', 'default']).meta({
    description:
      'Chosen by someone, learned from at least three good and three bad labels that the model tells apart, or the default',
  }),
  evidence: z
    .object({ good: Passed, bad: Passed })
    .meta({ description: 'How many of the held-out labels reach `pass`' }),
})
export type Threshold = Readonly<z.infer<typeof Threshold>>

/** The scores at which a picture is accepted or rejected. */
export type Limits = Pick<Threshold, 'pass' | 'fail'>

export const Verdict = z.object({
  decision: z.enum(['pass', 'revise', 'fail']),
  unsure: z.boolean().meta({ description: "Whether the model's 80 % interval contains `pass`" }),
  ...limits,
  differences: z.array(z.string()).meta({
    description: 'Up to five sentences on how the frame departs from what the profile likes, strongest first',
  }),
  suggestions: z.array(z.string()).meta({ description: 'Up to five imperatives that say what to change' }),
})
export type Verdict = Readonly<z.infer<typeof Verdict>>
