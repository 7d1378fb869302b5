import { Readable } from 'node:stream'
import { smallResponseBytesMax } from '../http/connections/unsent-responses.ts'
import { type HttpResponse, isStream } from '../http/response/http-response.ts'
import type { Handled } from './calls.ts'
import type { OffloadThread } from './offload-thread.ts'

/** A text is sent in pieces of this size. */
const pieceBytes = 256 * 1024

/** The thread's side: large bodies of its responses, which the main thread reads piece by piece. */
export function createRemoteBodies() {
  const open = new Map<number, { readonly stream: Readable; readonly pieces: AsyncIterator<unknown> }>()
  let last = 0
  return {
    send({ body, ...answer }: HttpResponse): Handled {
      if (body === null) return { answer: { ...answer, body } }
      if (!isStream(body) && body.length <= smallResponseBytesMax) return { answer: { ...answer, body: String(body) } }
      const stream = isStream(body) ? body : Readable.from(slicesOf(Buffer.from(body)), { objectMode: false })
      last += 1
      open.set(last, { stream, pieces: stream[Symbol.asyncIterator]() })
      return { answer: { ...answer, body: null }, stream: last }
    },
    async read(stream: number): Promise<Uint8Array<ArrayBuffer> | undefined> {
      const { value } = (await open.get(stream)?.pieces.next()) ?? {}
      if (value === undefined) return undefined
      // A copy, because a buffer may share its memory with others, and moved memory is lost here.
      return typeof value === 'string' ? new TextEncoder().encode(value) : new Uint8Array(value as Uint8Array)
    },
    close(stream: number): void {
      open.get(stream)?.stream.destroy()
      open.delete(stream)
    },
  }
}

/** The main thread's side. Requests one piece at a time, so that a slow reader stops the thread from producing more. */
export function readRemoteBody({ call, hold }: Pick<OffloadThread, 'call' | 'hold'>, stream: number): Readable {
  async function* pieces() {
    for (;;) {
      const piece = await call('readBody', stream)
      if (piece === undefined) return
      yield piece
    }
  }
  const release = hold()
  const body = Readable.from(pieces(), { objectMode: false })
  body.once('close', () => {
    call('closeBody', stream).catch(() => {})
    release()
  })
  // If the thread stops after the reader has left, nobody handles the error.
  body.on('error', () => {})
  return body
}

function* slicesOf(bytes: Buffer) {
  for (let from = 0; from < bytes.length; from += pieceBytes) yield bytes.subarray(from, from + pieceBytes)
}
