import { z } from 'zod'
import { wholeNumber } from '../../fields.ts'
import { nextCursor } from '../../page.ts'
import { SuggestedFrame } from '../suggestions-schema.ts'

/** Pairs grow with the square of the people. Those who judged most come first. */
export const peopleListedMax = 30
export const disagreementsMax = 100
export const disagreementsDefault = 20
/** Pictures of one round of judging, whose results are read together. */
export const roundPicturesMax = 50

const personId = z.string().meta({ description: 'The id of a person' })
const dimension = z.string().optional().meta({ description: 'A learned dimension; `aesthetics` unless set' })
const agreement = z.number().nullable()
const Differs = z.array(z.string()).meta({
  description:
    'Up to three attributes, largest difference first, as in "likes it darker": `darker`, `with more texture`',
})

export const PeopleQuery = z.object({ dimension })

export const PersonTaste = z.object({
  id: personId,
  name: z.string().nullable().meta({ description: 'Null if the account does not have the person, or no longer' }),
  judgements: z.object({ questions: z.int(), labels: z.int(), comparisons: z.int() }).meta({
    description: 'How many questions, pictures and pairs the person has judged in this dimension',
  }),
  agreement: z
    .object({
      team: agreement.meta({ description: 'With the others who judged the same, on average' }),
      self: agreement.meta({ description: 'The share of what was judged again that was judged as before' }),
    })
    .meta({ description: 'Shares from 0 to 1; null where there is too little to tell' }),
  differs: Differs.meta({ description: 'How the person likes it, compared with the rest of the team' }),
})
export type PersonTaste = z.infer<typeof PersonTaste>

export const PersonPair = z.object({
  a: personId,
  b: personId,
  agreement: agreement.meta({
    description: 'The share of `shared` on which both said the same; null if it is too little',
  }),
  shared: z.int().meta({ description: 'How many pictures and pairs both judged' }),
  differs: Differs.meta({ description: 'How A likes it, compared with B' }),
})
export type PersonPair = z.infer<typeof PersonPair>

export const ProfilePeople = z.object({
  people: z.array(PersonTaste).meta({
    description: `Who has judged in this dimension, most judgements first; at most ${peopleListedMax}`,
  }),
  pairs: z.array(PersonPair).meta({ description: 'Least agreement first' }),
})

export const DisagreementsQuery = z.object({
  dimension,
  limit: wholeNumber(1, disagreementsMax)
    .optional()
    .meta({ description: `Of each list, 1 to ${disagreementsMax}; ${disagreementsDefault} by default` }),
  cursor: z.string().max(2000).optional().meta({ description: '`nextCursor` of the previous page' }),
  pictures: z
    .string()
    .regex(new RegExp(`^([0-9a-f]{64},){0,${roundPicturesMax - 1}}[0-9a-f]{64}$`), {
      error: `must be 1 to ${roundPicturesMax} content hashes, separated by commas`,
    })
    .optional()
    .meta({
      description:
        'Content hashes, separated by commas: the result of a round. `judged` then has these pictures alone, also those on which people agree, and for a person only those that they have judged. `likely` is empty',
    }),
})

const shown = {
  contentHash: z.string().nullable().meta({ description: 'SHA-256 of the bytes in hex; null if they were not read' }),
  thumbnail: z.string().nullable().meta({ description: 'Path on this service that shows it; null if there is none' }),
  name: z.string().optional().meta({ description: 'Of a frame of the library' }),
}

export const JudgedPictureVotes = z.object({
  picture: z.object({
    elementId: z.string().meta({ description: 'One of the exemplars that judge it' }),
    url: z.string().nullable().meta({ description: 'Null if the picture was sent as data' }),
    ...shown,
  }),
  votes: z.array(z.object({ by: personId, label: z.enum(['good', 'bad']) })),
})
export type JudgedPictureVotes = z.infer<typeof JudgedPictureVotes>

export const LikelyDisagreement = z.object({
  frame: SuggestedFrame.extend(shown),
  split: z
    .number()
    .meta({ description: 'The probability that two of the people, chosen at random, judge it differently' }),
  scores: z.array(z.object({ by: personId, score: z.number() })),
})
export type LikelyDisagreement = z.infer<typeof LikelyDisagreement>

export const Disagreements = z.object({
  judged: z.array(JudgedPictureVotes).meta({ description: 'Pictures that people labelled differently, largest first' }),
  likely: z.array(LikelyDisagreement).meta({
    description: 'Frames of the project on which judgements would probably differ, largest first',
  }),
  nextCursor,
})
