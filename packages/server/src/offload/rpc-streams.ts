import { Readable } from 'node:stream'
import { MessageChannel, type MessagePort } from 'node:worker_threads'
import { connect, type FailureOf, type Remote, serve, transferring } from './rpc.ts'

type Source = { readonly next: (input: undefined) => Promise<unknown> }

/** Returns a port from which another thread reads the stream, piece by piece. Closing it destroys the stream. */
export function sendStream(stream: Readable, failureOf: FailureOf): MessagePort {
  const { port1, port2 } = new MessageChannel()
  const iterator = stream[Symbol.asyncIterator]()
  const next: Source['next'] = async () => {
    const { done, value } = await iterator.next()
    return done ? undefined : pieceOf(value)
  }
  serve(port1, { next }, failureOf)
  port1.once('close', () => stream.destroy())
  return port2
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
  for (;;) {
    const piece = await source.call('next', undefined)
    if (piece === undefined) return
    yield piece
  }
}

/** Bytes are copied, because a buffer may share its memory with others, and transferred memory is lost here. */
function pieceOf(chunk: unknown): unknown {
  if (typeof chunk !== 'string' && !(chunk instanceof Uint8Array)) return chunk
  const bytes = typeof chunk === 'string' ? new TextEncoder().encode(chunk) : new Uint8Array(chunk)
  return transferring(bytes, [bytes.buffer])
}
