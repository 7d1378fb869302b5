import { z } from 'zod'
import { ClientId, wholeNumber } from '../fields.ts'
import { suggestionKinds } from './suggest/suggest.ts'

export const suggestionsMax = 50
export const suggestionsDefault = 10

export const SuggestedFrame = z.object({
  id: ClientId,
  url: z.string().nullable().meta({ description: 'Null if the frame was scored as a data URL that was not stored' }),
})
const gain = z.number().meta({ description: 'How informative the answer is expected to be, 0 to 1' })
const reason = z.string().meta({ description: 'Why it is suggested, in words' })

export const Suggestion = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('comparison'),
    frameA: SuggestedFrame,
    frameB: SuggestedFrame,
    gain,
    reason,
    repeat: z.literal(true).optional().meta({
      description:
        'The pair was judged before and is repeated on purpose. Send `repeat: true` with the answer: otherwise it replaces the earlier one, and if it is the same, the pair is suggested again',
    }),
  }),
  z.object({ kind: z.literal('label'), frame: SuggestedFrame, gain, reason }),
  z.object({
    kind: z.literal('question'),
    id: z.string().meta({ description: 'Send the answer as a constraint with this `questionId`' }),
    category: z.string(),
    question: z.string(),
    answers: z.array(z.string()),
    gain,
    reason,
  }),
])
export type Suggestion = Readonly<z.infer<typeof Suggestion>>

export const Progress = {
  enough: z.boolean().meta({ description: 'Whether more judgements would help little' }),
  remaining: z.int().meta({ description: 'Approximate number of judgements that would still help; 0 if `enough`' }),
}

export const SuggestionsQuery = z.object({
  kind: z.enum(suggestionKinds).optional().meta({ description: 'Only suggestions of this kind; all kinds by default' }),
  limit: wholeNumber(1, suggestionsMax)
    .optional()
    .meta({ description: `Maximum number of suggestions, 1 to ${suggestionsMax}; ${suggestionsDefault} by default` }),
  dimension: z.string().optional().meta({ description: 'Default: `aesthetics`' }),
  person: z
    .string()
    .optional()
    .meta({ description: 'The id of the person who will judge; by default who is signed in or owns the key' }),
})

export const Suggestions = z.object({
  suggestions: z.array(Suggestion),
  ...Progress,
  belief: z
    .string()
    .optional()
    .meta({ description: 'What the judgements are probably about, in one sentence; absent if nothing is clear' }),
})
