import { z } from 'zod'
import { ProjectId, Success } from '../fields.ts'
import { nextCursor, pageQuery } from '../page.ts'
import { type OperationsFor, operation } from '../route-types.ts'
import type { boardRoutes } from './board-routes.ts'
import * as limits from './limits.ts'
import { Board, BoardPatch, BoardSummary, NewBoard } from './schema.ts'

const byId = z.object({ id: z.string().meta({ description: 'Id of the board' }) })
const ifMatch = { 'If-Match': 'The ETag of the board; 412 if it has changed since' }

const frameId = 'frm_019cb1c2d03e7d9fa1460b8857ec2f41'
const described = {
  id: 'brd_019cb1c2d03e7d9fa1460b8857ec2f40',
  projectId: 'studio',
  profileId: 'prof_019cb1c2d03e7d9fa1460b8857ec2f19',
  name: 'Spring campaign',
  layout: 'rows' as const,
  pictureCount: 1,
  createdAt: '2026-03-02T09:00:00.000Z',
  updatedAt: '2026-03-02T09:30:00.000Z',
}
const picture = { frameId, caption: 'The first page' }
const board = {
  ...described,
  revision: 3,
  pictures: [{ ...picture, frame: { name: 'cover.jpg', width: 1600, height: 1067 } }],
}

export const boardOperations = {
  createBoard: operation(
    { body: NewBoard, reply: Board },
    {
      summary: 'Create a board',
      description: `A named, ordered set of pictures of the library with captions and one layout. A profile has at most ${limits.boardsPerProfileMax} boards, a board at most ${limits.picturesPerBoardMax} pictures. The response has an \`ETag\` for \`If-Match\`.`,
      faults: ['profile_not_found', 'frame_not_found', 'too_many_boards', 'account_full'],
      answers: { 201: 'The board was created' },
      examples: {
        body: { profileId: described.profileId, name: described.name, pictures: [picture] },
        reply: board,
      },
    },
  ),

  listBoards: operation(
    {
      query: z.object({
        projectId: ProjectId.optional(),
        profileId: z.string().optional().meta({ description: 'Only boards of this profile' }),
        ...pageQuery,
      }),
      reply: z.object({ boards: z.array(BoardSummary), nextCursor }),
    },
    {
      summary: 'List boards, newest first',
      description: 'With their first pictures instead of all.',
      faults: ['project_forbidden'],
      answers: { 200: 'A page of boards' },
      examples: { reply: { boards: [{ ...described, cover: [frameId] }] } },
    },
  ),

  getBoard: operation(
    { params: byId, reply: Board },
    {
      summary: 'Get a board with its pictures',
      description: 'The response has an `ETag` for `If-Match`.',
      faults: ['board_not_found'],
      answers: { 200: 'The board' },
      examples: { reply: board },
    },
  ),

  updateBoard: operation(
    { params: byId, body: BoardPatch, reply: Board },
    {
      summary: 'Rename or arrange a board',
      description:
        'Absent members are left unchanged; `pictures` replaces all of them. Pictures whose frames were deleted may stay.',
      headers: ifMatch,
      faults: ['board_not_found', 'frame_not_found', 'precondition_failed', 'account_full'],
      answers: { 200: 'The board was changed' },
      examples: { body: { pictures: [picture] }, reply: board },
    },
  ),

  deleteBoard: operation(
    { params: byId, reply: Success },
    {
      summary: 'Delete a board',
      description: 'Its pictures stay in the library. Links to it keep showing what they show.',
      headers: ifMatch,
      faults: ['board_not_found', 'precondition_failed'],
      answers: { 200: 'The board was deleted' },
      examples: { reply: { success: true } },
    },
  ),
} satisfies OperationsFor<typeof boardRoutes>
