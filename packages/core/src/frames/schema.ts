import { z } from 'zod'
import { characters, Timestamp } from '../fields.ts'
import { Actor } from '../keys/schema.ts'
import { listOf } from '../lists.ts'
import { madeWith } from './made-with.ts'
import { framesPerChangeMax, tagCharactersMax, tagsPerFrameMax } from './tags.ts'

export const thumbnailSideMin = 64
export const thumbnailSideMax = 1024
export const thumbnailSideDefault = 256

/** The media types of the formats that can be read. */
export const pictureTypes = ['image/jpeg', 'image/png', 'image/webp', 'image/gif', 'image/avif'] as const

export const FrameTag = z
  .string()
  .trim()
  .normalize()
  .pipe(characters(1, tagCharactersMax))
  .refine((tag) => !/\p{Cc}/u.test(tag), { error: 'must not have line breaks or other control characters' })
  .meta({ description: 'Leading and trailing white space is removed', minLength: 1, maxLength: tagCharactersMax })

export const LibraryFrame = z.object({
  id: z.string(),
  url: z.string().meta({ description: '`frame:` followed by the id; usable wherever a picture URL is' }),
  projectId: z.string(),
  name: z.string().optional().meta({ description: "The file's own name, without a path" }),
  width: z.int().meta({ description: 'In pixels, upright' }),
  height: z.int(),
  bytes: z.int(),
  contentType: z.enum(pictureTypes).meta({ description: 'Detected from the bytes, whatever media type was sent' }),
  createdAt: Timestamp,
  tags: z.array(z.string()).optional().meta({ description: 'In alphabetical order; absent if there are none' }),
  prompt: madeWith.prompt.optional(),
  group: madeWith.group.optional(),
  seed: madeWith.seed.optional(),
})
export type LibraryFrame = Readonly<z.infer<typeof LibraryFrame>>

const tagList = listOf(FrameTag, { max: tagsPerFrameMax }).optional()

const removable = <Value extends z.ZodType>(value: Value) =>
  value.nullable().optional().meta({ description: 'Null removes it; absent leaves it' })

export const FrameChange = z.object({
  ids: listOf(z.string(), { min: 1, max: framesPerChangeMax }).meta({ description: 'Ids of the frames' }),
  add: tagList.meta({ description: 'Tags to add' }),
  remove: tagList.meta({ description: 'Tags to remove' }),
  prompt: removable(madeWith.prompt),
  group: removable(madeWith.group),
  seed: removable(madeWith.seed),
})

export type FrameChange = Readonly<z.infer<typeof FrameChange>>

export const pictureStatuses = ['read', 'unread', 'unusable'] as const

const thumbnail = z.string().meta({
  description: 'Path on this service that returns the picture as WebP',
})

export const ProfilePicture = z.object({
  elementId: z.string(),
  kind: z.enum(['exemplars', 'comparisons']),
  side: z.enum(['a', 'b']).optional().meta({ description: 'For a comparison: which side' }),
  status: z.enum(pictureStatuses).meta({
    description: '`unread` until a state with the element is first used; `unusable` if the picture cannot be read',
  }),
  reason: z.string().optional().meta({ description: 'Why it is unusable' }),
  thumbnail: thumbnail.optional(),
  contentHash: z
    .string()
    .optional()
    .meta({ description: 'SHA-256 of the bytes in hex; absent if they are not known. In the path of the thumbnail' }),
  judgedAt: Timestamp.optional().meta({
    description: 'When it was judged; absent if it was not sent as an annotation',
  }),
  judgedBy: Actor.optional().meta({ description: 'The person or API key that judged it' }),
})
export type ProfilePicture = Readonly<z.infer<typeof ProfilePicture>>

export const RecentFrame = z.object({
  id: z.string().meta({ description: 'The id that it was scored under' }),
  url: z.string().nullable().meta({ description: 'Null for a data URL longer than 8 KiB' }),
  scoredAt: Timestamp,
  profileId: z.string(),
  scores: z.record(z.string(), z.number()).meta({ description: 'By dimension' }),
  thumbnail: thumbnail.nullable().meta({ description: 'Null if there is none yet' }),
})
export type RecentFrame = Readonly<z.infer<typeof RecentFrame>>

export const similarFramesMax = 200
export const similarFramesDefault = 50
/** The newest frames of a project, among which similar ones and stacks are found. */
export const comparedFramesMax = 5000

export const SimilarFrame = z.object({
  frame: LibraryFrame,
  similarity: z.number().meta({ description: 'Up to 1 for the same picture; the cosine of the two embeddings' }),
})
export type SimilarFrame = Readonly<z.infer<typeof SimilarFrame>>

export const FrameStack = z.object({
  ids: z.array(z.string()).meta({ description: 'Two or more frames, in the order of their names' }),
})
export type FrameStack = Readonly<z.infer<typeof FrameStack>>

export const DeletedFrame = z.object({
  success: z.literal(true),
  erased: z.boolean().optional().meta({
    description:
      'With `force=true`: whether nothing is left of the picture in the projects that the key may use, apart from backups',
  }),
  keptFor: z
    .object({ frames: z.array(z.string()), profiles: z.array(z.string()) })
    .optional()
    .meta({
      description:
        'Ids of what else has the same picture: other frames, and profiles that were taught with it, which keep its features and thumbnails',
    }),
})
export type DeletedFrame = Readonly<z.infer<typeof DeletedFrame>>
