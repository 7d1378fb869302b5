import { z } from 'zod'
import { describeDaysKept } from '../days-kept.ts'
import { ClientId, ProjectId, wholeNumber } from '../fields.ts'
import { nextCursor, pageQuery } from '../page.ts'
import { profileId, summary } from '../profile/examples.ts'
import { byProfileId } from '../profile/profile-operations.ts'
import { type OperationsFor, operation } from '../route-types.ts'
import type { frameRoutes } from './frame-routes.ts'
import {
  comparedFramesMax,
  DeletedFrame,
  FrameChange,
  FrameStack,
  FrameTag,
  LibraryFrame,
  ProfilePicture,
  RecentFrame,
  SimilarFrame,
  similarFramesDefault,
  similarFramesMax,
  thumbnailSideDefault,
  thumbnailSideMax,
  thumbnailSideMin,
} from './schema.ts'

const byFrameId = z.object({ id: z.string().meta({ description: 'Id of the frame' }) })
const flag = z.enum(['true', 'false']).optional()
const inProject = { projectId: ProjectId.optional() }

const id = 'frm_019cb2f0a4d17c2e9b3350d1c7e6fa12'
const contentHash = '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08'
const thumbnail = `/v1/thumbnails/${contentHash}`
const frame: LibraryFrame = {
  id,
  url: `frame:${id}`,
  projectId: summary.projectId,
  name: 'hero.jpg',
  width: 1600,
  height: 900,
  bytes: 248_113,
  contentType: 'image/jpeg',
  createdAt: '2026-03-03T08:12:00.000Z',
}
const ifNoneMatch = { 'If-None-Match': 'The ETag of a copy you have; 304 if it is current' }
const bytes = (types: readonly string[]) => Object.fromEntries(types.map((type) => [type, '(the bytes)']))

export const frameOperations = {
  uploadFrame: operation(
    {
      query: z.object({
        projectId: ProjectId.optional().meta({ description: 'Required unless the key is limited to a project' }),
      }),
      reply: LibraryFrame,
    },
    {
      summary: 'Upload a picture to the frame library',
      description:
        'Send a form with one `file`, or the raw bytes with an image media type. Accepts JPEG, PNG, WebP, GIF and AVIF, detected from the content, up to 32 MiB and 50 megapixels. The form may also have the fields `prompt`, `group` and `seed` of a generated picture. Uploading the same bytes to the same project again returns the same frame, and adds those of the fields that it does not have yet.',
      faults: ['project_forbidden', 'account_full'],
      answers: { 200: 'The project already has this picture', 201: 'The picture was stored' },
      examples: {
        sent: { 'image/*': '(the bytes)', 'multipart/form-data': { file: '(the bytes)' } },
        reply: frame,
      },
    },
  ),

  listFrames: operation(
    {
      query: z.object({
        ...inProject,
        tag: FrameTag.optional().meta({ description: 'Only frames with this tag' }),
        profile_id: z
          .string()
          .optional()
          .meta({ description: 'Only frames to which this profile refers, or has referred' }),
        ...pageQuery,
      }),
      reply: z.object({ frames: z.array(LibraryFrame), nextCursor }),
    },
    {
      summary: 'List the frame library, newest first',
      description: 'Lists the frames that the key can see. Without `limit`, returns up to 10,000.',
      faults: ['project_forbidden'],
      answers: { 200: 'A page of frames' },
      examples: { reply: { frames: [frame] } },
    },
  ),

  updateFrames: operation(
    { body: FrameChange, reply: z.object({ frames: z.array(LibraryFrame) }) },
    {
      summary: 'Change the tags of frames, and what they were made with',
      description:
        'Up to 1,000 frames at once. If one of them does not exist or would have more than 20 tags, nothing changes. Tags, `prompt`, `group` and `seed` belong to the frame, so every profile of the project sees them.',
      faults: ['frame_not_found', 'too_many_tags'],
      answers: { 200: 'The frames as they are now, in the order of the ids' },
      examples: {
        body: { ids: [id], add: ['campaign', 'outdoor'], remove: ['draft'] },
        reply: { frames: [{ ...frame, tags: ['campaign', 'outdoor'] }] },
      },
    },
  ),

  getFrame: operation(
    { params: byFrameId, reply: z.string() },
    {
      summary: 'Read the picture of a frame',
      description: 'Returns the bytes as uploaded.',
      headers: ifNoneMatch,
      faults: ['frame_not_found'],
      answers: { 200: 'The picture', 304: 'The picture has not changed' },
      examples: { text: bytes(['image/jpeg', 'image/png', 'image/webp', 'image/gif', 'image/avif']) },
    },
  ),

  getFrameThumbnail: operation(
    {
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
    {
      summary: 'Read a frame at a reduced size',
      description: 'Returns WebP, upright, with the aspect ratio of the picture.',
      headers: ifNoneMatch,
      faults: ['frame_not_found'],
      answers: { 200: 'The thumbnail', 304: 'The thumbnail has not changed' },
      examples: { text: bytes(['image/webp']) },
    },
  ),

  deleteFrame: operation(
    {
      query: z.object({
        id: z.string().meta({ description: 'Id of the frame' }),
        force: flag.meta({
          description: '`true` deletes the frame even if profiles refer to it, and erases its picture',
        }),
      }),
      reply: DeletedFrame,
    },
    {
      summary: 'Delete a frame',
      description:
        'If a version or the working changes of a profile refer to the frame, deleting it requires `force=true`. This also erases the picture: thumbnails, features, its scores in the list of recent frames, its places on boards and in shares, and objects in a bucket, unless another frame or a profile that was taught with it has the same picture. If the bucket fails, the response is 503, and the rest is erased later, or by the same request.',
      faults: ['frame_not_found', 'frame_in_use'],
      answers: { 200: 'The frame was deleted' },
      examples: { reply: { success: true, erased: false, keptFor: { frames: [], profiles: [profileId] } } },
    },
  ),

  listSimilarFrames: operation(
    {
      query: z.object({
        id: z.string().meta({ description: 'Id of the frame' }),
        limit: wholeNumber(1, similarFramesMax)
          .optional()
          .meta({ description: `Maximum number of frames; ${similarFramesDefault} by default` }),
      }),
      reply: z.object({ frames: z.array(SimilarFrame) }),
    },
    {
      summary: 'Find frames that resemble one',
      description: `Most similar first, among the newest ${comparedFramesMax.toLocaleString('en')} frames of its project. Reads no other picture: frames that the embedder in use has not read yet are left out.`,
      faults: ['frame_not_found'],
      answers: { 200: 'The frames, without the one itself' },
      examples: { reply: { frames: [{ frame, similarity: 0.8713 }] } },
    },
  ),

  listFrameStacks: operation(
    {
      query: z.object({
        projectId: ProjectId.optional().meta({ description: 'Required unless the key is limited to a project' }),
      }),
      reply: z.object({ stacks: z.array(FrameStack) }),
    },
    {
      summary: 'Find near-duplicates and bursts in the frame library',
      description: `Among the newest ${comparedFramesMax.toLocaleString('en')} frames. A stack has frames that are nearly identical, and frames of one scene that a camera took within three seconds, or whose file names are numbered in sequence. Each frame is in one stack at most. Frames that the embedder in use has not read yet are left out.`,
      faults: ['project_forbidden'],
      answers: { 200: 'The stacks' },
      examples: { reply: { stacks: [{ ids: [id, 'frm_019cb2f0a4d17c2e9b3350d1c7e6fa13'] }] } },
    },
  ),

  listPictures: operation(
    {
      params: byProfileId,
      query: z.object({
        version_id: ClientId.optional().meta({ description: 'The pictures of this version' }),
        branch_id: ClientId.optional().meta({ description: 'The pictures of the head of this branch' }),
        include_working: flag.meta({ description: 'Include the working changes; not with `version_id`' }),
      }),
      reply: z.object({ pictures: z.array(ProfilePicture) }),
    },
    {
      summary: 'List the pictures that a profile has judged',
      description:
        'Returns one entry for each exemplar and two for each comparison, at the head of the current branch or at the version or branch that the query names, including elements that were removed since. Does not read any picture: `thumbnail` appears once the picture has been read.',
      faults: ['profile_not_found', 'branch_not_found', 'version_not_found'],
      answers: { 200: 'The pictures' },
      examples: {
        reply: {
          pictures: [
            {
              elementId: 'hero',
              kind: 'exemplars',
              status: 'read',
              thumbnail,
              contentHash,
              judgedAt: '2026-03-04T16:42:01.000Z',
              judgedBy: { keyId: 'key_01jnz4', name: 'studio' },
            },
            { elementId: 'cover-a-or-b', kind: 'comparisons', side: 'a', status: 'unread' },
          ],
        },
      },
    },
  ),

  listRecentFrames: operation(
    {
      query: z.object({ ...inProject, ...pageQuery }),
      reply: z.object({ frames: z.array(RecentFrame), nextCursor }),
    },
    {
      summary: 'List the most recently scored frames',
      description: `Newest first. A frame is listed after it was last scored under its id for ${describeDaysKept('seenFrames')}.`,
      faults: ['project_forbidden'],
      answers: { 200: 'A page of frames' },
      examples: {
        reply: {
          frames: [
            {
              id: 'hero',
              url: 'https://images.example.com/hero.jpg',
              scoredAt: '2026-03-04T16:40:12.000Z',
              profileId,
              scores: { aesthetics: 0.8312 },
              thumbnail,
            },
          ],
        },
      },
    },
  ),

  getThumbnail: operation(
    {
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
    {
      summary: 'Read the thumbnail of a judged or scored picture',
      description:
        '`GET /v1/profiles/{id}/pictures` and `GET /v1/frames/recent` return the paths. The small thumbnail is stored, so the host of the picture is not contacted again. The medium one is created on request, from the frame library or from the large one. The large one is created on first request, from the frame library or from the URL that the picture was scored under. If a larger one cannot be created, the small one is returned. An address with a signature needs no key: `POST /v1/score` with `thumbnails` returns such addresses if the service has a public URL.',
      headers: ifNoneMatch,
      faults: ['thumbnail_not_found', 'invalid_signature', 'expired_signature'],
      answers: { 200: 'The thumbnail', 304: 'The thumbnail has not changed' },
      examples: { text: bytes(['image/webp']) },
    },
  ),
} satisfies OperationsFor<typeof frameRoutes>
