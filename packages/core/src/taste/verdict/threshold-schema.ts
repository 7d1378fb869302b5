import { z } from 'zod'
import { changeNames } from '../advice/changes.ts'
import { problems } from '../novelty/problem.ts'

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

export const SuggestedChange = z.object({
  change: z.enum(changeNames).meta({ description: 'What was done to the copy' }),
  amount: Share.meta({ description: 'How strongly, as a share of the strongest change of this kind' }),
  gain: Share.meta({ description: 'How much the score rose' }),
})
export type SuggestedChange = Readonly<z.infer<typeof SuggestedChange>>

export const Verdict = z.object({
  decision: z.enum(['pass', 'revise', 'fail']),
  certainty: z.number().min(0.5).max(1).meta({
    description: 'The probability that the decision is right, calibrated on held-out labels',
  }),
  unsure: z.boolean().meta({ description: 'Whether `certainty` is below 0.75' }),
  ...limits,
  novelty: Share.meta({
    description: 'How unlike everything judged the frame is; from 0.95 on the decision is `revise` at best',
  }),
  problem: z.enum(problems).optional().meta({
    description: 'What the frame is instead of a page or a picture; it never passes unless good exemplars are like it',
  }),
  differences: z.array(z.string()).meta({
    description: 'Up to five sentences on how the frame departs from what the profile likes, strongest first',
  }),
  suggestions: z.array(z.string()).meta({
    description: 'The same changes as imperatives, with their gain',
  }),
  changes: z.array(SuggestedChange).meta({
    description:
      'Up to five changes that raise the score, largest gain first. Each was made to a copy of this picture. Empty if the frame passes, and if its pixels can no longer be read',
  }),
})
export type Verdict = Readonly<z.infer<typeof Verdict>>
