import { z } from 'zod'
import { Progress } from './suggestions-schema.ts'
import { stances } from './validation/agreement.ts'

export const AttributeWish = z.object({
  attribute: z.string(),
  low: z.number(),
  high: z.number(),
  strength: z.number(),
  phrase: z.string(),
})

export const UnderstoodAnswer = z.object({
  id: z.string(),
  wishes: z.array(AttributeWish),
  notUnderstood: z.array(z.string()),
})

export const UnusableElement = z.object({
  kind: z.enum(['constraints', 'exemplars', 'comparisons']),
  id: z.string(),
  code: z.string(),
  message: z.string(),
  retryable: z.boolean(),
})

export const Consistency = z.object({
  contradictoryLabels: z.array(z.array(z.string())),
  contradictoryComparisons: z.array(z.array(z.string())),
  repeatAgreement: z
    .number()
    .nullable()
    .meta({ description: 'How often a pair that was judged again was judged as before; null if none was' }),
  transitivity: z.number().nullable(),
  cycles: z.array(z.array(z.string())),
  groups: z.int(),
})

export const Agreement = z.object({
  factor: z.number().meta({
    description: '1: follows the crowd as most people do. 0: takes no notice of it. Negative: prefers the opposite',
  }),
  stance: z.enum(stances),
  statement: z.string().meta({ description: 'The stance in words' }),
})

export const DimensionDiagnostics = z.object({
  name: z.string(),
  labels: z.object({ good: z.int(), bad: z.int() }),
  comparisons: z.int(),
  constraints: z.int(),
  consistency: Consistency,
  selfPrediction: z
    .object({ judgements: z.int(), correct: z.number(), statement: z.string() })
    .nullable()
    .meta({ description: 'How often the held-back judgements are predicted; null where there are too few' }),
  learningCurve: z
    .array(z.object({ judgements: z.int(), correct: z.number() }))
    .meta({ description: 'The same, learned from only a part of the judgements' }),
  ...Progress,
  agreement: Agreement.nullable().meta({
    description: "How far the owner goes along with people in general; null where the crowd's opinion is not known",
  }),
})

export const AttributeTendency = z.object({
  attribute: z.string(),
  good: z.number().nullable().meta({ description: 'The mean over the good pictures; null if there are none' }),
  bad: z.number().nullable().meta({ description: 'The mean over the bad pictures; null if there are none' }),
  general: z.number().meta({ description: 'The median over typical pictures' }),
})

export const Tendencies = z.object({
  pictures: z
    .object({ good: z.int(), bad: z.int() })
    .meta({ description: 'The labels, of all dimensions, whose pictures could be read' }),
  attributes: z.array(AttributeTendency).meta({ description: 'Every measured attribute, as scoring measures it' }),
})

/** What a profile's model was learned from, for those who want to know how far to trust it. */
export const Diagnostics = z.object({
  profileId: z.string(),
  versionId: z.string().nullable(),
  embedder: z.string().meta({ description: 'Names the space in which pictures are compared' }),
  pictures: z.int().meta({ description: 'How many different pictures could be read' }),
  dimensions: z.array(DimensionDiagnostics),
  understood: z
    .array(UnderstoodAnswer)
    .meta({ description: 'What each answer says about attributes; the seed has the id "seed"' }),
  tendencies: Tendencies.meta({ description: 'How the good and the bad pictures differ from pictures in general' }),
  unusable: z.array(UnusableElement),
})
