import { Fault } from '@palate/core/fault.ts'

/** The path as the router sees it: without the origin of an absolute URL, and percent-decoded. */
export function pathOf(url: string): string {
  const [path = ''] = url.replace(/^[a-z][a-z0-9+.-]*:\/\/[^/?#]*/i, '').split('?')
  try {
    return decodeURI(path)
  } catch {
    return path
  }
}

/** Accepts paths with or without the prefix: a proxy may have removed it, and probes do not use it. */
export function withoutBasePath(url: string, basePath: string): string {
  if (basePath === '' || !url.startsWith(basePath)) return url
  const rest = url.slice(basePath.length)
  if (rest.startsWith('/')) return rest
  return rest === '' || rest.startsWith('?') ? `/${rest}` : url
}

/** The fault for a request that matches no operation. */
export function missingRoute(path: string, allowed: readonly string[]): Fault {
  if (allowed.length === 0) return new Fault('route_not_found', path === '/' ? noDashboard : noRoute)
  const allow = allowed.join(', ')
  return new Fault('method_not_allowed', `${path.slice(0, 200)} supports ${allow}`, { headers: { allow } })
}

const noRoute = 'no route matches this path'
const noDashboard =
  'the dashboard is not built: run `npm run build:dashboard` in the repository; /docs describes the API'
