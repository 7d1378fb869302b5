import { serveStdio } from '@modelcontextprotocol/server/stdio'
import type { McpContext } from './context.ts'
import { createMcpServer } from './server.ts'

/** Serves one client over standard input and output, until it closes them. */
export function serveOverStdio(context: McpContext, onError: (message: string) => void): void {
  serveStdio(() => createMcpServer(context), { onerror: ({ message }) => onError(message) })
}
