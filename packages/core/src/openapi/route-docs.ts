import { auditDocs } from '../audit/route-docs.ts'
import { batchDocs } from '../batches/route-docs.ts'
import { frameDocs } from '../frames/route-docs.ts'
import { keyDocs } from '../keys/route-docs.ts'
import { annotationDocs } from '../profile/annotations/annotation-route-docs.ts'
import { historyDocs } from '../profile/history/history-route-docs.ts'
import { profileDocs } from '../profile/route-docs.ts'
import type { Tag } from '../route.ts'
import type { routeSchemas } from '../route-schemas.ts'
import type { DocsFor } from '../route-types.ts'
import { serviceDocs } from '../service/route-docs.ts'
import { sessionDocs } from '../sessions/route-docs.ts'
import { shareDocs } from '../shares/route-docs.ts'
import { scoringDocs } from '../taste/route-docs.ts'
import { webhookDocs } from '../webhooks/route-docs.ts'

/** What the API description says about every operation in `routes.ts`. */
export const routeDocs = {
  ...profileDocs,
  ...historyDocs,
  ...annotationDocs,
  ...scoringDocs,
  ...batchDocs,
  ...frameDocs,
  ...shareDocs,
  ...webhookDocs,
  ...keyDocs,
  ...auditDocs,
  ...sessionDocs,
  ...serviceDocs,
} satisfies DocsFor<typeof routeSchemas>

export const tagDocs: Readonly<Record<Tag, string>> = {
  Profiles: 'Taste profiles: create, read, update, delete, export and import.',
  History: 'Versions and branches of a profile: list, compare and merge.',
  Teaching: 'Add judgements to a profile, within its budget.',
  Scoring: 'Score frames against a profile, directly or in batches, and see what a profile has learned.',
  Frames: 'The frame library (pictures that the service stores) and thumbnails of other pictures.',
  Shares: 'Links to an overview or a scoring result that need no key, and the answers of their visitors.',
  Webhooks: 'Subscriptions to events, deliveries, and failed deliveries.',
  Events: 'The event log, event types and alert rules.',
  'API keys': 'Create, list, rotate and revoke API keys.',
  Audit: 'What was done in the account, by whom, from where.',
  Projects: 'The projects of an account.',
  Session: 'Sign in with a session cookie instead of an API key, as the dashboard does.',
  Service: 'Health checks, status, this description, and tools for agents.',
}
