import { Readable } from 'node:stream'
import { smallResponseBytesMax } from '../http/connections/unsent-responses.ts'
import type { CheckedRequest } from '../http/request/check-request.ts'
import { type HttpResponse, isStream } from '../http/response/http-response.ts'
import type { Handled, OffloadThread } from './offload-thread.ts'

/** A text is sent in pieces of this size. */
const pieceBytes = 256 * 1024
/** The frames of a checked request are sent in pieces of this size, or of one frame. */
export const framesPerPieceMax = 500
export const charactersPerPieceMax = 512 * 1024

type Frames = readonly { readonly id: string; readonly url: string }[]

/** The thread's side: large bodies of requests and responses, which the main thread reads piece by piece. */
export function createRemoteBodies() {
  const open = new Map<number, { readonly stream: Readable; readonly pieces: AsyncIterator<unknown> }>()
  let last = 0

  function add(stream: Readable): number {
    last += 1
    open.set(last, { stream, pieces: stream[Symbol.asyncIterator]() })
    return last
  }

  return {
    send({ body, ...answer }: HttpResponse): Handled {
      if (body === null) return { answer: { ...answer, body } }
      if (!isStream(body) && body.length <= smallResponseBytesMax) return { answer: { ...answer, body: String(body) } }
      const stream = isStream(body) ? body : Readable.from(slicesOf(Buffer.from(body)), { objectMode: false })
      return { answer: { ...answer, body: null }, stream: add(stream) }
    },
    /** Receiving 10,000 frames with 32 MiB of text in one message would block the main thread for up to 80 ms. */
    sendChecked(checked: CheckedRequest): Handled {
      const body = checked.input.body as { readonly frames?: Frames } | undefined
      if (!Array.isArray(body?.frames)) return { checked }
      const withoutFrames = { ...checked, input: { ...checked.input, body: { ...body, frames: [] } } }
      return { checked: withoutFrames, stream: add(Readable.from(piecesOf(body.frames))) }
    },
    async read(stream: number): Promise<Uint8Array<ArrayBuffer> | Frames | undefined> {
      const { value } = (await open.get(stream)?.pieces.next()) ?? {}
      if (value === undefined) return undefined
      if (Array.isArray(value)) return value
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

/** Puts the frames back into a checked request. */
export async function joinChecked(
  { call }: Pick<OffloadThread, 'call'>,
  checked: CheckedRequest,
  stream: number | undefined,
): Promise<CheckedRequest> {
  if (stream === undefined) return checked
  const { frames } = checked.input.body as { readonly frames: unknown[] }
  for (let piece = await call('readBody', stream); piece; piece = await call('readBody', stream)) frames.push(...piece)
  await call('closeBody', stream)
  return checked
}

function* piecesOf(frames: Frames): Generator<Frames> {
  let from = 0
  let characters = 0
  for (const [i, { id, url }] of frames.entries()) {
    const own = id.length + url.length
    if (i > from && (i - from === framesPerPieceMax || characters + own > charactersPerPieceMax)) {
      yield frames.slice(from, i)
      from = i
      characters = 0
    }
    characters += own
  }
  yield frames.slice(from)
}

function* slicesOf(bytes: Buffer) {
  for (let from = 0; from < bytes.length; from += pieceBytes) yield bytes.subarray(from, from + pieceBytes)
}
