import type { IncomingMessage } from 'node:http'

/** A body up to this size may arrive after its response without closing the connection. */
const lateBytesMax = 64 * 1024
/**
 * How much of a longer body is read and discarded after its response, and for how long, before the connection closes.
 */
const lingerBytesMax = 256 * 1024
export const lingerMsMax = 2_000

/** Whether the connection must close after the response because too much of the request may still arrive. */
export function leavesBodyUnread({ complete, headers }: IncomingMessage): boolean {
  if (complete) return false
  const isShort = headers['transfer-encoding'] === undefined && Number(headers['content-length'] ?? 0) <= lateBytesMax
  // A client that was not told to continue may omit its body.
  return !isShort || headers.expect !== undefined
}

/**
 * Waits briefly for the client to close the connection, after a response that announces it. Closing immediately, with
 * bytes unread, would make the operating system discard a response that the client has not read yet.
 */
export async function linger(request: IncomingMessage): Promise<void> {
  let length = 0
  await new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, lingerMsMax)
    request.once('close', () => {
      clearTimeout(timer)
      resolve()
    })
    request.on('data', (chunk: Buffer) => {
      length += chunk.length
      if (length > lingerBytesMax) request.pause()
    })
  })
}
