import { randomInt } from 'node:crypto'
import { createServer } from 'node:net'

/** Below the ephemeral port range. */
const [portMin, portEnd] = [10_000, 30_000]

/** A port that nothing else uses, so that a server can listen on it later or again. */
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
