import type { Route } from '@palate/core/route.ts'
import { routes } from '@palate/core/routes.ts'

const patterns = Object.values<Route>(routes).map(({ method, path }) => ({
  method,
  pattern: new RegExp(`^${path.replaceAll('.', '\\.').replace(/:\w+/g, '[^/]+')}$`),
}))

/** The methods that a path supports; empty when no route matches. */
export function allowedMethods(path: string): readonly string[] {
  const methods = patterns.filter(({ pattern }) => pattern.test(path)).map(({ method }) => method)
  const withHead = methods.flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : [method]))
  return [...new Set<string>(withHead)].sort()
}
