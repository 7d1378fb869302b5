import type { Server } from 'node:http'
import type { Socket } from 'node:net'
import { setImmediate as turn } from 'node:timers/promises'

const letInMsMax = 500
/** In each turn of the event loop one connection is taken. */
const quietTurns = 10

/** What a stop must know of connections and Node does not tell. */
export function trackConnections(server: Server) {
  const open = new Set<Socket>()
  let taken = 0
  server.on('connection', (socket) => {
    taken += 1
    open.add(socket)
    socket.once('close', () => open.delete(socket))
  })

  return {
    /**
     * Takes the connections that the system holds for us already, some with a request on them: it would reset them when
     * the door is closed. Others may go on coming, so there is an end to it.
     */
    async acceptBacklog(): Promise<void> {
      const end = performance.now() + letInMsMax
      for (let before = -1; before !== taken && performance.now() < end; ) {
        before = taken
        for (let i = 0; i < quietTurns; i++) await turn()
      }
    },

    /** Node counts a connection as idle only after its first request, but browsers and proxies open some in advance. */
    closeUnused(): void {
      server.closeIdleConnections()
      // A busy process may not have come to read what was sent: it does before it comes to this.
      const silent = [...open].filter(({ bytesRead }) => bytesRead === 0)
      setImmediate(() => silent.filter(({ bytesRead }) => bytesRead === 0).forEach((socket) => void socket.destroy()))
    },
  }
}
