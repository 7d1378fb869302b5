import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { describe, expect, test, vi } from 'vitest'
import { useService } from '../harness/use-service.ts'
import { openOnWire } from '../harness/wire.ts'

const mebibyte = 1024 * 1024
const unknownKey = 'plt_000000000000000000000000000000003DOjZC'

// The store is not involved.
describe('the body of a refused request', () => {
  const service = useService('sqlite')

  /** Sends a head and then an endless body, until the service closes the connection. */
  async function sendWithoutEnd(path: string, headers: readonly string[]) {
    const { hostname, port } = new URL(service.url)
    const socket = connect(Number(port), hostname).setEncoding('latin1')
    let said = ''
    socket.on('data', (text: unknown) => {
      said += String(text)
    })
    socket.on('error', () => {})
    socket.write(`POST ${path} HTTP/1.1\r\n${['host: h', ...headers].join('\r\n')}\r\n\r\n`)
    // The size of a chunk, for requests without a declared length.
    if (headers.includes('transfer-encoding: chunked')) socket.write('40000000\r\n')
    keepWriting(socket)
    await new Promise((resolve) => socket.once('close', resolve))
    return { said, bytes: socket.bytesWritten - socket.writableLength }
  }

  test.each([
    ['an unknown key', 401, '/v1/profiles', `authorization: Bearer ${unknownKey}`, 'content-length: 1000000000'],
    ['no key', 401, '/v1/score', 'x: y', 'content-length: 33554432'],
    ['no declared length', 401, '/v1/score', 'x: y', 'transfer-encoding: chunked'],
    ['a path that does not exist', 404, '/nothing', 'x: y', 'content-length: 1000000000'],
    ['a method that is not allowed', 405, '/healthz', 'x: y', 'content-length: 1000000000'],
  ])('is not read to the end: %s', async (_, status, path, ...headers) => {
    const { said, bytes } = await sendWithoutEnd(path, headers)
    expect(said).toMatch(new RegExp(`^HTTP/1.1 ${status} `))
    expect(said.toLowerCase()).toContain('\r\nconnection: close\r\n')
    // What the service discards, plus the system's buffers.
    expect(bytes).toBeLessThan(24 * mebibyte)
  })

  test('is read if it is short, and the connection stays open', async () => {
    const { hostname, port } = new URL(service.url)
    const socket = connect(Number(port), hostname).setEncoding('latin1')
    const body = 'x'.repeat(60_000)
    const post = `POST /v1/profiles HTTP/1.1\r\nhost: h\r\ncontent-length: ${body.length}\r\n\r\n${body}`
    socket.write(`${post}GET /healthz HTTP/1.1\r\nhost: h\r\nconnection: close\r\n\r\n`)
    let said = ''
    for await (const text of socket) said += text
    expect([...said.matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, status]) => status)).toEqual(['401', '200'])
  })

  test('gets no 100 Continue before the key is checked', async () => {
    const headers = { 'content-type': 'application/json', expect: '100-continue' }
    const ask = (authorization: object) =>
      openOnWire(`${service.url}/v1/profiles`, 'POST', { ...headers, ...authorization })
    const refused = ask({ 'content-length': String(32 * mebibyte) })
    const onContinue = vi.fn()
    refused.sent.on('continue', onContinue)
    expect((await refused.answer).status).toBe(401)
    expect((await refused.answer).headers.get('connection')).toBe('close')
    expect(onContinue).not.toHaveBeenCalled()
    refused.sent.destroy()

    const accepted = ask({ authorization: `Bearer ${service.key}` })
    await once(accepted.sent, 'continue')
    accepted.sent.end('{"projectId":"p","name":"continued"}')
    expect((await accepted.answer).status).toBe(201)
  })
})

function keepWriting(socket: Socket): void {
  const piece = Buffer.alloc(64 * 1024, 'x')
  const write = () => {
    while (!socket.destroyed && socket.write(piece)) {}
  }
  socket.on('drain', write)
  write()
}
