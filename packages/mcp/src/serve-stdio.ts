import { serveStdio } from '@modelcontextprotocol/server/stdio'
import type { OpenContext } from './context.ts'
import { createMcpServer } from './server.ts'

/** Serves one client over standard input and output, until it closes them. */
export function serveOverStdio(open: OpenContext, version: string, onError: (message: string) => void): void {
  serveStdio(() => createMcpServer(open, version), { onerror: ({ message }) => onError(message) })
}
