import type { Server } from 'node:http'
import type { Socket } from 'node:net'

/**
 * Gives a way to close the connections that nobody is using. Node counts one as idle only after its first request, but
 * browsers and proxies open some in advance, and each of those would hold up a stop.
 */
export function trackConnections(server: Server): () => void {
  const open = new Set<Socket>()
  server.on('connection', (socket) => {
    open.add(socket)
    socket.once('close', () => open.delete(socket))
  })
  return function closeUnused() {
    server.closeIdleConnections()
    for (const socket of open) if (socket.bytesRead === 0) socket.destroy()
  }
}
