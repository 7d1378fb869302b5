import type { ClientCapabilities } from '@modelcontextprotocol/server'

/** The extension for pages in a chat (MCP Apps). */
export const appsExtension = 'io.modelcontextprotocol/ui'
export const appMediaType = 'text/html;profile=mcp-app'

/** Whether a client shows pages in the chat. */
export function canShowApps(capabilities: ClientCapabilities | undefined): boolean {
  const declared = capabilities?.extensions?.[appsExtension] as { readonly mimeTypes?: unknown } | undefined
  return Array.isArray(declared?.mimeTypes) && declared.mimeTypes.includes(appMediaType)
}
