import { z } from 'zod'
import { Timestamp } from '../fields.ts'
import { nextCursor, pageQuery } from '../page.ts'
import type { SchemasFor } from '../route-types.ts'
import { auditActions } from './actions.ts'
import type { auditRoutes } from './routes.ts'
import { AuditEntry } from './schema.ts'

export const auditSchemas = {
  listAudit: {
    query: z.object({
      since: Timestamp.optional().meta({ description: 'Only entries of this time or later' }),
      until: Timestamp.optional().meta({ description: 'Only entries before this time' }),
      action: z.enum(auditActions).optional().meta({ description: 'Only entries of this action' }),
      keyId: z.string().optional().meta({ description: 'Only what this API key did' }),
      ...pageQuery,
    }),
    reply: z.object({ entries: z.array(AuditEntry), nextCursor }),
  },
} as const satisfies SchemasFor<typeof auditRoutes>
