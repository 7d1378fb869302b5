import { Readable } from 'node:stream'
import type { MessagePort } from 'node:worker_threads'
import { connect, type FailureOf, portTo, type Remote } from './rpc.ts'

type Source = { readonly next: (input: undefined) => Promise<unknown> }

/** Returns a port from which another thread reads the stream, piece by piece. Closing it destroys the stream. */
export function sendStream(stream: Readable, failureOf: FailureOf): MessagePort {
  const iterator = stream[Symbol.asyncIterator]()
  const next: Source['next'] = async () => pieceOf((await iterator.next()).value)
  return portTo({ next }, failureOf, () => stream.destroy())
}

/** Requests one piece at a time, so that a slow reader stops the other thread from producing more. */
export function receiveStream(port: MessagePort, { objectMode }: { readonly objectMode: boolean }): Readable {
  const source = connect<Source>(port)
  const stream = Readable.from(piecesFrom(source), { objectMode })
  stream.once('close', source.close)
  // If the thread stops after the reader has left, nobody handles the error.
  stream.on('error', () => {})
  return stream
}

async function* piecesFrom(source: Remote<Source>) {
  for (let piece = await source.call('next', undefined); piece !== undefined; ) {
    yield piece
    piece = await source.call('next', undefined)
  }
}

/** Bytes are copied, because a buffer may share its memory with others, and moved memory is lost here. */
function pieceOf(chunk: unknown): unknown {
  if (typeof chunk === 'string') return new TextEncoder().encode(chunk)
  return chunk instanceof Uint8Array ? new Uint8Array(chunk) : chunk
}
