import { Readable } from 'node:stream'

/** The text of a stream if it is short. Otherwise a stream of all of it, of which at most this much is in memory. */
export async function textOrStream(body: Readable, bytesMax: number): Promise<string | Readable> {
  const chunks: Buffer[] = []
  let bytes = 0
  const left = body[Symbol.asyncIterator]()
  while (bytes <= bytesMax) {
    const next = await left.next()
    if (next.done) return Buffer.concat(chunks).toString()
    const chunk = Buffer.from(next.value)
    chunks.push(chunk)
    bytes += chunk.length
  }
  const whole = Readable.from(chunksOf(chunks, left), { objectMode: false })
  // A stream that is destroyed before it is read does not destroy its source.
  whole.once('close', () => body.destroy())
  return whole
}

async function* chunksOf(read: Buffer[], left: AsyncIterator<Buffer>): AsyncGenerator<Buffer> {
  for (let chunk = read.shift(); chunk; chunk = read.shift()) yield chunk
  for (let next = await left.next(); !next.done; next = await left.next()) yield next.value
}
