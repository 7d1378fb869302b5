import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { Duplex } from 'node:stream'
import type { ConnectionShares } from './connection-shares.ts'

/** Ends every request head and every chunked body. */
const blankLine = '\r\n\r\n'
/** No head is shorter than `GET / HTTP/1.1`, so a blank line before this offset belongs to the previous request. */
const headBytesMin = 14
/** A chunked body may be full of blank lines. Its pieces are at least this long, so up to 57 requests may follow. */
const chunkedPieceBytesMin = 1024

export type Handle = (request: IncomingMessage, response: ServerResponse) => void

/**
 * A client's connection, between its socket and Node's HTTP parser. It makes sure that requests are answered one at a
 * time.
 *
 * Node parses everything it has read and dispatches all the requests immediately, up to 3,600 in 64 kB, and their
 * responses pile up in memory. Here the parser gets one request: up to the end of its head, then its body. The next
 * piece waits until the response has been handed to the operating system. Meanwhile the socket reads one more piece and
 * then stops; this still detects a client that disconnects. If the end of a request is not known in advance (a chunked
 * body), others may be parsed along with it and wait in order.
 */
export class ClientConnection extends Duplex {
  readonly #socket: Socket
  readonly #waiting: (() => void)[] = []
  #current: IncomingMessage | undefined
  /** Bytes left in the current request's body; infinite if its length is not declared. */
  #bodyBytesLeft = 0
  #unparsed: Buffer | undefined
  #hasEnded = false
  #isWanted = false
  #isUnparsable = false

  readonly #shares: ConnectionShares

  constructor(socket: Socket, shares: ConnectionShares) {
    super({ decodeStrings: false, writableHighWaterMark: socket.writableHighWaterMark })
    this.#socket = socket
    this.#shares = shares
    socket.on('data', (bytes: Buffer) => {
      this.#unparsed = this.#unparsed ? Buffer.concat([this.#unparsed, bytes]) : bytes
      this.#deliver()
      if (this.#unparsed) socket.pause()
    })
    socket.on('end', () => {
      this.#hasEnded = true
      this.#deliver()
    })
    socket.on('error', (error) => this.destroy(error))
    socket.on('close', () => this.destroy())
    socket.on('timeout', () => {
      // A silent client is fine while its request is handled, unless it leaves its response unread.
      const isStalled = socket.writableLength > 0
      if (!this.isBusy || isStalled) this.emit('timeout')
    })
  }

  /** Whether a request is being answered. */
  get isBusy(): boolean {
    return this.#current !== undefined
  }

  /** Whether the body of its request has not arrived completely. */
  get isReceiving(): boolean {
    return this.#current !== undefined && !this.#current.complete && bodyBytesOf(this.#current) > 0
  }

  /** Says whose request this is. Returns false if the owner uses too many connections. */
  assign(owner: string): boolean {
    return this.#shares.assign(this, owner)
  }

  /** Passes a parsed request to the handler once the responses to earlier requests have been sent. */
  takeUp(request: IncomingMessage, response: ServerResponse, handle: Handle): void {
    const begin = () => {
      this.#current = request
      this.#bodyBytesLeft = bodyBytesOf(request)
      this.#shares.begin(this)
      response.once('close', () => this.#takeUpNext())
      handle(request, response)
    }
    if (this.#current) this.#waiting.push(begin)
    else begin()
  }

  /** Stops feeding the parser, which rejected the last piece. */
  stopParsing(): void {
    this.#isUnparsable = true
  }

  #takeUpNext(): void {
    this.#current = undefined
    this.#shares.end(this)
    this.#waiting.shift()?.()
    this.#deliver()
  }

  #deliver(): void {
    while (this.#isWanted && this.#unparsed && this.#mayParse()) {
      const size = this.#pieceBytes(this.#unparsed)
      const piece = this.#unparsed.subarray(0, size)
      this.#unparsed = size < this.#unparsed.length ? this.#unparsed.subarray(size) : undefined
      this.#isWanted = false
      this.push(piece)
    }
    if (this.#unparsed || this.destroyed) return
    if (this.#hasEnded) this.push(null)
    else if (this.#socket.isPaused()) this.#socket.resume()
  }

  #mayParse(): boolean {
    const isComplete = this.#current?.complete ?? false
    return !isComplete && this.#waiting.length === 0 && !this.#isUnparsable
  }

  #pieceBytes(bytes: Buffer): number {
    if (this.#current && Number.isFinite(this.#bodyBytesLeft)) {
      const size = Math.max(1, Math.min(this.#bodyBytesLeft, bytes.length))
      this.#bodyBytesLeft -= size
      return size
    }
    const end = bytes.indexOf(blankLine, this.#current ? chunkedPieceBytesMin : headBytesMin, 'latin1')
    return end === -1 ? bytes.length : end + blankLine.length
  }

  override _read(): void {
    this.#isWanted = true
    this.#deliver()
  }

  override _write(chunk: Buffer | string, encoding: BufferEncoding, done: (error?: Error | null) => void): void {
    this.#socket.write(chunk, encoding, done)
  }

  override _writev(
    chunks: readonly { readonly chunk: Buffer | string; readonly encoding: BufferEncoding }[],
    done: (error?: Error | null) => void,
  ): void {
    this.#socket.cork()
    chunks.forEach(({ chunk, encoding }, i) => {
      this.#socket.write(chunk, encoding, i === chunks.length - 1 ? done : undefined)
    })
    this.#socket.uncork()
  }

  override _final(done: () => void): void {
    this.#socket.end(done)
  }

  override _destroy(error: Error | null, done: (error: Error | null) => void): void {
    this.#waiting.length = 0
    this.#unparsed = undefined
    this.#socket.destroy()
    done(error)
  }

  // Other socket members that Node's HTTP server and the framework use.

  get remoteAddress(): string | undefined {
    return this.#socket.remoteAddress
  }

  get remotePort(): number | undefined {
    return this.#socket.remotePort
  }

  setTimeout(ms: number): this {
    this.#socket.setTimeout(ms)
    return this
  }

  destroySoon(): void {
    if (this.writable) this.end()
    if (this.writableFinished) this.destroy()
    else this.once('finish', () => this.destroy())
  }
}

/** Handles each request of a connection after the response to the one before it. */
export function oneAtATime(handle: Handle): Handle {
  // The server has no other kind of connection.
  return (request, response) => (request.socket as unknown as ClientConnection).takeUp(request, response, handle)
}

function bodyBytesOf({ headers }: IncomingMessage): number {
  if (headers['transfer-encoding'] !== undefined) return Number.POSITIVE_INFINITY
  return Number(headers['content-length'] ?? 0)
}
