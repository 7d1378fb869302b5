import { createMcpHandler } from '@modelcontextprotocol/server'
import { Palate } from '@palate/client'
import type { McpContext } from './context.ts'
import { createMcpServer } from './server.ts'

export interface McpRequest {
  /** The message. */
  readonly body: unknown
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>
  readonly signal: AbortSignal
  /** Calls the service with the caller's credentials. Its URL does not matter. */
  readonly fetch: typeof fetch
}

export interface McpResponse {
  readonly status: number
  /** Null for a response without a body. */
  readonly body: string | null
  readonly mediaType: string
}

const jsonType = 'application/json'

/** Responds to one message over HTTP. Messages are independent, so each gets a server that lives as long as it does. */
export async function respondToMcp(
  { body, headers, signal, fetch }: McpRequest,
  { version, ...context }: Omit<McpContext, 'palate' | 'readPicture'> & { readonly version: string },
): Promise<McpResponse> {
  const url = 'http://palate.invalid'
  const palate = new Palate({ url, fetch, retries: 0 })
  const handler = createMcpHandler(() => createMcpServer(async () => ({ ...context, palate }), version), {
    // The tools never change while a client waits, so there is nothing to subscribe to.
    maxSubscriptions: 0,
  })
  try {
    const request = new Request(url, { method: 'POST', headers: protocolHeaders(headers), body: '{}', signal })
    const response = await handler.fetch(request, { parsedBody: body })
    const text = await response.text()
    if (text === '') return { status: response.status, body: null, mediaType: jsonType }
    const mediaType = response.headers.get('content-type') ?? jsonType
    const message = mediaType.startsWith('text/event-stream') ? onlyMessageOf(text) : undefined
    return { status: response.status, body: message ?? text, mediaType: message === undefined ? mediaType : jsonType }
  } finally {
    await handler.close()
  }
}

/** The headers that the protocol defines. Every client accepts JSON, also one that does not say so. */
function protocolHeaders(headers: McpRequest['headers']): Headers {
  const own = Object.entries(headers).filter(([name]) => name.startsWith('mcp-'))
  const usual = { accept: `${jsonType}, text/event-stream`, 'content-type': jsonType }
  return new Headers([...own.map(([name, value]): [string, string] => [name, String(value)]), ...Object.entries(usual)])
}

/** The message of a stream that has just one, which is simpler to read as JSON. */
function onlyMessageOf(stream: string): string | undefined {
  const [message, another] = stream.split('\n').flatMap((line) => (line.startsWith('data: {') ? [line.slice(6)] : []))
  return another === undefined ? message : undefined
}
