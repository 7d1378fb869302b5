import { createHash } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface EmbeddingEndpoint {
  /** For PALATE_EMBEDDER. */
  readonly setting: string
  /** How many pictures it embedded since `forget`. */
  readonly embedded: number
  /** The `traceparent` headers of all requests. */
  readonly traceparents: readonly string[]
  /** Sets the status of all later responses. */
  answerWith(status: number): void
  /** Sets the count back to zero, for example after the probes at the start. */
  forget(): void
  close(): Promise<void>
}

/** A real endpoint that derives embeddings from hashes and counts the pictures. */
export async function startEmbeddingEndpoint(): Promise<EmbeddingEndpoint> {
  let pictureCount = 0
  let status = 200
  const traceparents: string[] = []
  const server = createServer(async (request, response) => {
    let text = ''
    for await (const piece of request.setEncoding('utf8')) text += piece
    const { input } = JSON.parse(text) as { readonly input: readonly string[] }
    pictureCount += input.length
    if (typeof request.headers.traceparent === 'string') traceparents.push(request.headers.traceparent)
    const data = input.map((picture) => ({
      embedding: [...createHash('sha256').update(picture).digest().subarray(0, 8)],
    }))
    response.writeHead(status).end(JSON.stringify({ data, model: 'counting' }))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    setting: `http://127.0.0.1:${port}/v1/embeddings?model=counting`,
    traceparents,
    get embedded() {
      return pictureCount
    },
    answerWith: (next) => {
      status = next
    },
    forget: () => {
      pictureCount = 0
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
