import { auditRoutes } from './audit/audit-routes.ts'
import { batchRoutes } from './batches/batch-routes.ts'
import { boardRoutes } from './boards/board-routes.ts'
import { frameRoutes } from './frames/frame-routes.ts'
import { keyRoutes } from './keys/key-routes.ts'
import { loginRoutes } from './logins/login-routes.ts'
import { peopleRoutes } from './people/people-routes.ts'
import { annotationRoutes } from './profile/annotations/annotation-routes.ts'
import { historyRoutes } from './profile/history/history-routes.ts'
import { profileRoutes } from './profile/profile-routes.ts'
import { serviceRoutes } from './service/service-routes.ts'
import { sessionRoutes } from './sessions/session-routes.ts'
import { shareRoutes } from './shares/share-routes.ts'
import { scoringRoutes } from './taste/scoring-routes.ts'
import { webhookRoutes } from './webhooks/webhook-routes.ts'

/**
 * Every operation of the service as plain data: the server binds its handlers by this table, and a client builds its
 * requests from it. It has no other imports; `operations.ts` has the schemas, texts and examples.
 */
export const routes = {
  ...profileRoutes,
  ...historyRoutes,
  ...annotationRoutes,
  ...scoringRoutes,
  ...batchRoutes,
  ...frameRoutes,
  ...boardRoutes,
  ...shareRoutes,
  ...webhookRoutes,
  ...keyRoutes,
  ...peopleRoutes,
  ...auditRoutes,
  ...sessionRoutes,
  ...loginRoutes,
  ...serviceRoutes,
}

export type Routes = typeof routes
export type OperationId = keyof Routes
