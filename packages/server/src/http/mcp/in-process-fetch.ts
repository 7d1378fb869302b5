import type { IncomingHttpHeaders } from 'node:http'
import type { InjectOptions, LightMyRequestResponse } from 'fastify'

/** Handles a request as if it had come over the network. */
export type Inject = (request: InjectOptions) => Promise<LightMyRequestResponse>

/**
 * A `fetch` that stays in this process and sends the credentials of the request that is being served. A request over the
 * network waits for its turn on the event loop; these would follow each other without a pause, so each awaits `turn`.
 */
export function createInProcessFetch(
  inject: Inject,
  headers: IncomingHttpHeaders,
  signal: AbortSignal,
  turn: () => Promise<void> | undefined,
): typeof fetch {
  const { authorization, cookie, 'x-palate-request': page } = headers
  const credentials = Object.fromEntries(
    Object.entries({ authorization, cookie, 'x-palate-request': page }).filter(([, value]) => value !== undefined),
  )
  return async (input, init) => {
    await turn()
    const request = new Request(input, init)
    const { pathname, search } = new URL(request.url)
    const {
      statusCode,
      headers: sent,
      rawPayload,
    } = await inject({
      method: request.method as 'GET',
      url: pathname + search,
      headers: { host: 'localhost', ...Object.fromEntries(request.headers), ...credentials },
      payload: Buffer.from(await request.arrayBuffer()),
      signal: init?.signal ? AbortSignal.any([signal, init.signal]) : signal,
    })
    const hasBody = statusCode !== 204 && statusCode !== 304
    const answered = new Headers(Object.entries(sent).map(([name, value]) => [name, String(value)]))
    return new Response(hasBody ? new Uint8Array(rawPayload) : null, { status: statusCode, headers: answered })
  }
}
