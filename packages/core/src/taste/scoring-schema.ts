import { z } from 'zod'
import { ClientId } from '../fields.ts'
import { listOf } from '../lists.ts'
import { Explanation } from './explanation-schema.ts'
import { Regions } from './regions/regions-schema.ts'
import { Verdict } from './verdict/threshold-schema.ts'

export const framesPerRequestMax = 10_000
/** Limits the work of one request: a profile can name thousands of dimensions, and each is scored for every frame. */
export const dimensionsPerRequestMax = 200
/**
 * Frames × dimensions of a request with `explain` or `verdict`: an explanation is a hundred times as long as a score.
 */
export const explanationsPerRequestMax = 40_000
/** With `regions`, up to 32 copies of each frame are read. */
export const framesWithRegionsMax = 50

/** The other members of a result, which cannot be names of dimensions. */
export const reservedNames = [
  'frame_id',
  'error',
  'confidence',
  'details',
  'verdict',
  'regions',
  'people',
  'split',
  'thumbnail_url',
  'type',
  'seq',
  'index',
  'attempts',
]

export const Frame = z.object({
  id: ClientId,
  url: z.string().meta({ description: 'http, https, data: or frame:<id>; in a form also part:<name>' }),
})

export const ScoreRequest = z.object({
  profile_id: z.string(),
  frames: listOf(Frame, { min: 1, enough: framesPerRequestMax + 1 }).describe(
    `1 to ${framesPerRequestMax}; ids need not be unique`,
  ),
  dimensions: listOf(z.string(), { min: 1, max: dimensionsPerRequestMax }),
  version_id: ClientId.optional().meta({ description: 'Score against this version' }),
  branch_id: ClientId.optional().meta({ description: "Score against this branch's head" }),
  include_working: z.boolean().optional().meta({ description: 'Include the working changes; not with version_id' }),
  person: z.string().optional().meta({
    description:
      'The id of a person of the account: score by their taste, which starts from the team’s and moves with their own judgements. Without it every person who taught the profile has the same say',
  }),
  explain: z
    .boolean()
    .optional()
    .meta({
      description: `Add confidence and details to each frame, and what its people would say if two or more have taught the profile; frames × dimensions may then be at most ${explanationsPerRequestMax}`,
    }),
  verdict: z
    .boolean()
    .optional()
    .meta({
      description: `Add a verdict for each learned dimension to each frame; frames × dimensions may then be at most ${explanationsPerRequestMax}`,
    }),
  suggestions: z.boolean().optional().meta({
    description:
      'With verdict: false leaves `suggestions` and `changes` empty. To find them, up to twelve edited copies of each frame that does not pass are read, which takes most of the time',
  }),
  regions: z
    .boolean()
    .optional()
    .meta({
      description: `With explain or verdict: add to each frame which parts of it raise and lower the scores; at most ${framesWithRegionsMax} frames`,
    }),
  state: z
    .boolean()
    .optional()
    .meta({ description: 'Add the branch and the version that the frames are scored against' }),
  thumbnails: z
    .boolean()
    .optional()
    .meta({ description: 'Add `thumbnail_url` to each frame, if the service has a public URL' }),
})
export type ScoreRequest = z.infer<typeof ScoreRequest>

export const ModelId = z
  .string()
  .meta({ description: 'Identifies the model code, its fitted parameters and the embedder that made the numbers' })

/** The state that frames were scored against, for requests that ask for it. */
export const ScoredState = z.object({
  branch_id: z.string().nullable().optional().meta({ description: 'The branch; null if the request named a version' }),
  version_id: z.string().nullable().optional().meta({ description: 'The version; null if the branch has no commits' }),
})
export type ScoredState = Readonly<z.infer<typeof ScoredState>>

export const FrameError = z.object({ code: z.string(), message: z.string(), retryable: z.boolean() })
export type FrameError = Readonly<z.infer<typeof FrameError>>

/** Typed as unknown: an index signature also applies to the named members, and not all of them are numbers. */
const score: z.ZodType<unknown> = z.number().nullable()

/** How one person would score a frame. */
const PersonScore = z.object({ id: z.string(), name: z.string().nullable() }).catchall(z.unknown()).meta({
  description:
    'Also has a number for each learned dimension. `name` is null if the account does not have the person, or no longer',
})

export const FrameScore = z
  .object({
    frame_id: z.string(),
    error: FrameError.optional(),
    confidence: z.record(z.string(), z.number()).optional(),
    details: z.record(z.string(), Explanation).optional(),
    verdict: z.record(z.string(), Verdict).optional(),
    regions: z.record(z.string(), Regions).optional().meta({
      description: 'By dimension. Absent if the pixels of the frame can no longer be read',
    }),
    people: z.array(PersonScore).optional().meta({
      description:
        'With `explain`, if two or more people have taught the profile: how those who judged most would score the frame. Whoever has the role `judge` gets neither this, `split` nor `details` for a picture that others have judged and they have not',
    }),
    split: z.record(z.string(), z.number()).optional().meta({
      description:
        'By dimension: the probability that two of them, chosen at random, would judge the frame differently',
    }),
    thumbnail_url: z
      .string()
      .optional()
      .meta({ description: 'A thumbnail that can be read without a key, for at least 30 days' }),
  })
  .catchall(score)
  .meta({ description: 'Also has a member for each dimension: a number, or null if there is an error' })
export type FrameScore = Readonly<z.infer<typeof FrameScore>>

export const Dimension = z.object({
  name: z.string(),
  kind: z.enum(['learned', 'attribute']),
  description: z.string(),
})
export type Dimension = Readonly<z.infer<typeof Dimension>>
