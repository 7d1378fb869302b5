import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A website that receives events: it accepts every delivery. Listens on localhost only. */
export interface Receiver {
  readonly url: string
  /** The ids of the events that have arrived. Nothing else is kept, so that long runs can use it. */
  readonly arrived: ReadonlySet<string>
  close(): Promise<void>
}

export async function openReceiver(): Promise<Receiver> {
  const arrived = new Set<string>()
  const server = createServer((request, response) => {
    request.resume().on('end', () => {
      arrived.add(String(request.headers['webhook-id']))
      response.writeHead(204).end()
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}/hook`,
    arrived,
    async close() {
      server.close()
      server.closeAllConnections()
      await once(server, 'close')
    },
  }
}
