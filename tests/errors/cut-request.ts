import { once } from 'node:events'
import { connect } from 'node:net'
import type { Serving } from '../harness/processes.ts'

/** What a client does after the last sent byte of a body. */
export const endings = {
  'in a request that declares what is left of it': { declares: 'rest', leaves: undefined },
  'by a client that closes its side of the connection': { declares: 'all', leaves: 'end' },
  'by a client that is gone': { declares: 'all', leaves: 'destroy' },
} as const
export type Ending = keyof typeof endings

export interface WholeRequest {
  readonly method: string
  readonly path: string
  readonly type: string
  readonly body: Buffer
}

/** Sends a request with the first bytes of its body. Returns the status of the response, if there was one. */
export async function sendCut(
  { address, key }: Pick<Serving, 'address' | 'key'>,
  { method, path, type, body }: WholeRequest,
  bytes: number,
  ending: Ending,
): Promise<number | undefined> {
  const { declares, leaves } = endings[ending]
  const head = [
    `${method} ${path} HTTP/1.1`,
    'host: localhost',
    'connection: close',
    `authorization: Bearer ${key}`,
    `content-type: ${type}`,
    `content-length: ${declares === 'all' ? body.length : bytes}`,
  ]
  const { hostname, port } = new URL(address)
  const socket = connect(Number(port), hostname)
  let answer = ''
  socket.setEncoding('latin1').on('data', (text: string) => {
    answer += text
  })
  // Resetting the connection is a valid refusal.
  socket.on('error', () => {})
  await once(socket, 'connect')
  await new Promise((sent) => {
    socket.write(Buffer.concat([Buffer.from(`${head.join('\r\n')}\r\n\r\n`), body.subarray(0, bytes)]), sent)
  })
  if (leaves) socket[leaves]()
  if (!socket.closed) await once(socket, 'close')
  return answer === '' ? undefined : Number(answer.slice('HTTP/1.1 '.length, 'HTTP/1.1 200'.length))
}
