import { z } from 'zod'
import { ClientId, characters, Name, ProjectId, Timestamp } from '../fields.ts'
import { listOf } from '../lists.ts'
import { Frame } from '../taste/scoring-schema.ts'
import * as limits from './limits.ts'

export const shareKinds = ['overview', 'result', 'board'] as const
export const shareStatuses = ['active', 'expired', 'revoked'] as const
export const decisions = ['undecided', 'approve', 'reject'] as const
export type Decision = (typeof decisions)[number]

const SharedFrame = Frame.extend({
  name: Name.optional().meta({
    description:
      'Shown with the picture; by default the name of the frame in the library without the ending, or else its id',
  }),
})

export const NewShare = z.object({
  profileId: z.string(),
  title: Name.optional().meta({ description: "The heading of the page; the profile's name by default" }),
  expiresInDays: z
    .number()
    .positive()
    .max(limits.shareDaysMax)
    .optional()
    .meta({ description: `${limits.shareDaysDefault} by default` }),
  frames: listOf(SharedFrame, { min: 1, max: limits.picturesPerShareMax })
    .optional()
    .describe(
      "The pictures of a result, which are scored now; without them and `boardId`, the profile's overview is shared",
    ),
  boardId: z.string().optional().meta({ description: 'Shares this board of the profile; not with `frames`' }),
  dimension: z.string().optional().meta({ description: 'What the pictures are scored in; `aesthetics` by default' }),
  threshold: z.number().min(0).max(1).optional().meta({ description: 'Marks the pictures that score lower' }),
  versionId: ClientId.optional().meta({ description: 'Share this version' }),
  branchId: ClientId.optional().meta({ description: "Share this branch's head" }),
  includeWorking: z.boolean().optional().meta({ description: 'Include the working changes; not with versionId' }),
})
export type NewShare = z.infer<typeof NewShare>

export const Share = z.object({
  id: z.string(),
  projectId: ProjectId,
  profileId: z.string(),
  kind: z.enum(shareKinds),
  title: z.string(),
  status: z.enum(shareStatuses),
  createdAt: Timestamp,
  expiresAt: Timestamp.meta({ description: 'When the link stopped working or will stop' }),
  pictureCount: z.int(),
  answerCount: z.int(),
  lastAnswerAt: Timestamp.optional(),
})
export type Share = Readonly<z.infer<typeof Share>>

export const CreatedShare = Share.extend({
  url: z.string().optional().meta({
    description:
      'The link: a path on this service, or a whole address if it has a public one. Absent when the request is repeated',
  }),
})

export const SharedPicture = z.object({
  number: z.int().meta({ description: 'Counts from 0, in the order of the page' }),
  name: z.string(),
  thumbnail: z.string().nullable().meta({ description: 'The path of a WebP thumbnail, relative to the service' }),
  url: z.string().optional().meta({ description: 'The frame of the library, if it is one' }),
  label: z.enum(['good', 'bad']).optional(),
  score: z.number().optional(),
})

/** From the top left corner, in parts of the width and of the height. */
const Pin = z.object({ x: z.number().min(0).max(1), y: z.number().min(0).max(1) })
export type Pin = Readonly<z.infer<typeof Pin>>

export const ShareAnswer = z.object({
  id: z.string(),
  at: Timestamp,
  picture: z.int().nullable().meta({ description: 'The number of the picture; null for the whole result' }),
  decision: z.enum(decisions).optional(),
  comment: z.string().optional(),
  pin: Pin.optional().meta({ description: 'The spot of the picture that the comment is about' }),
  author: z.string().optional().meta({ description: 'As entered by the visitor; not verified' }),
  reviewer: z.string().optional().meta({
    description: 'Who it belongs to. Absent if it came with the form, where answers belong to the name of their author',
  }),
})
export type ShareAnswer = Readonly<z.infer<typeof ShareAnswer>>

export const Reviewer = z.object({
  id: z.string(),
  name: z.string().optional().meta({ description: 'As entered by the visitor; not verified' }),
  joinedAt: Timestamp,
  completedAt: Timestamp.optional().meta({ description: 'When the visitor said that they are done' }),
})
export type Reviewer = Readonly<z.infer<typeof Reviewer>>

export const ShareWithAnswers = Share.extend({
  pictures: z.array(SharedPicture),
  answers: z.array(ShareAnswer).meta({ description: 'Oldest first' }),
  reviewers: z.array(Reviewer).meta({ description: 'Visitors whose answers are saved one by one, or who are done' }),
})

/** What the script of the page saves with each click. */
export const NewReview = z.object({
  reviewer: z
    .string()
    .regex(/^[A-Za-z0-9_-]{43}$/, { error: 'must be 32 random bytes in base64url' })
    .meta({ description: 'A secret that the browser made up and keeps. Whoever has it answers as the same reviewer' }),
  name: characters(0, limits.authorCharactersMax).optional(),
  picture: z
    .int()
    .min(0)
    .max(limits.picturesPerShareMax - 1)
    .nullish()
    .meta({ description: 'The number of the picture; none for a comment on the whole result' }),
  decision: z.enum(decisions).optional().meta({ description: "Replaces the reviewer's own decision on the picture" }),
  comment: characters(1, limits.commentCharactersMax).optional(),
  pin: Pin.optional(),
  isDone: z.boolean().optional().meta({ description: 'The reviewer has finished' }),
})
export type NewReview = z.infer<typeof NewReview>
