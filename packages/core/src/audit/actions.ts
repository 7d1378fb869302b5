/** Every audited action, and when it is recorded. */
export const auditCatalogue = {
  'account.created': 'An account was created, by the first start or by `palate accounts create`.',
  'api_key.created': 'An API key was created.',
  'api_key.rotated': 'An API key was replaced: `details.successorId` is the new one.',
  'api_key.revoked': 'An API key was revoked.',
  'session.created': 'Someone signed in with a key or a code. The target is the key that the session represents.',
  'session.failed': 'A sign-in was refused: `details.code` is the reason. Repeats within a minute are left out.',
  'person.joined': 'A person was signed in by the identity provider for the first time.',
  'person.invited': 'A person was invited, or got another link.',
  'person.changed': 'A person was changed, possibly by their groups at a sign-in: `details.changed` lists the members.',
  'person.removed': 'A person was removed: `details.judgements` says whether their judgements were kept.',
  'webhook.created': 'A webhook was created.',
  'webhook.updated': 'A webhook was changed: `details.changed` lists the members.',
  'webhook.deleted': 'A webhook was deleted.',
  'webhook.secret_rotated': 'A webhook got a new secret.',
  'alert.created': 'An alert rule was created.',
  'alert.deleted': 'An alert rule was deleted.',
  'profile.deleted': 'A profile was deleted.',
  'profile.exported': 'A profile was exported.',
  'profile.imported': 'A profile was imported.',
  'share.created': 'A share was created: `details.expiresAt` is when it ends.',
  'share.revoked': 'A share was revoked.',
  'frame.deleted': 'A frame of the library was deleted.',
} as const

export type AuditAction = keyof typeof auditCatalogue
export const auditActions = Object.keys(auditCatalogue) as [AuditAction, ...AuditAction[]]
