import { createHash } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'

// A process with OpenAI's embeddings API. Vectors are derived from hashes: what an embedder itself costs is not measured.

const dimensions = 768
const counts = { requests: 0, pictures: 0 }

const server = createServer({ keepAliveTimeout: 60_000 }, async (request, response) => {
  const { input } = JSON.parse(await text(request)) as { readonly input: readonly string[] }
  counts.requests += 1
  counts.pictures += input.length
  const data = input.map((picture, index) => ({ index, embedding: vectorOf(picture) }))
  response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ data, model: 'hash' }))
})

function vectorOf(picture: string): readonly number[] {
  const bytes = createHash('sha256').update(picture).digest()
  return Array.from({ length: dimensions }, (_, i) => ((bytes[i % bytes.length] as number) - 127.5) / (i + 128))
}

server.listen(0, '127.0.0.1', () => {
  process.send?.({ url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1/embeddings?model=hash` })
})
process.on('message', () => {
  process.send?.(counts)
  Object.assign(counts, { requests: 0, pictures: 0 })
})
process.once('disconnect', () => process.exit(0))
