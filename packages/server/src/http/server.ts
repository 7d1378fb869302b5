import type { Server } from 'node:http'
import { createServer } from '../platform/node-http.ts'
import { ClientConnection, connectionOf, type Handle, oneAtATime } from './connections/client-connection.ts'
import { createConnectionShares } from './connections/connection-shares.ts'

/** Per process. */
const connectionsMax = 4096
/** A request must be complete within the first time, its head within the second. */
const requestTimeoutMs = 120_000
const headTimeoutMs = 30_000
/** How long a connection may stay open without a request. Longer than the 60 s of most reverse proxies. */
const idleMsMax = 72_000
/** A client that reads nothing of its response for this long is disconnected. */
const stalledMsMax = 30_000
const timeoutsCheckedEveryMs = 5_000

const defaultLimits = { connectionsMax, requestTimeoutMs, headTimeoutMs, stalledMsMax, timeoutsCheckedEveryMs }

/** Node's HTTP server with limits on its clients: connections, concurrent requests, and time. */
export function createHttpServer(handle: Handle, changed: Partial<typeof defaultLimits> = {}): Server {
  const limits = { ...defaultLimits, ...changed }
  const server = createServer(
    {
      // Node would refuse a request without Host itself, and not with a problem document.
      requireHostHeader: false,
      requestTimeout: limits.requestTimeoutMs,
      headersTimeout: limits.headTimeoutMs,
      keepAliveTimeout: idleMsMax,
      connectionsCheckingInterval: limits.timeoutsCheckedEveryMs,
    },
    oneAtATime(handle),
  )
  server.timeout = limits.stalledMsMax
  // By default Node answers an unknown Expect with a bare 417. HTTP allows servers to ignore it.
  server.on('checkExpectation', (request, response) => server.emit('request', request, response))
  // By default Node requests the body before the request has been authenticated.
  server.on('checkContinue', (request, response) => server.emit('request', request, response))
  const shares = createConnectionShares(limits.connectionsMax)
  server.on('connection', (socket) => {
    const connection = new ClientConnection(socket, shares)
    if (!shares.add(connection)) connection.destroy()
  })
  // A silent client is fine while its request is handled, unless it leaves its response unread.
  server.on('timeout', (socket) => {
    const isStalled = socket.writableLength > 0
    if (!connectionOf(socket)?.isBusy || isStalled) socket.destroy()
  })
  return server
}
