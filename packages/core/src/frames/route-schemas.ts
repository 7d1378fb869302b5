import { z } from 'zod'
import { ClientId, ProjectId, Success, wholeNumber } from '../fields.ts'
import { nextCursor, pageQuery } from '../page.ts'
import { byProfileId } from '../profile/route-schemas.ts'
import type { SchemasFor } from '../route-types.ts'
import type { frameRoutes } from './routes.ts'
import {
  FrameTag,
  LibraryFrame,
  ProfilePicture,
  RecentFrame,
  Tagging,
  thumbnailSideDefault,
  thumbnailSideMax,
  thumbnailSideMin,
} from './schema.ts'

const byFrameId = z.object({ id: z.string().meta({ description: 'Id of the frame' }) })
const flag = z.enum(['true', 'false']).optional()
const inProject = { projectId: ProjectId.optional() }

export const frameSchemas = {
  uploadFrame: {
    query: z.object({
      projectId: ProjectId.optional().meta({ description: 'Required unless the key is limited to a project' }),
    }),
    reply: LibraryFrame,
  },
  listFrames: {
    query: z.object({
      ...inProject,
      tag: FrameTag.optional().meta({ description: 'Only frames with this tag' }),
      ...pageQuery,
    }),
    reply: z.object({ frames: z.array(LibraryFrame), nextCursor }),
  },
  tagFrames: { body: Tagging, reply: z.object({ frames: z.array(LibraryFrame) }) },
  getFrame: { params: byFrameId, reply: z.string() },
  getFrameThumbnail: {
    params: byFrameId,
    query: z.object({
      size: wholeNumber(thumbnailSideMin, thumbnailSideMax)
        .optional()
        .meta({
          description: `The longer side in pixels; ${thumbnailSideDefault} by default. Smaller pictures are not enlarged`,
        }),
    }),
    reply: z.string(),
  },
  deleteFrame: {
    query: z.object({
      id: z.string().meta({ description: 'Id of the frame' }),
      force: flag.meta({ description: '`true` deletes the frame even if profiles refer to it' }),
    }),
    reply: Success,
  },
  listPictures: {
    params: byProfileId,
    query: z.object({
      version_id: ClientId.optional().meta({ description: 'The pictures of this version' }),
      branch_id: ClientId.optional().meta({ description: 'The pictures of the head of this branch' }),
      include_working: flag.meta({ description: 'Include the working changes; not with `version_id`' }),
    }),
    reply: z.object({ pictures: z.array(ProfilePicture) }),
  },
  listRecentFrames: {
    query: z.object({ ...inProject, ...pageQuery }),
    reply: z.object({ frames: z.array(RecentFrame), nextCursor }),
  },
  getThumbnail: {
    params: z.object({
      contentHash: z.string().meta({ description: 'SHA-256 of the picture, as in `thumbnail` paths' }),
    }),
    query: z.object({
      size: z.enum(['small', 'chat', 'medium', 'large']).optional().meta({
        description:
          '`small` (default): longer side of 192 pixels. `chat`: 384 pixels, for models, `medium`: 512 pixels, `large`: 1,024 pixels, if they can be created',
      }),
      expires: z.string().optional().meta({ description: 'Of a signed address: seconds since 1970' }),
      signature: z.string().optional().meta({
        description: 'Of a signed address, as in `thumbnail_url` of scores. Needs no key; the thumbnail is small',
      }),
    }),
    reply: z.string(),
  },
} as const satisfies SchemasFor<typeof frameRoutes>
