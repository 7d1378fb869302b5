import { once } from 'node:events'
import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import { setTimeout as pause } from 'node:timers/promises'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { connectionOf } from './connections/client-connection.ts'
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
    const seen = { running: 0, runningMost: 0, taken: [] as string[] }
    const open = await serve(async (request, response) => {
      seen.running += 1
      seen.taken.push(String(request.url))
      seen.runningMost = Math.max(seen.runningMost, seen.running)
      const { length } = await text(request)
      await pause(1)
      seen.running -= 1
      response.end(`<${request.url}>${length};`)
    })
    return { open, seen }
  }

  test('are handled one after the other, each when the client has its response', async () => {
    const { open, seen } = await serveSlowly()
    const client = open().setNoDelay()
    for (const i of numbers(200)) {
      client.write(i % 2 ? get(`/n${i}`) : `POST /n${i} HTTP/1.1\r\nhost: h\r\ncontent-length: 4\r\n\r\nfour`)
      let said = ''
      // The next request follows the last byte of the response immediately.
      while (!said.endsWith(';')) said += (await once(client, 'data'))[0]
      expect(answersIn(said)).toEqual([`/n${i}`])
    }
    expect(seen).toMatchObject({ runningMost: 1, taken: numbers(200).map((i) => `/n${i}`) })
  })

  test('may begin when the bytes of the response before it have arrived, although its source has not ended', async () => {
    const open = await serve(async (request, response) => {
      const body = `<${request.url}>`
      response.writeHead(200, { 'content-length': String(body.length) }).write(body)
      await pause(50)
      response.end()
    })
    const client = open()
    let said = ''
    client.on('data', (chunk) => {
      said += chunk
    })
    for (const path of ['/a', '/b', '/c']) {
      client.write(get(path))
      await expect.poll(() => answersIn(said).at(-1)).toBe(path)
    }
  })

  test('follow large responses that arrive bit by bit', async () => {
    const open = await serve((_request, response) => response.end(Buffer.alloc(16 * mebibyte)))
    const client = open()
    for (const _ of numbers(5)) {
      client.write(get('/'))
      let bytes = 0
      while (bytes < 16 * mebibyte) bytes += (await once(client, 'data'))[0].length
    }
  })

  test.each([
    ['in one piece', 0],
    ['one after the other', 3],
  ])('are pipelined: the first is answered, then the connection closes: %s', async (_, waitMs) => {
    const { open, seen } = await serveSlowly()
    const client = open()
    const said = text(client)
    for (const i of numbers(400)) {
      client.write(get(`/n${i}`))
      if (i < 2) await pause(waitMs && i === 0 ? 0 : waitMs)
    }
    const answers = answersIn(await said)
    expect(answers.length).toBeLessThan(4)
    expect(answers).toEqual(seen.taken)
    expect(seen.runningMost).toBe(1)
  })

  test('may have bodies with blank lines, with a declared length or chunked', async () => {
    const { open } = await serveSlowly()
    const body = '\r\n\r\n'.repeat(75_000)
    const chunk = `${body.length.toString(16)}\r\n${body}\r\n0\r\n\r\n`
    const client = open()
    for (const sent of [
      `content-length: ${body.length}\r\n\r\n${body}`,
      `transfer-encoding: chunked\r\n\r\n${chunk}`,
    ]) {
      client.write(`POST /a HTTP/1.1\r\nhost: h\r\n${sent}`)
      let said = ''
      while (!said.endsWith(';')) said += (await once(client, 'data'))[0]
      expect(said).toContain(`</a>${body.length};`)
    }
  })

  test('may arrive in pieces of any size', async () => {
    const { open } = await serveSlowly()
    const client = open().setNoDelay()
    const answers = text(client)
    for (const byte of get('/a', 'connection: close\r\n')) {
      client.write(byte)
      await pause(0)
    }
    expect(answersIn(await answers)).toEqual(['/a'])
  })

  test('are pipelined by a client that reads no response: only one is handled', async () => {
    let taken = 0
    const open = await serve((_request, response) => {
      taken += 1
      response.end(Buffer.alloc(16 * mebibyte))
    })
    const client = open().pause()
    client.write(get('/').repeat(3000))
    await expect.poll(() => taken).toBe(1)
    await pause(300)
    expect(taken).toBe(1)
    client.resume()
    await once(client, 'close')
    expect(taken).toBe(1)
  })

  test('end with the connection, and a disconnect is noticed while a request runs', async () => {
    const taken: string[] = []
    const gone = vi.fn()
    const open = await serve((request, response) => {
      taken.push(request.url ?? '')
      response.once('close', gone)
    })
    const client = open()
    client.write(get('/a'))
    await expect.poll(() => taken).toEqual(['/a'])
    client.destroy()
    await expect.poll(() => gone).toHaveBeenCalledTimes(1)
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
    const handledRequests: { readonly path: string | undefined; readonly response: ServerResponse }[] = []
    const open = await serve(({ url }, response) => void handledRequests.push({ path: url, response }), {
      connectionsMax: 2,
    })
    const [busy, unused] = [open(), open()]
    busy.write(get('/busy'))
    await expect.poll(async () => [handledRequests.length, await connectionsOf(opened.servers[0])]).toEqual([1, 2])
    const third = open()
    third.write(get('/third'))
    await once(unused, 'close')
    await expect.poll(() => handledRequests.map(({ path }) => path)).toEqual(['/busy', '/third'])
    await once(open().resume(), 'close')
    handledRequests[0]?.response.end()
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
        if (!connectionOf(request.socket)?.assign(String(request.headers.owner)))
          return void response.writeHead(503).end()
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

  test('are answered once, however many there are', async () => {
    const client = (await serveProblems())()
    client.write(`NONSENSE${'\r\n\r\n'.repeat(20_000)}`)
    const said = await text(client)
    expect([...said.matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, status]) => status)).toEqual(['400'])
    expect(said).toContain('the request is not well-formed HTTP')
  })

  test.each(['NONSENSE\r\n\r\n', 'GET / HTTP/1.1\r\n'])(
    'end the connection after the response that is due: %j',
    async (sent) => {
      const responses: ServerResponse[] = []
      const open = await serve((_request, response) => void responses.push(response), {
        headTimeoutMs: 300,
        timeoutsCheckedEveryMs: 20,
      })
      const errors: Error[] = []
      opened.servers[0]?.on('clientError', (error, socket) => {
        errors.push(error)
        refuseUnparsable(error, socket as Socket, 'req_1')
      })
      const client = open()
      const said = text(client)
      client.write(`${get('/')}${sent}`)
      await expect.poll(() => errors).toHaveLength(1)
      responses[0]?.end('<ok>')
      expect([...(await said).matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, status]) => status)).toEqual(['200'])
    },
  )
})

function connectionsOf(server: Server | undefined): Promise<number> {
  return new Promise((resolve) => server?.getConnections((_error, count) => resolve(count)))
}
