import { Fault } from '@palate/core/fault.ts'
import { type Handlers, longRunning } from '../../operations.ts'
import { isOverHttps } from '../../platform/over-https.ts'
import type { Services } from '../../services.ts'
import { yieldIfLong } from '../../work/event-loop.ts'
import { realtimeOf } from '../../work/work-context.ts'
import { createInProcessFetch, type Inject } from './in-process-fetch.ts'

/**
 * The endpoint for agents. Its tools are clients of this service: each of their requests goes through authentication,
 * limits and the access log like any other, with the caller's credentials.
 */
export function mcpHandlers(
  { config: { corsOrigins, basePath } }: Pick<Services, 'config'>,
  version: string,
  inject: Inject,
): Handlers<'callMcp'> {
  return {
    callMcp: longRunning(async ({ caller, body, headers, signal }) => {
      const { host = 'localhost', origin } = headers
      const work = realtimeOf(caller.accountId)
      if (origin !== undefined && !corsOrigins.includes(origin) && !isLocalOrigin(origin, host)) {
        throw new Fault('origin_forbidden', `requests from ${origin.slice(0, 200)} are not allowed here`)
      }
      await yieldIfLong(work)
      // Loaded on demand: most services are never called by an agent.
      const { respondToMcp } = await import('@palate/mcp/respond.ts')
      const dashboardUrl = `${isOverHttps(headers) ? 'https' : 'http'}://${host}${basePath}`
      const scopes = caller.scopes ?? undefined
      const fetch = createInProcessFetch(inject, headers, signal, () => yieldIfLong(work))
      return respondToMcp({ body, headers, signal, fetch }, { scopes, version, dashboardUrl })
    }),
  }
}

/** A page of this service on this machine. Any other name may be one that a page gave to this address (DNS rebinding). */
function isLocalOrigin(origin: string, host: string): boolean {
  const page = URL.parse(origin)
  return page?.host === host && ['localhost', '127.0.0.1', '[::1]'].includes(page.hostname)
}
