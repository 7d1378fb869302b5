import { z } from 'zod'
import { decisions } from './verdict.ts'

const Share = z.number().min(0).max(1)
const Passed = z.object({ total: z.int(), passed: z.int() })

export const Threshold = z.object({
  pass: Share.meta({ description: 'A picture with at least this score is accepted' }),
  fail: Share.meta({ description: 'A picture with a lower score is rejected' }),
  source: z
    .enum(['set', 'learned', 'default'])
    .meta({ description: 'Chosen by someone, learned from at least three good and three bad labels, or the default' }),
  evidence: z
    .object({ good: Passed, bad: Passed })
    .meta({ description: 'How many of the held-out labels reach `pass`' }),
})

export const Verdict = z.object({
  decision: z.enum(decisions),
  unsure: z.boolean().meta({ description: "Whether the model's 80 % interval contains `pass`" }),
  pass: Share,
  fail: Share,
  differences: z.array(z.string()).meta({ description: 'How the frame departs from what the profile likes' }),
  suggestions: z.array(z.string()).meta({ description: 'What to change' }),
})
