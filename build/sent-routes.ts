import { globSync, readFileSync } from 'node:fs'
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

/**
 * A line for each route that the client names, which compresses best: its id, method and path, then `1` if it is repeatable,
 * and its access if that is not by key.
 */
function sentTable(): string {
  const sources = globSync(inRepository('packages/client/src/**/*.ts')).map((path) => readFileSync(path, 'utf8'))
  const lines = Object.entries<Route>(routes)
    .filter(([id]) => sources.some((source) => source.includes(`'${id}'`)))
    .map(([id, { method, path, access, isRepeatable }]) =>
      [id, method, path, isRepeatable ? 1 : '', access === 'key' ? '' : access].join(' ').trimEnd(),
    )
  return `/* @__PURE__ */ Object.fromEntries(/* @__PURE__ */ ${JSON.stringify(lines.join('\n'))}.split('\\n').map((line) => {
    const [id, method, path, isRepeatable, access = 'key'] = line.split(' ')
    return [id, { method, path, access, isRepeatable }]
  }))`
}
