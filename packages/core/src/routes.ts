import { auditRoutes } from './audit/routes.ts'
import { batchRoutes } from './batches/routes.ts'
import { frameRoutes } from './frames/routes.ts'
import { keyRoutes } from './keys/routes.ts'
import { annotationRoutes } from './profile/annotations/annotation-routes.ts'
import { historyRoutes } from './profile/history/history-routes.ts'
import { profileRoutes } from './profile/routes.ts'
import { serviceRoutes } from './service/routes.ts'
import { sessionRoutes } from './sessions/routes.ts'
import { shareRoutes } from './shares/routes.ts'
import { scoringRoutes } from './taste/routes.ts'
import { webhookRoutes } from './webhooks/routes.ts'

/**
 * Every operation of the service as plain data: the server binds its handlers by this table, and a client builds its
 * requests from it. It has no other imports; the schemas are in `route-schemas.ts`, the texts and examples of the API
 * description in `route-docs.ts`.
 */
export const routes = {
  ...profileRoutes,
  ...historyRoutes,
  ...annotationRoutes,
  ...scoringRoutes,
  ...batchRoutes,
  ...frameRoutes,
  ...shareRoutes,
  ...webhookRoutes,
  ...keyRoutes,
  ...auditRoutes,
  ...sessionRoutes,
  ...serviceRoutes,
}

export type Routes = typeof routes
export type OperationId = keyof Routes
