import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { httpFetch } from '../../packages/cli/src/api/connection/http-fetch.ts'
import { freePort } from '../harness/free-port.ts'

type Answer = (request: IncomingMessage, response: ServerResponse) => void

const answers: Readonly<Record<string, Answer>> = {
  '/echo': async (request, response) => {
    const { method, headers } = request
    response.writeHead(200, { 'content-type': 'application/json', etag: '"1"' })
    response.end(JSON.stringify({ method, headers, body: await text(request) }))
  },
  '/refuse': (_, response) => response.writeHead(404).end('{"code":"profile_not_found"}'),
  '/moved': (_, response) => response.writeHead(307, { location: '/echo' }).end(),
  '/picture': (_, response) =>
    response.writeHead(200, { 'content-type': 'image/webp' }).end(Buffer.from([0, 255, 128])),
  '/breaks': (_, response) => {
    response.writeHead(200, { 'content-length': '10' }).write('half', () => response.destroy())
  },
  '/endless': (_, response) => response.writeHead(200).write('first'),
  '/silent': () => {},
}

describe('httpFetch answers like fetch', () => {
  let server: Server
  let url: string
  beforeAll(async () => {
    server = createServer((request, response) => answers[request.url ?? '']?.(request, response)).listen(0, '127.0.0.1')
    await once(server, 'listening')
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  })
  afterAll(() => {
    server.closeAllConnections()
    server.close()
  })

  /** With both, because everything the client reads must be the same. */
  const both = [
    ['httpFetch', httpFetch],
    ['fetch', fetch],
  ] as const

  it.each(both)('%s sends method, headers and body, and returns status, headers and JSON', async (_, send) => {
    const headers = { authorization: 'Bearer x', 'content-type': 'application/json' }
    const answer = await send(`${url}/echo`, { method: 'PATCH', headers, body: '{"name":"Größe"}' })
    expect([answer.ok, answer.status, answer.url, answer.headers.get('ETag')]).toEqual([
      true,
      200,
      `${url}/echo`,
      '"1"',
    ])
    expect(answer.headers.get('retry-after')).toBeNull()
    expect(await answer.json()).toMatchObject({ method: 'PATCH', headers, body: '{"name":"Größe"}' })
  })

  it.each(both)('%s returns an error status as a response', async (_, send) => {
    const answer = await send(`${url}/refuse`)
    expect([answer.ok, answer.status, await answer.text()]).toEqual([false, 404, '{"code":"profile_not_found"}'])
  })

  it.each(both)('%s follows a redirect with method and body', async (_, send) => {
    const answer = await send(`${url}/moved`, { method: 'POST', body: 'text' })
    expect(answer.url).toBe(`${url}/echo`)
    expect(await answer.json()).toMatchObject({ method: 'POST', body: 'text' })
  })

  it.each(both)('%s sends a form', async (_, send) => {
    const body = new FormData()
    body.set('file', new Blob(['bytes']), 'a.png')
    const answer = await send(`${url}/echo`, { method: 'POST', body })
    const echo = (await answer.json()) as { headers: Record<string, string>; body: string }
    expect(echo.headers['content-type']).toMatch(/^multipart\/form-data; boundary=/)
    expect(echo.body).toContain('filename="a.png"')
  })

  it.each(both)('%s returns bytes with their media type', async (_, send) => {
    const blob = await (await send(`${url}/picture`)).blob()
    expect([blob.type, ...(await blob.bytes())]).toEqual(['image/webp', 0, 255, 128])
  })

  it.each(both)('%s rejects if nothing listens, with the reason as its cause', async (_, send) => {
    const port = await freePort()
    const cause = expect.objectContaining({ message: `connect ECONNREFUSED 127.0.0.1:${port}` })
    await expect(send(`http://127.0.0.1:${port}/`)).rejects.toEqual(
      expect.objectContaining({ message: 'fetch failed', cause }),
    )
  })

  it.each(both)('%s rejects an invalid URL', async (_, send) => {
    await expect(send('palate')).rejects.toThrow(TypeError)
  })

  it.each(both)('%s rejects if the response breaks off', async (_, send) => {
    const answer = await send(`${url}/breaks`)
    await expect(answer.text()).rejects.toThrow()
  })

  it.each(both)('%s stops at the signal, before and during the response', async (_, send) => {
    const silent = new AbortController()
    const asked = send(`${url}/silent`, { signal: silent.signal })
    silent.abort()
    await expect(asked).rejects.toThrow()
    const endless = new AbortController()
    const answer = await send(`${url}/endless`, { signal: endless.signal })
    const read = answer.text()
    endless.abort()
    await expect(read).rejects.toThrow()
  })

  it.each(both)('%s returns a stream that can be cancelled early', async (_, send) => {
    const { body } = await send(`${url}/endless`)
    const reader = body?.getReader()
    expect(Buffer.from((await reader?.read())?.value ?? []).toString()).toBe('first')
    await reader?.cancel()
  })
})
