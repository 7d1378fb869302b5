import type { Route } from '@palate/core/route.ts'
import { routes } from '@palate/core/routes.ts'
import type { Plugin } from 'rolldown'
import { inRepository } from './plan.ts'

/** Reduces the route table to what a client needs to send a request. A third of the client was the rest of the table. */
export function sentRoutes(): Plugin {
  return {
    name: 'sent-routes',
    load(id) {
      return id === inRepository('packages/core/src/routes.ts') ? `export const routes = ${sentTable()}` : null
    },
  }
}

function sentTable(): string {
  const sent = Object.entries<Route>(routes).map(([id, { method, path, access, isRepeatable }]) => [
    id,
    { method, path, access, isRepeatable },
  ])
  return JSON.stringify(Object.fromEntries(sent))
}
