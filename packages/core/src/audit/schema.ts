import { z } from 'zod'
import { ProjectId, Timestamp } from '../fields.ts'
import { Actor } from '../keys/schema.ts'
import { auditActions } from './actions.ts'

const AuditTarget = z.object({
  type: z.enum(['account', 'api_key', 'webhook', 'alert', 'profile', 'frame', 'share', 'person']),
  id: z.string(),
  name: z.string().optional(),
})

export const AuditEntry = z.object({
  id: z.string(),
  at: Timestamp,
  action: z.enum(auditActions),
  actor: Actor.nullable().meta({
    description: 'The person or key that did it; null for a failed sign-in and for commands on the server',
  }),
  address: z.string().nullable().meta({ description: 'Address of the client; null for commands on the server' }),
  requestId: z.string().nullable(),
  projectId: ProjectId.optional(),
  target: AuditTarget,
  details: z.record(z.string(), z.unknown()).optional(),
})
export type AuditEntry = Readonly<z.infer<typeof AuditEntry>>
export type AuditTarget = AuditEntry['target']
