import { z } from 'zod'
import { ProjectId, Success, wholeNumber } from '../fields.ts'
import { nextCursor, pageQuery } from '../page.ts'
import type { SchemasFor } from '../route-types.ts'
import { picturesPerShareMax } from './limits.ts'
import type { shareRoutes } from './routes.ts'
import { CreatedShare, NewShare, Share, ShareWithAnswers } from './schema.ts'

const byId = z.object({ id: z.string().meta({ description: 'Id of the share' }) })
const token = z.string().meta({ description: 'The secret part of the link' })

export const shareSchemas = {
  createShare: { body: NewShare, reply: CreatedShare },
  listShares: {
    query: z.object({
      projectId: ProjectId.optional(),
      profileId: z.string().optional().meta({ description: 'Only shares of this profile' }),
      ...pageQuery,
    }),
    reply: z.object({ shares: z.array(Share), nextCursor }),
  },
  getShare: { params: byId, reply: ShareWithAnswers },
  revokeShare: { params: byId, reply: Success },
  openShare: {
    params: z.object({ token }),
    query: z.object({ sent: z.string().optional().meta({ description: 'Thanks the visitor for the answers' }) }),
    reply: z.string(),
  },
  answerShare: { params: z.object({ token }), reply: z.string() },
  getSharedPicture: {
    params: z.object({
      token,
      number: wholeNumber(0, picturesPerShareMax - 1).meta({ description: 'The number of the picture' }),
    }),
    query: z.object({
      size: z.enum(['medium', 'large']).optional().meta({ description: '512 or 1,024 pixels; `medium` by default' }),
    }),
    reply: z.string(),
  },
} as const satisfies SchemasFor<typeof shareRoutes>
