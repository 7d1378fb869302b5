import type { Route } from '../route.ts'

export const auditRoutes = {
  listAudit: { method: 'GET', path: '/v1/audit', tag: 'Audit', access: 'key', scopes: ['admin'], status: 200 },
} as const satisfies Record<string, Route>
