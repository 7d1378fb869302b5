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

  /** Begins a request. Returns false if it was sent too early, and the connection is closing. */
  begin(response: ServerResponse): boolean {
    if (this.#current) this.closeAfterResponse()
    if (this.#isClosing) return false
    this.#current = response
    this.#shares.begin(this)
    response.once('close', () => {
      this.#current = undefined
      this.#shares.end(this)
    })
    return true
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
 * Answers one request of a connection. Node dispatches every request that it has read, up to 3,600 in 64 kB, and their
 * responses would pile up in memory. So a client that sends another request before its response loses the connection
 * after that response.
 */
export function oneAtATime(handle: Handle): Handle {
  return (request, response) => {
    if (connectionOf(request.socket)?.begin(response) ?? true) handle(request, response)
  }
}

function hasBody({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0
}
