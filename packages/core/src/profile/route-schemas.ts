import { z } from 'zod'
import { ProjectId, Success } from '../fields.ts'
import { nextCursor, pageQuery } from '../page.ts'
import type { SchemasFor } from '../route-types.ts'
import type { profileRoutes } from './routes.ts'
import { NewProfile, ProfileDocument, ProfilePatch, ProfileSummary } from './schema.ts'
import { ProfileExport } from './transfer.ts'

const profileId = z.string().meta({ description: 'Id of the profile' })
export const byProfileId = z.object({ id: profileId })

export const profileSchemas = {
  listProfiles: {
    query: z.object({ projectId: ProjectId.optional(), ...pageQuery }),
    reply: z.object({ profiles: z.array(ProfileSummary), nextCursor }),
  },
  createProfile: { body: NewProfile, reply: ProfileSummary },
  getProfile: {
    params: byProfileId,
    query: z.object({
      snapshots: z
        .enum(['omit', 'include'])
        .optional()
        .meta({ description: '`omit` leaves out the snapshot of each version' }),
    }),
    reply: ProfileDocument,
  },
  updateProfile: { params: byProfileId, body: ProfilePatch, reply: ProfileSummary.omit({ createdAt: true }) },
  deleteProfile: { params: byProfileId, reply: Success },
  exportProfile: { params: byProfileId, reply: ProfileExport },
  importProfile: { body: ProfileExport, reply: ProfileSummary },
} as const satisfies SchemasFor<typeof profileRoutes>
