import { randomInt } from 'node:crypto'
import { createServer } from 'node:net'

/** Below the ports that systems give to outgoing connections and to servers that ask for any port. */
const [portMin, portEnd] = [10_000, 30_000]

/** A port that nothing else takes while it is not in use, so that a server can listen on it later or again. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(portMin, portEnd)
    if (await isFree(port)) return port
  }
}

function isFree(port: number): Promise<boolean> {
  const server = createServer()
  return new Promise((resolve) => {
    server.once('error', () => resolve(false))
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)))
  })
}
