import type { IncomingMessage } from 'node:http'

/** A body of at most this size may arrive after its answer, and the connection goes on. */
const lateBytesMax = 64 * 1024
/** What is read and discarded of a longer one after its answer, and for how long, before the connection is closed. */
const lingerBytesMax = 256 * 1024
const lingerMsMax = 2_000

/** Whether the connection must be closed after the answer, because too much of the request may still come. */
export function leavesBodyUnread({ complete, headers }: IncomingMessage): boolean {
  if (complete) return false
  const isShort = headers['transfer-encoding'] === undefined && Number(headers['content-length'] ?? 0) <= lateBytesMax
  // A client that was not told to continue may leave its body out.
  return !isShort || headers.expect !== undefined
}

/**
 * Waits until the client closes the connection, after it was sent an answer that says so, but not for long. Closing at
 * once, with bytes unread, would make the system discard an answer that the client has not read yet.
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
