import type { Route } from '@palate/core/route.ts'

/** Returns the methods that these routes support for a path; none if no route matches. */
export function createAllowedMethods(routes: readonly Route[]): (path: string) => readonly string[] {
  const patterns = routes.map(({ method, path }) => ({
    method,
    pattern: new RegExp(`^${path.replaceAll('.', '\\.').replace(/:\w+/g, '[^/]+')}$`),
  }))
  return (path) => {
    const methods = patterns.filter(({ pattern }) => pattern.test(path)).map(({ method }) => method)
    const withHead = methods.flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : [method]))
    return [...new Set<string>(withHead)].sort()
  }
}
