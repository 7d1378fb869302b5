import type { AuditAction } from '@palate/core/audit/actions.ts'
import type { AuditTarget } from '@palate/core/audit/schema.ts'

/** Who caused a change, and by which request. All but the account are null for a command on the server. */
export interface AuditSource {
  readonly accountId: string
  readonly keyId: string | null
  readonly address: string | null
  readonly requestId: string | null
}

/** A change to record. Details must not contain a secret, nor a URL, which may contain one. */
export interface AuditedChange {
  readonly action: AuditAction
  readonly target: AuditTarget
  readonly projectId?: string | null | undefined
  readonly details?: Readonly<Record<string, unknown>> | undefined
}
