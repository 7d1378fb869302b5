import { z } from 'zod'
import { ClientId, characters, Name, ProjectId, Timestamp } from '../fields.ts'
import { listOf } from '../lists.ts'
import * as limits from './limits.ts'

export const layouts = ['rows', 'grid', 'column'] as const

const Layout = z.enum(layouts).meta({
  description: 'Rows of one height that fill the width, a grid of squares, or one picture below the other',
})
const Caption = characters(1, limits.captionCharactersMax)

const BoardPicture = z.object({
  frameId: ClientId.meta({ description: 'A frame of the library of the project' }),
  caption: Caption.optional(),
})
export type BoardPicture = Readonly<z.infer<typeof BoardPicture>>

const Pictures = listOf(BoardPicture, { min: 0, max: limits.picturesPerBoardMax }).describe(
  'In the order in which they are shown; each frame once',
)

export const NewBoard = z.object({
  profileId: z.string(),
  name: Name,
  layout: Layout.optional().describe('`rows` by default'),
  pictures: Pictures.optional(),
})

export const BoardPatch = z.object({ name: Name.optional(), layout: Layout.optional(), pictures: Pictures.optional() })
export type BoardPatch = Readonly<z.infer<typeof BoardPatch>>

const described = {
  id: z.string(),
  projectId: ProjectId,
  profileId: z.string(),
  name: z.string(),
  layout: Layout,
  pictureCount: z.int(),
  createdAt: Timestamp,
  updatedAt: Timestamp,
}

export const BoardSummary = z.object({
  ...described,
  cover: z.array(z.string()).meta({ description: `The ids of its first frames, at most ${limits.coverPicturesMax}` }),
})
export type BoardSummary = Readonly<z.infer<typeof BoardSummary>>

export const Board = z.object({
  ...described,
  revision: z.int().meta({ description: 'Grows with each change. In quotation marks it is the `ETag`' }),
  pictures: z.array(
    z.object({
      frameId: z.string(),
      caption: z.string().optional(),
      frame: z
        .object({ name: z.string().nullable(), width: z.int(), height: z.int() })
        .nullable()
        .meta({ description: 'Null once the frame was deleted from the library' }),
    }),
  ),
})
export type Board = Readonly<z.infer<typeof Board>>
