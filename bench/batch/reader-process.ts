/**
 * Reads the results of a batch many times concurrently, in its own process, and reports when all have started and
 * ended.
 */
import { Agent, request } from 'node:http'

interface Task {
  readonly url: string
  readonly key: string
  readonly count: number
}

const agent = new Agent({ keepAlive: false })
/** A busy server resets connections that exceed its accept backlog. */
const connectingMax = 100

process.on('message', async ({ url, key, count }: Task) => {
  const ended: Promise<boolean>[] = []
  while (ended.length < count) {
    const reads = Array.from({ length: Math.min(connectingMax, count - ended.length) }, () => read(url, key))
    await Promise.all(reads.map(({ begun }) => begun))
    ended.push(...reads.map((reader) => reader.ended))
  }
  process.send?.({ begun: count })
  const ends = await Promise.all(ended)
  process.send?.({ complete: ends.filter((isComplete) => isComplete).length })
})

function read(url: string, key: string) {
  const begun = Promise.withResolvers<void>()
  const ended = Promise.withResolvers<boolean>()
  let tail = ''
  const sent = request(url, { agent, headers: { authorization: `Bearer ${key}` } }, (response) => {
    begun.resolve()
    response.on('data', (piece: Buffer) => {
      tail = (tail + piece.subarray(-300).toString('latin1')).slice(-300)
    })
    response.on('close', () => ended.resolve(tail.includes('"type":"done"')))
  })
  sent.on('error', () => {
    begun.resolve()
    ended.resolve(false)
  })
  sent.end()
  return { begun: begun.promise, ended: ended.promise }
}
