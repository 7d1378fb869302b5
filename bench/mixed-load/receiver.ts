import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

export type Receiver = Awaited<ReturnType<typeof startReceiver>>

/** Accepts every event and keeps only its id: a long run would otherwise measure the garbage collection of this process. */
export async function startReceiver() {
  const arrived = new Set<string>()
  const server = createServer((request, response) => {
    request.resume().once('end', () => {
      arrived.add(String(request.headers['webhook-id']))
      response.writeHead(204).end()
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}/hook`,
    arrived: arrived as ReadonlySet<string>,
    async stop() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
