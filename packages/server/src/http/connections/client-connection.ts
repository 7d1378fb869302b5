import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { ConnectionShares, SharedConnection } from './connection-shares.ts'
import { lingerMsMax } from './unread-bodies.ts'

export type Handle = (request: IncomingMessage, response: ServerResponse) => void

const connections = new WeakMap<Socket, ClientConnection>()

/** Undefined for the sockets of injected requests. */
export function connectionOf(socket: Socket): ClientConnection | undefined {
  return connections.get(socket)
}

/** What the service knows about a client's connection, and Node does not say. */
export class ClientConnection implements SharedConnection {
  readonly #socket: Socket
  readonly #shares: ConnectionShares
  #current: ServerResponse | undefined
  #next: (() => void) | undefined
  #isClosing = false

  constructor(socket: Socket, shares: ConnectionShares) {
    this.#socket = socket
    this.#shares = shares
    connections.set(socket, this)
  }

  get isBusy(): boolean {
    return this.#current !== undefined
  }

  get isReceiving(): boolean {
    return this.#current !== undefined && !this.#current.req.complete && hasBody(this.#current.req)
  }

  /** The response to a request that has arrived completely or in part. */
  get current(): ServerResponse | undefined {
    return this.#current
  }

  get remoteAddress(): string | undefined {
    return this.#socket.remoteAddress
  }

  /** Says whose request this is. Returns false if the owner uses too many connections. */
  assign(owner: string): boolean {
    return this.#shares.assign(this, owner)
  }

  /**
   * Starts a request, after the response before it. A client may have all bytes of a response, and send its next request,
   * before the source of these bytes has ended. So one request waits; whoever sends more at once loses the connection.
   */
  run(response: ServerResponse, start: () => void): void {
    if (this.#isClosing) return
    if (!this.#current) this.#start(response, start)
    else if (this.#next) this.closeAfterResponse()
    else this.#next = () => this.#start(response, start)
  }

  #start(response: ServerResponse, start: () => void): void {
    this.#current = response
    this.#shares.begin(this)
    response.once('close', () => {
      this.#current = undefined
      this.#shares.end(this)
      const next = this.#next
      this.#next = undefined
      if (!this.#isClosing) next?.()
    })
    start()
  }

  /**
   * Ignores everything after the current request. Closing at once, with bytes unread, would make the operating system
   * discard a response that the client has not read yet.
   */
  closeAfterResponse(): void {
    if (this.#isClosing) return
    this.#isClosing = true
    this.#socket.pause()
    this.#current?.once('close', () => {
      // Node has resumed it for the next request.
      this.#socket.pause()
      this.#socket.end()
      setTimeout(() => this.#socket.destroy(), lingerMsMax).unref()
    })
  }

  once(event: 'close', listener: () => void): void {
    this.#socket.once(event, listener)
  }

  destroy(): void {
    this.#socket.destroy()
  }
}

/**
 * Answers the requests of a connection one after the other. Node dispatches every request that it has read, up to 3,600 in
 * 64 kB, and their responses would pile up in memory.
 */
export function oneAtATime(handle: Handle): Handle {
  return (request, response) => {
    const connection = connectionOf(request.socket)
    if (connection) connection.run(response, () => handle(request, response))
    else handle(request, response)
  }
}

function hasBody({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0
}
