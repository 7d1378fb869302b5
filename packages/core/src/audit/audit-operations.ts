import { z } from 'zod'
import { describeDaysKept } from '../days-kept.ts'
import { Timestamp } from '../fields.ts'
import { nextCursor, pageQuery } from '../page.ts'
import { type OperationsFor, operation } from '../route-types.ts'
import { auditActions, auditCatalogue } from './actions.ts'
import type { auditRoutes } from './audit-routes.ts'
import { AuditEntry } from './schema.ts'

const actions = Object.entries(auditCatalogue).map(([action, when]) => `- \`${action}\`: ${when}`)

export const auditOperations = {
  listAudit: operation(
    {
      query: z.object({
        since: Timestamp.optional().meta({ description: 'Only entries of this time or later' }),
        until: Timestamp.optional().meta({ description: 'Only entries before this time' }),
        action: z.enum(auditActions).optional().meta({ description: 'Only entries of this action' }),
        keyId: z.string().optional().meta({ description: 'Only what this API key did' }),
        ...pageQuery,
      }),
      reply: z.object({ entries: z.array(AuditEntry), nextCursor }),
    },
    {
      summary: 'List what was done in the account, newest first',
      description: `Entries are kept for ${describeDaysKept('audit')}. They never contain a secret. A key of a project sees the entries of that project.\n\n${actions.join('\n')}`,
      faults: [],
      answers: { 200: 'A page of entries' },
      examples: {
        reply: {
          entries: [
            {
              id: 'aud_019cb1c2d03e7d9fa1460b8857ec2f19',
              at: '2026-03-02T09:00:00.000Z',
              action: 'api_key.revoked',
              actor: { keyId: 'key_019cb1c2d03e7d9fa1460b8857ec2f18', name: 'admin' },
              address: '203.0.113.7',
              requestId: 'req_019cb1c2d03e7d9fa1460b8857ec2f20',
              projectId: 'studio',
              target: { type: 'api_key', id: 'key_019cb1c2d03e7d9fa1460b8857ec2f19', name: 'ci' },
            },
          ],
        },
      },
    },
  ),
} satisfies OperationsFor<typeof auditRoutes>
