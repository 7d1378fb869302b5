import { Fault } from '@palate/core/fault.ts'
import type { FastifyRequest } from 'fastify'
import type { Operation } from '../operations.ts'
import type { KeylessLimit } from './authentication/keyless-limit.ts'
import type { Cors } from './cors.ts'
import type { Dashboard } from './dashboard/dashboard.ts'
import { createLlmsText } from './llms-text.ts'
import { type HttpResponse, jsonType } from './response/http-response.ts'

/** Dashboard pages, CORS preflight requests, `/llms.txt` and OAuth registrations are not in the route table. Anything else is 404 or 405. */
export function createUnroutedRequests(
  operations: readonly Operation[],
  { dashboard, cors, keyless, basePath }: Parts,
) {
  const allowedMethods = createAllowedMethods(operations)
  const llmsText = createLlmsText(basePath)
  const missing = (path: string) => missingRoute(path, allowedMethods(path))
  return {
    respondTo(request: FastifyRequest): HttpResponse | Fault {
      const { method, headers } = request
      const path = pathOf(request.url)
      return (
        keyless.refusalOf(request) ??
        llmsText(method, path) ??
        dashboard.respondTo({ method, path, headers }) ??
        cors.preflight(request, allowedMethods(path)) ??
        refuseOAuth(method, path) ??
        missing(path)
      )
    },
    refusalOf: (request: FastifyRequest): Fault => keyless.refusalOf(request) ?? missing(pathOf(request.url)),
  }
}

interface Parts {
  readonly dashboard: Dashboard
  readonly cors: Cors
  readonly keyless: KeylessLimit
  readonly basePath: string
}

/** Returns the methods that these operations support for a path; none if no route matches. */
function createAllowedMethods(operations: readonly Operation[]): (path: string) => readonly string[] {
  const patterns = operations.map(({ route: { method, path } }) => ({
    method,
    pattern: new RegExp(`^${path.replaceAll('.', '\\.').replace(/:\w+/g, '[^/]+')}$`),
  }))
  return (path) => {
    const methods = patterns.filter(({ pattern }) => pattern.test(path)).map(({ method }) => method)
    const withHead = methods.flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : [method]))
    return [...new Set<string>(withHead)].sort()
  }
}

/** The path as the router sees it: without the origin of an absolute URL, and percent-decoded. */
function pathOf(url: string): string {
  const [path = ''] = url.replace(/^[a-z][a-z0-9+.-]*:\/\/[^/?#]*/i, '').split('?')
  try {
    return decodeURI(path)
  } catch {
    return path
  }
}

function missingRoute(path: string, allowed: readonly string[]): Fault {
  if (allowed.length === 0) return new Fault('route_not_found', path === '/' ? noDashboard : noRoute)
  const allow = allowed.join(', ')
  return new Fault('method_not_allowed', `${path.slice(0, 200)} supports ${allow}`, { headers: { allow } })
}

const noRoute = 'no route matches this path'
const noDashboard =
  'the dashboard is not built: run `npm run build:dashboard` in the repository; /docs describes the API'

/**
 * After a 401, clients of MCP look for an OAuth server. Where they find none, they register at this path of the same
 * host, and then show the person what it answers. A plain 404 would hide that the key is missing or wrong.
 */
const registrationPath = '/register'

const refusal = JSON.stringify({
  error: 'access_denied',
  error_description:
    'Palate takes API keys, not OAuth. Set the header "Authorization: Bearer plt_…" in the settings of your MCP client. If it is set, the key is wrong, expired or revoked.',
})

function refuseOAuth(method: string, path: string): HttpResponse | undefined {
  if (method !== 'POST' || path !== registrationPath) return undefined
  return { status: 403, mediaType: jsonType, body: refusal }
}
