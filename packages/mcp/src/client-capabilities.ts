import {
  CLIENT_CAPABILITIES_META_KEY,
  type ClientCapabilities,
  type Server,
  type ServerContext,
} from '@modelcontextprotocol/server'

/** A client of 2026 sends its capabilities with each request, an older one when it connects. */
export function capabilitiesOf(
  server: Server,
  { mcpReq: { envelope } }: ServerContext,
): ClientCapabilities | undefined {
  const sent = (envelope as Readonly<Record<string, ClientCapabilities | undefined>> | undefined)?.[
    CLIENT_CAPABILITIES_META_KEY
  ]
  return sent ?? server.getClientCapabilities()
}
