import { z } from 'zod'
import { ClientId, Name, ProjectId, Timestamp } from '../fields.ts'
import { listOf } from '../lists.ts'
import { Frame } from '../taste/scoring-schema.ts'
import * as limits from './limits.ts'

export const shareKinds = ['overview', 'result'] as const
export const shareStatuses = ['active', 'expired', 'revoked'] as const
export const decisions = ['undecided', 'approve', 'reject'] as const
export type Decision = (typeof decisions)[number]

const SharedFrame = Frame.extend({
  name: Name.optional().meta({ description: 'Shown with the picture; its id by default' }),
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
    .describe("The pictures of a result, which are scored now; without them, the profile's overview is shared"),
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
  label: z.enum(['good', 'bad']).optional(),
  score: z.number().optional(),
})

export const ShareAnswer = z.object({
  id: z.string(),
  at: Timestamp,
  picture: z.int().nullable().meta({ description: 'The number of the picture; null for the whole result' }),
  decision: z.enum(decisions).optional(),
  comment: z.string().optional(),
  author: z.string().optional().meta({ description: 'As entered by the visitor; not verified' }),
})
export type ShareAnswer = Readonly<z.infer<typeof ShareAnswer>>

export const ShareWithAnswers = Share.extend({
  pictures: z.array(SharedPicture),
  answers: z.array(ShareAnswer).meta({ description: 'Oldest first' }),
})
