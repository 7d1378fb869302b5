import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { gzipSync } from 'node:zlib'
import { urlBytesMax } from '@palate/core/picture-url.ts'

export interface HostileHost {
  /** The URL of one of the tricks below. */
  url(trick: string): string
  /** Path and headers of every request, in the order of arrival. */
  readonly requests: readonly { readonly path: string; readonly headers: IncomingMessage['headers'] }[]
  readonly connectionsOpened: number
  readonly connectionsOpen: number
  close(): Promise<void>
}

/** 64 kB that decompress to 64 MB. */
const gzipBomb = gzipSync(Buffer.alloc(64 * 1024 * 1024))

type Trick = (response: ServerResponse, request: IncomingMessage, rest: string) => void

/** A real HTTP server on the loopback that serves `picture` correctly or in one of many wrong ways. */
export async function startHostileHost(picture: Uint8Array): Promise<HostileHost> {
  const requests: { path: string; headers: IncomingMessage['headers'] }[] = []
  const sockets = new Set<Socket>()
  let connectionsOpened = 0
  const tricks = tricksWith(Buffer.from(picture))
  const server = createServer((request, response) => {
    const path = request.url ?? '/'
    requests.push({ path, headers: request.headers })
    const [, name = '', rest = ''] = /^\/([^/?]*)\/?(.*)$/s.exec(path) ?? []
    const trick = tricks[name]
    if (trick === undefined) return void response.writeHead(404).end('no such trick')
    trick(response, request, rest)
  })
  server.on('connection', (socket) => {
    connectionsOpened += 1
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
    socket.on('error', () => undefined)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: (trick) => `http://127.0.0.1:${port}/${trick}`,
    requests,
    get connectionsOpened() {
      return connectionsOpened
    },
    get connectionsOpen() {
      return sockets.size
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        for (const socket of sockets) socket.destroy()
      }),
  }
}

function tricksWith(picture: Buffer): Record<string, Trick> {
  const entityTag = '"picture-1"'
  const lastModified = 'Tue, 04 Mar 2025 10:00:00 GMT'
  return {
    picture: (response) => {
      response.writeHead(200, { 'content-type': 'image/jpeg', 'content-length': picture.length }).end(picture)
    },
    cached: (response, request) => {
      const known = request.headers['if-none-match'] === entityTag
      const old = request.headers['if-modified-since'] === lastModified
      if (known || old) return void response.writeHead(304, { etag: entityTag }).end()
      response.writeHead(200, { etag: entityTag, 'last-modified': lastModified }).end(picture)
    },
    chunked: (response) => {
      response.writeHead(200)
      response.write(picture.subarray(0, 100))
      response.end(picture.subarray(100))
    },
    status: (response, _, rest) => {
      response.writeHead(Number(rest)).end('<html>an error page</html>')
    },
    redirect: (response, _, rest) => {
      response.writeHead(302, { location: decodeURIComponent(rest) }).end()
    },
    loop: (response) => {
      response.writeHead(302, { location: '/loop' }).end()
    },
    hops: (response, _, rest) => {
      const left = Number(rest)
      response.writeHead(307, { location: left > 1 ? `/hops/${left - 1}` : '/picture' }).end('moved')
    },
    'redirect-far': (response) => {
      response.writeHead(302, { location: `/${'a'.repeat(urlBytesMax)}` }).end()
    },
    'redirect-nowhere': (response) => {
      response.writeHead(302).end()
    },
    'silent-headers': () => undefined,
    'silent-body': (response) => {
      response.writeHead(200, { 'content-length': picture.length })
      response.write(picture.subarray(0, 10))
    },
    drip: (response) => {
      response.writeHead(200)
      const timer = setInterval(() => response.write('x'), 20)
      response.on('close', () => clearInterval(timer))
    },
    endless: (response) => {
      response.writeHead(200, { 'content-type': 'image/jpeg' })
      const block = Buffer.alloc(64 * 1024, 0xff)
      const pour = () => {
        while (!response.destroyed && response.write(block));
      }
      response.on('drain', pour)
      pour()
    },
    'promises-too-much': (response) => {
      response.writeHead(200, { 'content-length': 11 * 1024 * 1024 })
      response.write(picture)
    },
    'ends-early': (response) => {
      response.writeHead(200, { 'content-length': picture.length + 1000 })
      response.write(picture, () => response.destroy())
    },
    'says-less': (response) => {
      response.writeHead(200, { 'content-length': picture.length - 100 })
      response.end(picture)
    },
    hangup: (response) => {
      response.destroy()
    },
    garbage: (response) => {
      response.socket?.end('this is not HTTP at all\r\n\r\n')
    },
    'huge-header': (response) => {
      response.socket?.end(`HTTP/1.1 200 OK\r\nx: ${'y'.repeat(200_000)}\r\n\r\n`)
    },
    html: (response) => {
      response.writeHead(200, { 'content-type': 'image/png' }).end('<!doctype html><html><body>Sign in</body></html>')
    },
    empty: (response) => {
      response.writeHead(200, { 'content-type': 'image/png', 'content-length': 0 }).end()
    },
    gzip: (response) => {
      response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync(picture))
    },
    'gzip-bomb': (response) => {
      response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipBomb)
    },
    'gzip-lie': (response) => {
      response.writeHead(200, { 'content-encoding': 'gzip' }).end(picture)
    },
    'unknown-encoding': (response) => {
      response.writeHead(200, { 'content-encoding': 'rot13' }).end(picture)
    },
    cookie: (response) => {
      response.writeHead(302, { 'set-cookie': 'a=b; Path=/', location: '/picture' }).end()
    },
  }
}
