import { once } from 'node:events'
import { mkdirSync, writeFileSync } from 'node:fs'
import { Agent, type IncomingMessage, request } from 'node:http'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { expectProblem } from '../harness/problem.ts'
import { startService, type TestService } from '../harness/service.ts'
import { createFolder } from '../harness/temporary-folder.ts'
import { sendBytes } from '../harness/wire.ts'

describe('a service that is draining', () => {
  let service: TestService
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  let stream: IncomingMessage
  let stopped: Promise<void> | undefined
  beforeAll(async () => {
    const dashboardDir = join(createFolder('dashboard'), 'dist')
    mkdirSync(dashboardDir)
    writeFileSync(join(dashboardDir, 'index.html'), '<base href="/">page')
    service = await startService('sqlite', {}, undefined, { dashboardDir })
    expect((await send('GET', '/healthz', agent)).headers.connection).toBe('keep-alive')
    stream = await open('GET', '/v1/events', new Agent(), { accept: 'text/event-stream' })
    await service.drain()
  })
  afterAll(async () => {
    agent.destroy()
    await (stopped ?? service.stop())
  })

  async function open(method: string, path: string, by: Agent, headers: Readonly<Record<string, string>> = {}) {
    const { url, key } = service
    const sent = request(url + path, { method, agent: by, headers: { authorization: `Bearer ${key}`, ...headers } })
    sent.end()
    const [response] = (await once(sent, 'response')) as [IncomingMessage]
    return response
  }

  async function send(method: string, path: string, by: Agent, headers?: Readonly<Record<string, string>>) {
    const response = await open(method, path, by, headers)
    await response.toArray()
    return response
  }

  test('GET /readyz is 503 with the reason', async () => {
    const problem = expectProblem(await service.call('GET', '/readyz', { key: null }), 503, 'unavailable')
    expect(problem.checks).toEqual({ process: 'the process is stopping' })
  })

  test('answers a request on a connection that was open before, and closes it', async () => {
    const answer = await send('GET', '/v1/profiles', agent)
    expect({ status: answer.statusCode, connection: answer.headers.connection }).toEqual({
      status: 200,
      connection: 'close',
    })
    await expect.poll(() => answer.socket.destroyed).toBe(true)
  })

  test.each([
    ['GET', '/healthz', 200, {}],
    ['HEAD', '/healthz', 200, {}],
    ['GET', '/v1/profiles', 200, {}],
    ['GET', '/v1/profiles/none', 404, {}],
    ['GET', '/v1/profiles', 401, { authorization: 'Bearer nonsense' }],
    ['GET', '/v1/none', 404, {}],
    ['PUT', '/v1/profiles', 405, {}],
    ['POST', '/v1/profiles', 400, { 'content-type': 'application/json' }],
    ['GET', '/', 200, { accept: 'text/html' }],
    ['GET', '/openapi.json', 200, {}],
  ])('closes the connection after %s %s (%i)', async (method, path, status, headers) => {
    const { statusCode, headers: answered } = await send(method, path, new Agent({ keepAlive: true }), headers)
    expect({ status: statusCode, connection: answered.connection }).toEqual({ status, connection: 'close' })
  })

  test('closes the connection after bytes that are not HTTP', async () => {
    expect(await sendBytes(service.url, 'nonsense\r\n\r\n')).toMatch(/^HTTP\/1\.1 400 [\s\S]*\r\nconnection: close\r\n/)
  })

  test('keeps open streams open until it stops, and opens new ones with Connection: close', async () => {
    const late = await open('GET', '/v1/events', new Agent({ keepAlive: true }), { accept: 'text/event-stream' })
    expect(late.headers.connection).toBe('close')
    expect((await service.call('POST', '/v1/profiles', { body: { projectId: 'p', name: 'n' } })).status).toBe(201)
    for (const one of [stream, late]) {
      let text = ''
      for await (const piece of one.iterator({ destroyOnReturn: false })) {
        text += piece
        if (text.includes('profile.created')) break
      }
      expect(text).toContain('profile.created')
      one.resume()
    }
    const ended = Promise.all([stream, late].map((one) => once(one, 'end')))
    stopped = service.stop()
    await stopped
    await ended
  })
})
