import { connect, createServer, type Server, type Socket } from 'node:net'

/** A TCP proxy in front of a server. The test can cut its connections, restore them, or stall all traffic. */
export interface FlakyProxy {
  readonly port: number
  cut(): Promise<void>
  mend(): Promise<void>
  hold(): void
  release(): void
}

export async function createFlakyProxy(target: URL): Promise<FlakyProxy> {
  const sockets = new Set<Socket>()
  let isHeld = false
  let server = await listen(0)
  const port = portOf(server)

  async function listen(at: number): Promise<Server> {
    const one = createServer((near) => {
      const far = connect(Number(target.port), target.hostname)
      for (const [socket, other] of [
        [near, far],
        [far, near],
      ] as const) {
        sockets.add(socket)
        socket.on('error', () => {}).on('close', () => sockets.delete(socket))
        socket.on('data', (piece) => other.write(piece)).on('end', () => other.end())
        if (isHeld) socket.pause()
      }
    })
    await new Promise<void>((resolve) => one.listen(at, '127.0.0.1', resolve))
    return one
  }

  return {
    port,
    async cut() {
      const closed = new Promise((resolve) => server.close(resolve))
      for (const socket of sockets) socket.destroy()
      await closed
    },
    async mend() {
      server = await listen(port)
    },
    hold() {
      isHeld = true
      for (const socket of sockets) socket.pause()
    },
    release() {
      isHeld = false
      for (const socket of sockets) socket.resume()
    },
  }
}

function portOf(server: Server): number {
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('no port')
  return address.port
}
