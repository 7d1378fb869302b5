import { createSocket } from 'node:dgram'

export interface NameServer {
  /** Its address, as `address:port`. */
  readonly server: string
  /** `name/type` of every question received. */
  readonly questions: readonly string[]
  close(): void
}

type Answer = readonly string[] | 'unknown' | 'silence'

/** A real name server on the loopback. Names outside its zone do not exist. */
export async function startNameServer(
  zone: Readonly<Record<string, { A?: Answer; AAAA?: Answer }>>,
): Promise<NameServer> {
  const questions: string[] = []
  const socket = createSocket('udp4')
  socket.on('message', (query, from) => {
    const { name, type, end } = readQuestion(query)
    questions.push(`${name}/${type}`)
    const entry = zone[name]
    const answer = entry === undefined ? 'unknown' : (entry[type] ?? [])
    if (answer === 'silence') return
    socket.send(reply(query, end, answer), from.port, from.address)
  })
  await new Promise<void>((resolve) => socket.bind(0, '127.0.0.1', resolve))
  return { server: `127.0.0.1:${socket.address().port}`, questions, close: () => socket.close() }
}

function readQuestion(query: Buffer): { name: string; type: 'A' | 'AAAA'; end: number } {
  const labels: string[] = []
  let at = 12
  for (let length = query.readUInt8(at); length > 0; length = query.readUInt8(at)) {
    labels.push(query.toString('latin1', at + 1, at + 1 + length))
    at += 1 + length
  }
  return { name: labels.join('.').toLowerCase(), type: query.readUInt16BE(at + 1) === 28 ? 'AAAA' : 'A', end: at + 5 }
}

function reply(query: Buffer, end: number, answer: readonly string[] | 'unknown'): Buffer {
  const addresses = answer === 'unknown' ? [] : answer
  const header = Buffer.alloc(12)
  header.writeUInt16BE(query.readUInt16BE(0), 0)
  header.writeUInt16BE(answer === 'unknown' ? 0x8183 : 0x8180, 2)
  header.writeUInt16BE(1, 4)
  header.writeUInt16BE(addresses.length, 6)
  return Buffer.concat([header, query.subarray(12, end), ...addresses.map(record)])
}

/** The name is a pointer to the question; the TTL is a minute. */
function record(address: string): Buffer {
  const bytes = address.includes(':') ? ipv6Bytes(address) : Buffer.from(address.split('.').map(Number))
  const head = Buffer.from([0xc0, 12, 0, bytes.length === 16 ? 28 : 1, 0, 1, 0, 0, 0, 60, 0, bytes.length])
  return Buffer.concat([head, bytes])
}

/** Takes addresses with all eight groups written out. */
function ipv6Bytes(address: string): Buffer {
  const bytes = Buffer.alloc(16)
  for (const [at, group] of address.split(':').entries()) bytes.writeUInt16BE(Number.parseInt(group, 16), at * 2)
  return bytes
}
