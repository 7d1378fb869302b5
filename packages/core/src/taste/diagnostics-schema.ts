import { z } from 'zod'

const Wish = z.object({
  attribute: z.string(),
  low: z.number(),
  high: z.number(),
  strength: z.number(),
  phrase: z.string(),
})

/** What a profile's model rests on, told to the one who wants to trust it. */
export const Diagnostics = z.object({
  profileId: z.string(),
  versionId: z.string().nullable(),
  embedder: z.string().meta({ description: 'Names the space in which pictures are compared' }),
  pictures: z.int().meta({ description: 'How many different pictures could be read' }),
  dimensions: z.array(
    z.object({
      name: z.string(),
      labels: z.object({ good: z.int(), bad: z.int() }),
      comparisons: z.int(),
      constraints: z.int(),
      consistency: z.object({
        contradictoryLabels: z.array(z.array(z.string())),
        contradictoryComparisons: z.array(z.array(z.string())),
        transitivity: z.number().nullable(),
        cycles: z.array(z.array(z.string())),
        groups: z.int(),
      }),
      selfPrediction: z
        .object({ judgements: z.int(), correct: z.number(), statement: z.string() })
        .nullable()
        .meta({ description: 'How often the held-back judgements are predicted; null where there are too few' }),
      learningCurve: z
        .array(z.object({ judgements: z.int(), correct: z.number() }))
        .meta({ description: 'The same with only a part of the judgements to learn from' }),
    }),
  ),
  understood: z
    .array(z.object({ id: z.string(), wishes: z.array(Wish), notUnderstood: z.array(z.string()) }))
    .meta({ description: 'What each answer says about attributes; the seed goes by the id "seed"' }),
  unusable: z.array(
    z.object({
      kind: z.enum(['constraints', 'exemplars', 'comparisons']),
      id: z.string(),
      code: z.string(),
      message: z.string(),
      retryable: z.boolean(),
    }),
  ),
})
