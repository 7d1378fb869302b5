import { once } from 'node:events'
import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import { setTimeout as pause } from 'node:timers/promises'
import { afterEach, describe, expect, test, vi } from 'vitest'
import type { ClientConnection } from './connections/client-connection.ts'
import { refuseUnparsable } from './response/faults.ts'
import { createHttpServer } from './server.ts'

const mebibyte = 1024 * 1024
const opened: { readonly servers: Server[]; readonly clients: Socket[] } = { servers: [], clients: [] }
afterEach(() => {
  for (const client of opened.clients.splice(0)) client.destroy()
  for (const server of opened.servers.splice(0)) server.close().closeAllConnections()
})

async function serve(
  handle: (request: IncomingMessage, response: ServerResponse) => void,
  limits?: Parameters<typeof createHttpServer>[1],
): Promise<() => Socket> {
  const server = createHttpServer(handle, limits)
  opened.servers.push(server)
  await once(server.listen(0, '127.0.0.1'), 'listening')
  return () => {
    const client = connect((server.address() as AddressInfo).port, '127.0.0.1').on('error', () => {})
    opened.clients.push(client)
    return client
  }
}

const get = (path: string, headers = '') => `GET ${path} HTTP/1.1\r\nhost: h\r\n${headers}\r\n`
const numbers = (count: number) => Array.from({ length: count }, (_, i) => i)
const answersIn = (said: string) => [...said.matchAll(/<(\/\w+)>/g)].map(([, path]) => path)

describe('requests on one connection', () => {
  /** Answers with the path and body length, one turn of the event loop after the request is complete. */
  async function serveSlowly() {
    const seen = { running: 0, runningMost: 0 }
    const open = await serve(async (request, response) => {
      seen.running += 1
      seen.runningMost = Math.max(seen.runningMost, seen.running)
      const { length } = await text(request)
      await pause(1)
      seen.running -= 1
      response.end(`<${request.url}>${length};`)
    })
    return { open, seen }
  }

  test('are handled one at a time and answered in order, however many are pipelined', async () => {
    const { open, seen } = await serveSlowly()
    const paths = numbers(400).map((i) => `/n${i}`)
    const client = open()
    client.write(paths.map((path) => get(path)).join('') + get('/last', 'connection: close\r\n'))
    expect(answersIn(await text(client))).toEqual([...paths, '/last'])
    expect(seen.runningMost).toBe(1)
  })

  test('may have bodies, with a declared length or chunked', async () => {
    const { open, seen } = await serveSlowly()
    const declared = (path: string, bytes: number) =>
      `POST ${path} HTTP/1.1\r\nhost: h\r\ncontent-length: ${bytes}\r\n\r\n${'\r\n\r\n'.repeat(bytes / 4)}`
    const chunked = (path: string, bytes: number) =>
      `POST ${path} HTTP/1.1\r\nhost: h\r\ntransfer-encoding: chunked\r\n\r\n${bytes.toString(16)}\r\n${'x'.repeat(bytes)}\r\n0\r\n\r\n`
    const client = open()
    const sent = [
      declared('/a', 4),
      chunked('/b', 5),
      get('/c'),
      get('/d'),
      declared('/e', 300_000),
      chunked('/f', 300_000),
      get('/long', `x: ${'y'.repeat(5000)}\r\n`),
      declared('/g', 0),
      get('/last', 'connection: close\r\n'),
    ]
    client.write(sent.join(''))
    const said = await text(client)
    expect([...said.matchAll(/<(\/\w+)>(\d+)/g)].map(([, path, length]) => `${path} ${length}`)).toEqual([
      '/a 4',
      '/b 5',
      '/c 0',
      '/d 0',
      '/e 300000',
      '/f 300000',
      '/long 0',
      '/g 0',
      '/last 0',
    ])
    expect(seen.runningMost).toBe(1)
  })

  test('may arrive in pieces of any size', async () => {
    const { open } = await serveSlowly()
    const client = open().setNoDelay()
    const answers = text(client)
    for (const byte of `${get('/a')}\r\n${get('/b', 'connection: close\r\n')}`) {
      client.write(byte)
      await pause(0)
    }
    expect(answersIn(await answers)).toEqual(['/a', '/b'])
  })

  test('wait while the client does not read the responses', async () => {
    let taken = 0
    const open = await serve((_request, response) => {
      taken += 1
      response.end(Buffer.alloc(mebibyte))
    })
    const client = open().pause()
    client.write(get('/').repeat(100))
    await expect.poll(() => taken).toBeGreaterThan(0)
    await pause(300)
    // What the operating system's buffers take, and one more.
    expect(taken).toBeLessThan(50)
    client.resume()
    await expect.poll(() => taken).toBe(100)
  })

  test('are dropped with the connection, and a disconnect is noticed while a request runs', async () => {
    const taken: string[] = []
    const gone = vi.fn()
    const open = await serve((request, response) => {
      taken.push(request.url ?? '')
      response.once('close', gone)
    })
    const one = open()
    one.write(get('/a'))
    await expect.poll(() => taken).toEqual(['/a'])
    one.destroy()
    await expect.poll(() => gone).toHaveBeenCalledTimes(1)
    const other = open()
    other.write(get('/b').repeat(3))
    await expect.poll(() => taken).toEqual(['/a', '/b'])
    opened.servers[0]?.closeAllConnections()
    await once(other, 'close')
    await pause(20)
    expect(taken).toEqual(['/a', '/b'])
  })
})

describe('a connection', () => {
  test('is closed when the client reads nothing of its response for a while', async () => {
    const open = await serve((_request, response) => response.end(Buffer.alloc(64 * mebibyte)), { stalledMsMax: 300 })
    const [server] = opened.servers
    if (!server) throw new Error('there is no server')
    const connected = once(server, 'connection')
    const client = open().pause()
    client.write(get('/'))
    await connected
    await expect.poll(() => connectionsOf(server)).toBe(0)
  })

  test('stays open while the client reads slowly, and while its request is being handled', async () => {
    // Longer than a busy machine may stall this process.
    const stalledMsMax = 2500
    const open = await serve(
      async (_request, response) => {
        await pause(1.5 * stalledMsMax)
        response.end(Buffer.alloc(16 * mebibyte))
      },
      { stalledMsMax },
    )
    const client = open()
    client.write(get('/', 'connection: close\r\n'))
    let length = 0
    for await (const chunk of client as AsyncIterable<Buffer>) {
      const before = Math.floor(length / mebibyte)
      length += chunk.length
      if (Math.floor(length / mebibyte) > before) await pause(200)
    }
    expect(length).toBeGreaterThan(16 * mebibyte)
  })

  test('past the limit replaces the oldest connection without a request, and is refused if there is none', async () => {
    const asked: { readonly path: string | undefined; readonly response: ServerResponse }[] = []
    const open = await serve(({ url }, response) => void asked.push({ path: url, response }), { connectionsMax: 2 })
    const [busy, unused] = [open(), open()]
    busy.write(get('/busy'))
    await expect.poll(async () => [asked.length, await connectionsOf(opened.servers[0])]).toEqual([1, 2])
    const third = open()
    third.write(get('/third'))
    await once(unused, 'close')
    await expect.poll(() => asked.map(({ path }) => path)).toEqual(['/busy', '/third'])
    await once(open().resume(), 'close')
    asked[0]?.response.end()
    const [answer] = await once(busy, 'data')
    expect(String(answer)).toContain('200 OK')
  })
})

describe('the owner of requests', () => {
  /** Requests name their owner. They are answered when their body is complete, except those to `/wait`. */
  async function serveOwners(connectionsMax: number) {
    const closed: string[] = []
    const seen: string[] = []
    const open = await serve(
      async (request, response) => {
        seen.push(String(request.url))
        const connection = request.socket as unknown as ClientConnection
        if (!connection.assign(String(request.headers.owner))) return void response.writeHead(503).end()
        request.on('error', () => {})
        response.on('close', () => response.writableFinished || closed.push(String(request.url)))
        if (request.url !== '/wait')
          await text(request).then(
            () => response.end(),
            () => {},
          )
      },
      { connectionsMax },
    )
    const begin = (owner: string, path: string) => {
      const client = open()
      client.write(`POST ${path} HTTP/1.1\r\nhost: h\r\nowner: ${owner}\r\ncontent-length: 5\r\n\r\nx`)
      return client
    }
    const ask = async (owner: string) => {
      const client = open()
      client.write(get('/', `owner: ${owner}\r\nconnection: close\r\n`))
      return (await text(client)).slice(9, 12)
    }
    return { begin, ask, open, closed, seen }
  }

  test('has at most as many connections as it leaves free: its oldest unfinished body makes room', async () => {
    const { begin, ask, closed } = await serveOwners(8)
    for (const i of numbers(6)) {
      const next = begin('many', `/n${i}`)
      await once(next, 'connect')
      await expect.poll(() => closed.length).toBe(Math.max(0, i - 3))
    }
    expect(closed).toEqual(['/n0', '/n1'])
    expect(await ask('one')).toBe('200')
    // Two such owners leave a third free.
    for (const i of numbers(4)) await once(begin('others', `/o${i}`), 'connect')
    await expect.poll(() => closed).toEqual(['/n0', '/n1', '/o0', '/o1'])
    expect(await ask('one')).toBe('200')
  })

  test('is refused if all its requests have arrived, and others are not', async () => {
    const { open, ask } = await serveOwners(4)
    for (const _ of numbers(2)) {
      const waiting = open()
      waiting.write(get('/wait', 'owner: many\r\n'))
      await once(waiting, 'connect')
    }
    await expect.poll(() => ask('many')).toBe('503')
    expect(await ask('one')).toBe('200')
  })

  test('with the most connections loses its oldest unfinished body if there is no room left', async () => {
    const { begin, ask, closed, seen } = await serveOwners(4)
    for (const path of ['/b', '/a1', '/a2', '/c']) {
      await once(begin(path.slice(1, 2), path), 'connect')
      // In this order.
      await expect.poll(() => seen.at(-1)).toBe(path)
    }
    expect(await ask('d')).toBe('200')
    expect(closed).toEqual(['/a1'])
  })
})

describe('bytes that are not a request', () => {
  const ok = (_request: IncomingMessage, response: ServerResponse) => void response.end('<ok>')

  async function serveProblems(limits?: Parameters<typeof createHttpServer>[1]) {
    const open = await serve(ok, limits)
    opened.servers[0]?.on('clientError', (error, socket) => refuseUnparsable(error, socket as Socket, 'req_1'))
    return open
  }

  async function problemAfter(sent: string, limits?: Parameters<typeof createHttpServer>[1]) {
    const client = (await serveProblems(limits))()
    client.write(sent)
    const said = await text(client)
    return { line: said.split('\r\n')[0], problem: JSON.parse(said.slice(said.indexOf('{'))) }
  }

  test('are 408 request_timeout when they do not arrive in time', async () => {
    const { line, problem } = await problemAfter('GET / HTTP/1.1\r\nhost:', {
      headTimeoutMs: 100,
      timeoutsCheckedEveryMs: 50,
    })
    expect(line).toBe('HTTP/1.1 408 Request Timeout')
    expect(problem).toEqual({
      type: 'urn:palate:problem:request_timeout',
      title: 'The request took too long to arrive',
      status: 408,
      detail: 'the request did not arrive completely in time; send it again',
      code: 'request_timeout',
      requestId: 'req_1',
    })
  })

  test('are 431 headers_too_large when the headers are too long', async () => {
    const { line, problem } = await problemAfter(get('/', `x: ${'y'.repeat(17_000)}\r\n`))
    expect(line).toBe('HTTP/1.1 431 Request Header Fields Too Large')
    expect(problem).toMatchObject({
      status: 431,
      code: 'headers_too_large',
      detail: 'the request line and headers are limited to 16 KiB in total',
    })
  })

  test('are answered once, after earlier requests, however many there are', async () => {
    const client = (await serveProblems())()
    client.write(`${get('/').repeat(3)}NONSENSE${'\r\n\r\n'.repeat(20_000)}`)
    const said = await text(client)
    expect([...said.matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, status]) => status)).toEqual(['200', '200', '200', '400'])
    expect(said).toContain('the request is not well-formed HTTP')
  })

  test('do not include the next request, which waits for the previous response', async () => {
    const responses: ServerResponse[] = []
    const open = await serve((_request, response) => void responses.push(response), {
      headTimeoutMs: 1000,
      timeoutsCheckedEveryMs: 20,
    })
    const errors: (string | undefined)[] = []
    opened.servers[0]?.on('clientError', (error: Error & { code?: string }, socket) => {
      errors.push(error.code)
      refuseUnparsable(error, socket as Socket, 'req_1')
    })
    const client = open()
    const said = text(client)
    const chunked = 'POST / HTTP/1.1\r\nhost: h\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n'
    // The first line of the second request is parsed with the end of the first.
    client.write(`${chunked}GET / HTTP/1.1\r\n`)
    await expect.poll(() => errors).toEqual(['ERR_HTTP_REQUEST_TIMEOUT'])
    client.write('host: h\r\nconnection: close\r\n\r\n')
    responses[0]?.end()
    await expect.poll(() => responses).toHaveLength(2)
    responses[1]?.end()
    expect([...(await said).matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, status]) => status)).toEqual(['200', '200'])
  })
})

function connectionsOf(server: Server | undefined): Promise<number> {
  return new Promise((resolve) => server?.getConnections((_error, count) => resolve(count)))
}
