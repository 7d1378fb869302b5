import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A website that receives events: it accepts every delivery. Listens on localhost only. */
export interface Receiver {
  readonly url: string
  /** The number of accepted deliveries. */
  count(): number
  close(): Promise<void>
}

export async function openReceiver(): Promise<Receiver> {
  let count = 0
  const server = createServer((request, response) => {
    request.resume().on('end', () => {
      count += 1
      response.writeHead(204).end()
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}/hook`,
    count: () => count,
    async close() {
      server.close()
      server.closeAllConnections()
      await once(server, 'close')
    },
  }
}
