import type { Server } from 'node:http'
import type { Socket } from 'node:net'
import { setImmediate as nextTurn } from 'node:timers/promises'

/** The operating system's queue for a listening socket: Node's default. */
export const backlogMax = 511
const acceptBacklogMsMax = 3_000
/** Node accepts one connection per turn of the event loop. */
const quietTurns = 10

/** Tracks what a graceful shutdown needs to know about connections and Node does not expose. */
export function trackConnections(server: Server) {
  const open = new Set<Socket>()
  let accepted = 0
  server.on('connection', (socket) => {
    accepted += 1
    open.add(socket)
    socket.once('close', () => open.delete(socket))
  })

  return {
    /**
     * Accepts the connections in the operating system's backlog, some of which already carry a request. Closing the
     * server would reset them. New ones may keep arriving, so this ends after the number that the backlog can hold. The
     * time limit covers a process so busy that each turn of its event loop takes long.
     */
    async acceptBacklog(): Promise<void> {
      const deadline = performance.now() + acceptBacklogMsMax
      const all = accepted + backlogMax
      for (let before = -1; before !== accepted && accepted < all && performance.now() < deadline; ) {
        before = accepted
        for (let i = 0; i < quietTurns; i++) await nextTurn()
      }
    },

    /**
     * Closes connections without a request. Node treats a connection as idle only after its first request, but browsers
     * and proxies open some in advance.
     */
    closeUnused(): void {
      server.closeIdleConnections()
      // A busy process may not have read all bytes that arrived. They are read before `setImmediate` runs.
      const silent = [...open].filter(({ bytesRead }) => bytesRead === 0)
      setImmediate(() => silent.filter(({ bytesRead }) => bytesRead === 0).forEach((socket) => void socket.destroy()))
    },
  }
}
