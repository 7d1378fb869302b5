import { z } from 'zod'
import { Progress } from './suggestions-schema.ts'
import { stances } from './validation/agreement.ts'

export const wishDirections = ['more', 'less', 'middle'] as const

export const AttributeWish = z.object({
  attribute: z.string(),
  direction: z
    .enum(wishDirections)
    .meta({ description: 'Whether more or less of the attribute is wished than typical pictures have' }),
  low: z.number(),
  high: z.number(),
  strength: z.number(),
  phrase: z.string(),
  isUnwanted: z.literal(true).optional().meta({ description: 'Present if the phrase names what is not wanted' }),
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

export const Contradiction = z.object({
  kind: z.enum(['constraints', 'exemplars', 'comparisons']),
  about: z.string().meta({ description: 'The question, the address of the picture, or the ids of the two frames' }),
  elements: z.array(z.string()).meta({ description: 'Ids of elements about it that do not all say the same' }),
})

export const Consistency = z.object({
  contradictoryLabels: z.array(z.array(z.string())),
  contradictoryComparisons: z.array(z.array(z.string())),
  repeatAgreement: z
    .number()
    .nullable()
    .meta({ description: 'Share of repeated comparisons that were judged as before; null if there were none' }),
  transitivity: z.number().nullable(),
  cycles: z.array(z.array(z.string())),
  groups: z.int(),
})

export const Agreement = z.object({
  factor: z.number().meta({
    description: '1: follows the crowd as most people do. 0: ignores the crowd. Negative: prefers the opposite',
  }),
  stance: z.enum(stances),
  statement: z.string().meta({ description: 'The stance in words' }),
})

export const TasteChange = z.object({
  by: z.string().optional().meta({ description: 'The person whose taste changed; absent for the labels of the team' }),
  since: z.string().meta({ description: 'The first exemplar of the new taste' }),
  at: z.string().optional().meta({ description: 'When it was labelled, if that is known' }),
  earlier: z.array(z.string()).meta({ description: 'The exemplars that were labelled before' }),
  statement: z.string(),
})

export const DimensionDiagnostics = z.object({
  name: z.string(),
  labels: z.object({ good: z.int(), bad: z.int() }).meta({ description: 'Pictures by their last label' }),
  comparisons: z.int().meta({ description: 'Compared pairs, each counted once' }),
  constraints: z.int().meta({ description: 'Answered questions, each counted once' }),
  consistency: Consistency,
  selfPrediction: z
    .object({ judgements: z.int(), correct: z.number(), statement: z.string() })
    .nullable()
    .meta({ description: 'Share of held-out judgements that are predicted correctly; null if there are too few' }),
  learningCurve: z
    .array(z.object({ judgements: z.int(), correct: z.number() }))
    .meta({ description: 'The same with smaller training sets' }),
  ...Progress,
  advice: z.string().optional().meta({ description: 'What to judge next, if nearly all labels are of one side' }),
  changes: z.array(TasteChange).optional().meta({
    description: 'Changes of taste, after which the earlier labels teach nothing; absent if there are none',
  }),
  agreement: Agreement.nullable().meta({
    description: "How far the owner agrees with people in general; null if the crowd's opinion is unknown",
  }),
})

export const AttributeTendency = z.object({
  attribute: z.string(),
  good: z.number().nullable().meta({ description: 'The mean over the good pictures; null if there are none' }),
  bad: z.number().nullable().meta({ description: 'The mean over the bad pictures; null if there are none' }),
  general: z.number().meta({ description: 'The median over typical pictures' }),
  examples: z.object({ lowest: z.string(), highest: z.string() }).optional().meta({
    description: 'Thumbnails of the good pictures with the lowest and the highest value; absent if none is good',
  }),
})

const Share = z.object({ count: z.int(), of: z.int() })

export const TendencyClaim = z.object({
  attribute: z.string(),
  direction: z.enum(['more', 'less']).meta({ description: 'Whether the good pictures have more or less of it' }),
  word: z.string().meta({ description: 'What to call the good pictures, in words for their kind of picture' }),
  opposite: z.string(),
  ranks: z
    .object({ good: z.number().nullable(), bad: z.number().nullable() })
    .meta({ description: 'Mean shares of pictures of the same kind that have less; null without such pictures' }),
  good: Share.meta({ description: 'How many good pictures are on the liked side of the middle between the two' }),
  bad: Share.meta({ description: 'How many bad ones are' }),
})

export const Tendencies = z.object({
  pictures: z
    .object({ good: z.int(), bad: z.int() })
    .meta({ description: 'Labelled pictures, in all dimensions, that could be read' }),
  claims: z.array(TendencyClaim).meta({
    description:
      'What separates the good pictures from the bad ones, the largest difference first. The brief, the summary and the verdicts claim nothing else. If the judgements were coin flips, 1 profile in 10 would have any',
  }),
  attributes: z.array(AttributeTendency).meta({ description: 'Every attribute that scoring measures' }),
})

export const WordsAgainstPictures = z.object({
  answer: z.string().meta({ description: 'The constraint that says so; `seed` for the description of the profile' }),
  phrase: z.string().meta({ description: 'What was asked for' }),
  attribute: z.string(),
  direction: z.enum(['more', 'less']).meta({ description: 'What the good pictures have of it' }),
  statement: z.string().meta({ description: 'Both in words' }),
  good: Share,
  bad: Share,
  pictures: z.array(z.string()).meta({ description: 'Thumbnails of up to three good pictures that show it most' }),
})

/** What a profile's model was learned from, to judge how far to trust it. */
export const Diagnostics = z.object({
  profileId: z.string(),
  versionId: z.string().nullable(),
  embedder: z.string().meta({ description: 'Identifies the space in which pictures are compared' }),
  pictures: z.int().meta({ description: 'Number of distinct pictures that could be read' }),
  dimensions: z.array(DimensionDiagnostics),
  understood: z
    .array(UnderstoodAnswer)
    .meta({ description: 'What each answer means for attributes; the seed has the id "seed"' }),
  tendencies: Tendencies.meta({ description: 'How good and bad pictures differ from pictures in general' }),
  wordsAgainstPictures: z.array(WordsAgainstPictures).meta({
    description:
      'Words that ask for the opposite of a claim of `tendencies`. To keep the pictures, change or remove the words; to keep the words, list the attribute in `confirmed` of a constraint',
  }),
  unusable: z.array(UnusableElement),
  contradictions: z
    .array(Contradiction)
    .meta({ description: 'Elements about the same thing, in one dimension, that say different things' }),
})
