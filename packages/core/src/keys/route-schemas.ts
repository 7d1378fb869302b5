import { z } from 'zod'
import { ProjectId, Success, wholeNumber } from '../fields.ts'
import { nextCursor, pageQuery } from '../page.ts'
import type { SchemasFor } from '../route-types.ts'
import type { keyRoutes } from './routes.ts'
import { CreatedKey, DayOfUse, KeyRecord, NewKey, Project, Rotation } from './schema.ts'
import { usageDaysDefault, usageDaysMax } from './usage-days.ts'

const byKeyId = z.object({ id: z.string().meta({ description: 'Id of the API key' }) })

export const keySchemas = {
  createKey: { body: NewKey, reply: CreatedKey },
  listKeys: {
    query: z.object({ projectId: ProjectId.optional(), ...pageQuery }),
    reply: z.object({ keys: z.array(KeyRecord), nextCursor }),
  },
  revokeKey: { query: byKeyId, reply: Success },
  rotateKey: { query: byKeyId, body: Rotation, reply: CreatedKey },
  getKeyUsage: {
    query: byKeyId.extend({
      days: wholeNumber(1, usageDaysMax)
        .optional()
        .meta({ description: `Number of days including today, 1 to ${usageDaysMax}; ${usageDaysDefault} by default` }),
    }),
    reply: z.object({ days: z.array(DayOfUse) }),
  },
  listProjects: { reply: z.object({ projects: z.array(Project) }) },
} as const satisfies SchemasFor<typeof keyRoutes>
