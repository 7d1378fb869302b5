import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type ClientOptions, isAuthError, isNotFound, isPalateError, Palate, PalateError } from '@palate/client'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'

type Behaviour = (response: ServerResponse, request: IncomingMessage) => void

describe('requests of the client', () => {
  /** How the server handles each successive request; the last handler is repeated. */
  let behaviours: Behaviour[]
  let got: { method: string; path: string; headers: IncomingMessage['headers']; body: string }[]
  let server: ReturnType<typeof createServer>
  let url: string
  beforeEach(async () => {
    got = []
    server = createServer(async (request, response) => {
      let body = ''
      for await (const chunk of request) body += chunk
      got.push({ method: request.method ?? '', path: request.url ?? '', headers: request.headers, body })
      const behave = behaviours.length > 1 ? behaviours.shift() : behaviours[0]
      behave?.(response, request)
    })
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  })
  afterEach(() => {
    server.closeAllConnections()
    server.close()
  })

  const answer = (status: number, body: unknown, headers: Record<string, string> = {}): Behaviour => {
    return (response) =>
      void response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body))
  }
  const problem = (status: number, code: string, headers = {}, members = {}) =>
    answer(status, { status, code, detail: `because ${code}`, requestId: 'req_1', ...members }, headers)
  const breakOff: Behaviour = (response) => void response.socket?.destroy()
  const now = { 'retry-after': '0' }
  const created = answer(201, { id: 'prof_1' })
  const client = (options = {}) => new Palate({ url, apiKey: 'plt_test', ...options })
  const create = (palate = client()) => palate.profiles.create({ projectId: 'p', name: 'n' })

  test('carry the key, the path and the query', async () => {
    behaviours = [answer(200, { profiles: [] })]
    await client({ url: `${url}/prefix/`, headers: { 'x-team': 'a' } }).profiles.list({ projectId: 'a b', limit: 2 })
    expect(got[0]).toMatchObject({ method: 'GET', path: '/prefix/v1/profiles?projectId=a+b&limit=2' })
    expect(got[0]?.headers).toMatchObject({ authorization: 'Bearer plt_test', 'x-team': 'a' })
    behaviours = [answer(200, {})]
    await client().profiles.version('a/b', '?')
    expect(got[1]?.path).toBe('/v1/profiles/a%2Fb/versions/%3F')
  })

  test('of a page with a session carry a header instead of the key', async () => {
    behaviours = [answer(200, { account: 'default' })]
    const palate = new Palate({ url, session: true })
    expect(await palate.session.start({ code: 'c' })).toEqual({ account: 'default' })
    await palate.session.get()
    await palate.session.end()
    await palate.session.createCode()
    expect(got.map(({ method, path }) => `${method} ${path}`)).toEqual([
      'POST /api/session',
      'GET /api/session',
      'DELETE /api/session',
      'POST /api/session/codes',
    ])
    expect(got[0]?.body).toBe('{"code":"c"}')
    for (const { headers } of got) expect(headers).toMatchObject({ 'x-palate-request': '1' })
    for (const { headers } of got) expect(headers).not.toHaveProperty('authorization')
  })

  test('that were not carried out are retried with the same idempotency key', async () => {
    behaviours = [problem(503, 'unavailable', now), breakOff, created]
    expect(await create()).toEqual({ id: 'prof_1' })
    expect(new Set(got.map(({ headers }) => headers['idempotency-key'])).size).toBe(1)
    expect(got.map(({ body }) => body)).toEqual(Array(3).fill('{"projectId":"p","name":"n"}'))
    await create()
    expect(new Set(got.map(({ headers }) => headers['idempotency-key'])).size).toBe(2)
  })

  test('have an idempotency key only where a repeat would do something twice', async () => {
    behaviours = [answer(200, {})]
    const { profiles, batches, annotations, keys, webhooks, frames, session } = client()
    const request = { profile_id: 'p', frames: [], dimensions: ['aesthetics'] }
    const keyed = async (call: () => PromiseLike<unknown>) => {
      await call()
      return 'idempotency-key' in (got.at(-1)?.headers ?? {})
    }
    expect(await keyed(() => client().score(request))).toBe(false)
    expect(await keyed(() => profiles.preview('p', {}))).toBe(false)
    expect(await keyed(() => profiles.refresh('p'))).toBe(false)
    expect(await keyed(() => batches.cancel('b'))).toBe(false)
    expect(await keyed(() => frames.upload(new Blob(['x']), { projectId: 'p' }))).toBe(false)
    // The service stores none for a sign-in.
    expect(await keyed(() => session.start({ code: 'c' }))).toBe(false)
    expect(await keyed(() => profiles.get('p'))).toBe(false)
    expect(await keyed(() => profiles.merge('p', { sourceBranchId: 'a', targetBranchId: 'b' }))).toBe(true)
    expect(await keyed(() => annotations.add('p', {}))).toBe(true)
    expect(await keyed(() => batches.submit(request))).toBe(true)
    expect(await keyed(() => keys.rotate('k'))).toBe(true)
    expect(await keyed(() => webhooks.test('w'))).toBe(true)
    expect(await keyed(() => client().score(request, { idempotencyKey: 'mine' }))).toBe(true)
  })

  test('that change nothing are repeated without a key, also after a lost connection', async () => {
    behaviours = [breakOff, problem(503, 'unavailable', now), answer(200, { scores: [], latency_ms: 1 })]
    await client().score({ profile_id: 'p', frames: [], dimensions: ['aesthetics'] })
    expect(got).toHaveLength(3)
    for (const { headers } of got) expect(headers).not.toHaveProperty('idempotency-key')
  })

  test('are retried twice, or as often as configured', async () => {
    behaviours = [problem(429, 'rate_limited', now)]
    await expect(create()).rejects.toMatchObject({ code: 'rate_limited', status: 429 })
    expect(got).toHaveLength(3)
    await expect(create(client({ retries: 0 }))).rejects.toMatchObject({ code: 'rate_limited' })
    expect(got).toHaveLength(4)
    await expect(client().profiles.get('x', {}, { retries: 1 })).rejects.toMatchObject({ code: 'rate_limited' })
    expect(got).toHaveLength(6)
  })

  test('wait as long as Retry-After says', async () => {
    behaviours = [problem(429, 'rate_limited', { 'retry-after': '1' }), created]
    const began = performance.now()
    await create()
    expect(performance.now() - began).toBeGreaterThanOrEqual(990)
  })

  test('are not retried if that could do harm: a PATCH or a DELETE whose response was lost', async () => {
    behaviours = [breakOff]
    await expect(client().profiles.update('x', { name: 'n' })).rejects.toMatchObject({ code: 'connection_failed' })
    await expect(client().profiles.delete('x')).rejects.toMatchObject({ code: 'connection_failed' })
    expect(got).toHaveLength(2)
  })

  test('that are refused are not retried', async () => {
    behaviours = [problem(400, 'invalid_request', {}, { errors: [{ path: '/name', message: 'must be a string' }] })]
    const error = await create().catch((caught) => caught)
    expect(got).toHaveLength(1)
    expect(error).toBeInstanceOf(PalateError)
    expect(error).toMatchObject({
      name: 'PalateError',
      message: 'because invalid_request',
      code: 'invalid_request',
      status: 400,
      requestId: 'req_1',
      errors: [{ path: '/name', message: 'must be a string' }],
    })
    expect([isPalateError(error), isPalateError(error, 'name_taken'), isNotFound(error)]).toEqual([true, false, false])
    behaviours = [problem(401, 'revoked_api_key')]
    expect(isAuthError(await create().catch((caught) => caught))).toBe(true)
    behaviours = [problem(404, 'profile_not_found')]
    expect(
      isNotFound(
        await client()
          .profiles.get('x')
          .catch((caught) => caught),
      ),
    ).toBe(true)
  })

  test('end after their time limit', async () => {
    behaviours = [() => {}]
    const error = await client({ timeoutMs: 100, retries: 0 })
      .projects()
      .catch((caught) => caught)
    expect(error).toMatchObject({ code: 'timeout', status: 0 })
    // Also while the response body is being received.
    behaviours = [(response) => void response.writeHead(200).write('{"projects":')]
    await expect(client({ timeoutMs: 100, retries: 0 }).projects()).rejects.toMatchObject({ code: 'timeout' })
  })

  test('end with the reason of their signal, also between two attempts', async () => {
    behaviours = [problem(503, 'unavailable', { 'retry-after': '60' })]
    const controller = new AbortController()
    const waiting = client().projects({ signal: controller.signal })
    await expect.poll(() => got.length).toBe(1)
    controller.abort(new Error('enough'))
    await expect(waiting).rejects.toThrow('enough')
    await expect(client().projects({ signal: AbortSignal.abort(new Error('before')) })).rejects.toThrow('before')
    expect(got).toHaveLength(1)
  })

  test('report that another service answers', async () => {
    behaviours = [(response) => void response.writeHead(200).end('<html>')]
    await expect(client().projects()).rejects.toMatchObject({ code: 'unexpected_answer', status: 200 })
    behaviours = [(response) => void response.writeHead(404).end('nothing here')]
    await expect(client().projects()).rejects.toMatchObject({ code: 'unexpected_answer', status: 404 })
    await expect(client({ url: 'http://127.0.0.1:9', retries: 0 }).projects()).rejects.toMatchObject({
      code: 'connection_failed',
    })
  })

  test('for a list are made when it is awaited or iterated, page by page', async () => {
    behaviours = [
      answer(200, { profiles: [{ id: 'a' }], nextCursor: 'two' }),
      answer(200, { profiles: [{ id: 'b' }, { id: 'c' }] }),
    ]
    const list = client().profiles.list({ limit: 2 })
    expect(got).toHaveLength(0)
    const ids: string[] = []
    for await (const { id } of list) ids.push(id)
    expect(ids).toEqual(['a', 'b', 'c'])
    expect(got.map(({ path }) => path)).toEqual(['/v1/profiles?limit=2', '/v1/profiles?limit=2&cursor=two'])
    expect(await client().profiles.list()).toMatchObject({ profiles: [{ id: 'b' }, { id: 'c' }] })
  })

  test('are not sent to a url that is none, which is refused at once', () => {
    const wrong = ['127.0.0.1:8410', 'localhost:8410', 'palate.example.com', 'ftp://a', 'http://', 'http:// x']
    for (const one of [...wrong, 'http://user:password@a', 'http://a?b', 'http://a/#c']) {
      const refused = { name: 'PalateError', code: 'invalid_argument', message: expect.stringContaining(`not ${one}`) }
      expect(() => new Palate({ url: one })).toThrow(expect.objectContaining(refused))
    }
    // Only a page can resolve these.
    for (const one of ['', '/palate']) expect(() => new Palate({ url: one })).toThrow(/^url must be like http:/)
    for (const one of ['http://[::1]:8410', 'HTTPS://palate.example.com/prefix/', 'http://a']) new Palate({ url: one })
    new Palate({ url: '/palate', fetch })
  })

  test('without a key fail with a message about apiKey', async () => {
    behaviours = [problem(401, 'missing_api_key')]
    const message = 'no API key: pass `apiKey` to `new Palate()`'
    for (const options of [{}, { apiKey: '' }]) {
      const error = await new Palate({ url, ...options }).profiles.list().then(undefined, (caught) => caught)
      expect(error).toMatchObject({ code: 'missing_api_key', status: 401, message, requestId: 'req_1' })
    }
    expect(got.map(({ headers }) => headers.authorization)).toEqual([undefined, undefined])
    const session = new Palate({ url, session: true }).profiles.list()
    await expect(session).rejects.toThrow('because missing_api_key')
  })

  describe('in Node', () => {
    const authorization = async (options?: ClientOptions) => {
      got = []
      behaviours = [answer(200, { profiles: [] })]
      await new Palate(options).profiles.list()
      return got[0]?.headers.authorization
    }
    beforeEach(() => {
      vi.stubEnv('PALATE_URL', url)
      vi.stubEnv('PALATE_API_KEY', 'plt_variable')
    })
    afterEach(() => void vi.unstubAllEnvs())

    test('use PALATE_URL and PALATE_API_KEY unless options say otherwise', async () => {
      expect(await authorization()).toBe('Bearer plt_variable')
      expect(await authorization({ apiKey: undefined } as object)).toBe('Bearer plt_variable')
      expect(await authorization({ apiKey: 'plt_option' })).toBe('Bearer plt_option')
    })

    test('do not send the key of the variables to a url that they do not name, nor in a session', async () => {
      expect(await authorization({ url })).toBeUndefined()
      const sent: string[] = []
      const spy = (async (address: string, { headers }: RequestInit) => {
        sent.push(`${address} ${new Headers(headers).get('authorization')}`)
        return Response.json({ profiles: [] })
      }) as typeof fetch
      await new Palate({ session: true, fetch: spy }).profiles.list()
      expect(sent).toEqual(['http://127.0.0.1:8080/v1/profiles null'])
    })

    test('are not sent if the variable is no URL', () => {
      vi.stubEnv('PALATE_URL', '127.0.0.1:8410')
      expect(() => new Palate()).toThrow(/^url must be like http:.*, not 127\.0\.0\.1:8410$/)
    })
  })
})
