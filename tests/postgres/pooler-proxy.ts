import type { AddressInfo } from 'node:net'
import { connect, createServer, type Socket } from 'node:net'

export interface PoolerProxy {
  readonly port: number
  /** The texts of simple queries, in order. */
  readonly queries: string[]
  close(): void
}

/** Passes connections on to PostgreSQL, but reports another process id to clients, as transaction poolers do. */
export async function startPoolerProxy(target: URL): Promise<PoolerProxy> {
  const sockets = new Set<Socket>()
  const queries: string[] = []
  const server = createServer((client) => {
    const backend = connect(Number(target.port), target.hostname)
    for (const [from, to] of [
      [client, backend],
      [backend, client],
    ] as const) {
      sockets.add(from)
      from.on('error', () => to.destroy()).on('close', () => to.destroy())
    }
    client.on('data', (data) => {
      if (data[0] === 'Q'.charCodeAt(0)) queries.push(data.toString('utf8', 5, data.readInt32BE(1)))
      backend.write(data)
    })
    backend.on('data', (data) => client.write(withOtherProcessId(data)))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    port: (server.address() as AddressInfo).port,
    queries,
    close() {
      server.close()
      for (const socket of sockets) socket.destroy()
    },
  }
}

/** BackendKeyData is `K`, the length 12, the process id and a secret. It arrives in one piece with `ReadyForQuery`. */
function withOtherProcessId(data: Buffer): Buffer {
  const start = data.indexOf(Buffer.from([0x4b, 0, 0, 0, 12]))
  if (start >= 0 && data.indexOf(Buffer.from([0x5a, 0, 0, 0, 5]), start) === start + 13) {
    data.writeInt32BE(data.readInt32BE(start + 5) + 1, start + 5)
  }
  return data
}
