import { z } from 'zod'
import { ProjectId, Timestamp } from '../fields.ts'
import { auditActions } from './actions.ts'

const AuditTarget = z.object({
  type: z.enum(['account', 'api_key', 'webhook', 'alert', 'profile', 'frame', 'share']),
  id: z.string(),
  name: z.string().optional(),
})

export const AuditActor = z.object({ keyId: z.string(), name: z.string() })

export const AuditEntry = z.object({
  id: z.string(),
  at: Timestamp,
  action: z.enum(auditActions),
  actor: AuditActor.nullable().meta({
    description:
      'The key that did it, also through a session; null for a failed sign-in and for commands on the server',
  }),
  address: z.string().nullable().meta({ description: 'Address of the client; null for commands on the server' }),
  requestId: z.string().nullable(),
  projectId: ProjectId.optional(),
  target: AuditTarget,
  details: z.record(z.string(), z.unknown()).optional(),
})
export type AuditEntry = Readonly<z.infer<typeof AuditEntry>>
export type AuditTarget = AuditEntry['target']
