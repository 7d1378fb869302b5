import { z } from 'zod'

const Utility = z.number().meta({ description: 'In log odds of being called good' })

export const ScoreReason = z.object({
  text: z.string(),
  effect: z.number().meta({ description: 'In points of the score: positive raised it, negative lowered it' }),
  elements: z
    .array(z.string())
    .optional()
    .meta({ description: 'The ids of the elements that judge the pictures which the reason is about' }),
})
/** Something that moved a score. */
export type ScoreReason = Readonly<z.infer<typeof ScoreReason>>

const AttributePart = z.object({ attribute: z.string(), measured: z.number(), contribution: Utility })

/** How a learned dimension got its score. */
export const LearnedExplanation = z.object({
  summary: z.string().optional().meta({ description: 'Only for `likeness`: the score in a sentence' }),
  utility: Utility,
  deviation: z.number().meta({ description: 'The standard deviation of the utility' }),
  prior: z
    .object({
      crowd: Utility.optional().meta({ description: 'What people in general find; not for `likeness`' }),
      team: Utility.optional().meta({ description: 'What the team would say, if the score is that of a person' }),
      others: Utility.optional().meta({ description: 'What the other profiles of the project have in common' }),
      views: z
        .array(z.object({ view: z.string(), share: z.number(), logOdds: z.number() }))
        .optional()
        .meta({ description: 'Only for `likeness`: the ways in which pictures can be alike' }),
      constraints: z
        .array(AttributePart.extend({ phrase: z.string() }))
        .meta({ description: 'The answers that moved the score, as they were understood' }),
      usability: z.array(AttributePart.extend({ reason: z.string() })).optional(),
    })
    .meta({ description: 'What was expected before any judgement' }),
  qualities: z
    .record(z.string(), z.number())
    .optional()
    .meta({ description: 'Only for `usability`: what the screen is like, by name' }),
  learned: z.object({
    part: Utility,
    nearest: z
      .array(z.object({ elements: z.array(z.string()), influence: z.number() }))
      .meta({ description: 'The judged pictures that moved the score most, by the elements that judge them' }),
  }),
  reasons: z
    .array(ScoreReason)
    .meta({ description: 'What moved the score, largest first. The effects add up to its distance from 0.5' }),
  attributes: z
    .array(z.object({ name: z.string(), value: z.number(), word: z.string() }))
    .meta({ description: 'How the picture differs from most others' }),
})
export type LearnedExplanation = z.infer<typeof LearnedExplanation>

/** How an attribute got its score. */
const MeasuredExplanation = z.object({
  measured: z.number(),
  low: z.string().meta({ description: 'What 0 means' }),
  high: z.string().meta({ description: 'What 1 means' }),
})

/** One schema for both, so that a client can read a member without knowing the kind of the dimension. */
export const Explanation = z
  .object({ ...LearnedExplanation.partial().shape, ...MeasuredExplanation.partial().shape })
  .meta({
    description:
      'A learned dimension has `reasons` and what they consist of. An attribute has `measured`, `low` and `high`',
  })
export type Explanation = z.infer<typeof Explanation>
