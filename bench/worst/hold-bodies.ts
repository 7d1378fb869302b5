import { connect } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'

export interface Hold {
  readonly url: string
  readonly key: string
  readonly sockets: number
  readonly mediaType: string
  /** What is sent of the body at once. */
  readonly start: string
  /** What follows every second, so that the body never ends. */
  readonly piece?: string
}

// Runs in its own process: sends the head and the start of a body on each of many connections, and opens another one for
// each that is closed.

const { url, key, sockets, mediaType, start, piece } = JSON.parse(process.argv[2] ?? '') as Hold
const { hostname, port, pathname } = new URL(url)
/** Spread, because the operating system drops connections that come in bursts, whoever sends them. */
const reopenAfterMsMax = 10_000
const fields = [`host: ${hostname}`, `authorization: Bearer ${key}`, `content-type: ${mediaType}`]
const head = [`POST ${pathname} HTTP/1.1`, ...fields, 'content-length: 1000000', '', start].join('\r\n')

function open(): void {
  const socket = connect(Number(port), hostname, () => socket.write(head))
  const sending = piece === undefined ? undefined : setInterval(() => socket.write(piece), 1000)
  socket.on('error', () => {})
  socket.on('close', () => clearInterval(sending))
  socket.on('close', () => setTimeout(open, Math.random() * reopenAfterMsMax))
}

for (let i = 0; i < sockets; i++) {
  open()
  if (i % 100 === 0) await pause(20)
}
