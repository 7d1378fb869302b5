import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { eventually } from '../harness/eventually.ts'

/** One request as received. */
export interface Received {
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly text: string
  // Tests read bodies of every shape; reading a missing member fails the test.
  // biome-ignore lint/suspicious/noExplicitAny: see above
  readonly body: any
  readonly atMs: number
}

export type Behaviour = (response: ServerResponse, received: Received, request: IncomingMessage) => void

const accept: Behaviour = (response) => response.writeHead(204).end()

export type Receiver = Awaited<ReturnType<typeof startReceiver>>

/** A real HTTP server on loopback that handles each request as the test specifies. */
export async function startReceiver(behave: Behaviour = accept) {
  const got: Received[] = []
  const doing = { behave }
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const text = Buffer.concat(chunks).toString()
    const headers = request.headers as Record<string, string>
    const received = { path: request.url ?? '', headers, text, body: JSON.parse(text), atMs: performance.now() }
    got.push(received)
    doing.behave(response, received, request)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('no port')
  return {
    url: `http://127.0.0.1:${address.port}/hook`,
    got,
    /** How requests are handled from now on. */
    behave(next: Behaviour) {
      doing.behave = next
    },
    accept() {
      doing.behave = accept
    },
    ofType: (type: string) => got.filter(({ body }) => body.type === type),
    /** Waits until this many requests have arrived, of this type or of any, and returns them. */
    async waitFor(count: number, type?: string): Promise<readonly Received[]> {
      const matching = () => got.filter(({ body }) => type === undefined || body.type === type)
      await eventually(() => {
        if (matching().length < count) throw new Error(`${matching().length} of ${count} ${type ?? 'events'} came in`)
      })
      return matching()
    },
    async stop() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

export const answer =
  (status: number, headers: Readonly<Record<string, string>> = {}, body = ''): Behaviour =>
  (response) =>
    response.writeHead(status, headers).end(body)
