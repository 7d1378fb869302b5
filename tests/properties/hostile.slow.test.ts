import { operations } from '@palate/core/operations.ts'
import type { Route } from '@palate/core/route.ts'
import type { RouteSchemas } from '@palate/core/route-types.ts'
import { type OperationId, routes } from '@palate/core/routes.ts'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Client } from '../harness/client.ts'
import { type Received, send } from '../harness/send.ts'
import { engines } from '../harness/service.ts'
import { useService } from '../harness/use-service.ts'
import { sendBytes } from '../harness/wire.ts'
import { change, createProfile, succeed, version } from '../profiles/profile-requests.ts'
import { type HostileRequest, hostileRequests, poisonedOnce, storePoison } from './hostile-input.ts'
import { runsFactor } from './runs.ts'

const hangMs = 60_000
const rows = (Object.keys(routes) as OperationId[]).map((id): [string, Route, RouteSchemas] => [
  id,
  routes[id],
  operations[id],
])

const headerPoison = [
  'a\0b',
  '\x01',
  '\x7f',
  '\xff\xfe',
  'x'.repeat(9000),
  '"',
  'W/',
  ',,,',
  '"-"',
  '-1',
  '1e999',
  ', '.repeat(500),
]

describe.each(engines)('hostile input on %s', (engine) => {
  const service = useService(engine)
  /** Most input is refused before the store is queried, and what is special to a store is in `storePoison`. */
  const share = engine === 'sqlite' ? 1 : 0.3

  /** A profile to send requests to, and the ids in it. */
  async function createVictim(): Promise<readonly string[]> {
    const id = await createProfile(service)
    await change(service, id, {
      versions: [version({ id: 'v1' }), version({ id: 'v2', parent: 'v1' })],
      branches: [{ id: 'x', name: 'x' }],
    })
    return [id, id, 'main', 'x', 'v1', 'v2', 'working', 'studio', 'tie']
  }

  let spared: ReturnType<typeof createVictim> | undefined
  /** Operations that change nothing share one. */
  function victimOf({ method }: Route): Promise<readonly string[]> {
    if (method !== 'GET') return createVictim()
    spared ??= createVictim()
    return spared
  }

  async function attack(route: Route, { reply }: RouteSchemas, { path, body }: HostileRequest): Promise<void> {
    const response = await send(`${service.url}${path}`, {
      method: route.method,
      headers: {
        authorization: `Bearer ${service.key}`,
        ...(body !== undefined && { 'content-type': 'application/json' }),
      },
      body,
      timeoutMs: hangMs,
    })
    const { text } = response
    expect(response.status, text).toBeLessThan(500)
    if (response.status < 400) return expectReply(route, reply, response)
    if (isPageOf(route) && response.headers.get('content-type') === htmlType)
      return void expect(text).toMatch(/^<!doctype/i)
    const problem = JSON.parse(text)
    // The protocol of agents defines how a wrong message is answered.
    if (route.path === '/mcp' && 'jsonrpc' in problem) return void expect(problem.error.code).toBeLessThan(0)
    expect(response.headers.get('content-type')).toBe('application/problem+json; charset=utf-8')
    expect(problem.status).toBe(response.status)
    expect(problem.code).toEqual(expect.stringMatching(/^[a-z_]+$/))
    expect(problem.requestId).toBe(response.headers.get('x-request-id'))
  }

  /** Everything accepted must be returned in the form that the route table declares. */
  function expectReply(route: Route, reply: RouteSchemas['reply'], response: Received): void {
    // A path with dots may match another route.
    if (response.status !== route.status || !response.headers.get('content-type')?.includes('json')) return
    const { error } = reply.safeParse(JSON.parse(response.text))
    expect(error?.issues ?? []).toEqual([])
  }

  it.each(rows)(
    '%s: never a 5xx, never a hang, always problem+json, and the service is ready afterwards',
    async (_, route, schemas) => {
      const known = await victimOf(route)
      await fc.assert(
        fc.asyncProperty(hostileRequests(route, schemas, known), (request) => attack(route, schemas, request)),
        { numRuns: Math.ceil((route.body ? 30 : 10) * share * runsFactor) },
      )
      await expectWell(service)
    },
    300_000 * runsFactor,
  )

  it.each(rows)(
    '%s: the same with any single hostile value in any place',
    async (_, route, schemas) => {
      const [known = ''] = await victimOf(route)
      // Input that the schemas refuse never reaches the store.
      const poison = engine === 'sqlite' ? undefined : storePoison
      for (const request of poisonedOnce(route, schemas, known, poison)) await attack(route, schemas, request)
      await expectWell(service)
    },
    300_000 * runsFactor,
  )

  it('everything accepted can be read, exported and compared', async () => {
    const { profiles } = succeed(await service.call('GET', '/v1/profiles')).body
    for (const { id } of profiles) {
      for (const path of [
        '',
        '?snapshots=omit',
        '/export',
        '/versions',
        '/versions?branchId=main',
        '/diff?from=main&to=working',
      ]) {
        const answer = await service.call('GET', `/v1/profiles/${id}${path}`)
        expect(answer.status, `${path}: ${answer.text}`).toBe(200)
      }
    }
    await expectWell(service)
  })

  // The only header that is stored.
  it.each(headerPoison)('%j as Idempotency-Key of a write causes no 5xx', async (poison) => {
    const body = JSON.stringify({ projectId: 'studio', name: `written under ${JSON.stringify(poison.slice(0, 20))}` })
    const fields = [`Content-Type: application/json`, `Content-Length: ${body.length}`, `Idempotency-Key: ${poison}`]
    const request = requestText(service.key, 'POST', '/v1/profiles', fields.join('\r\n')) + body
    expectRefusal(await sendBytes(service.url, request))
    await expectWell(service)
  })
})

// Everything else in a request line and in headers is checked before the store is queried.
describe('hostile bytes on the wire', () => {
  const service = useService('sqlite')

  const headerNames = [
    'If-Match',
    'If-None-Match',
    'Idempotency-Key',
    'X-Request-Id',
    'Content-Type',
    'Authorization',
    'Content-Length',
    'Transfer-Encoding',
    'Accept',
    'Expect',
    'Host',
    'a b',
    '\0',
  ]

  it.each(rows)(
    '%s: hostile headers cause no 5xx',
    async (_, route) => {
      const { method, path } = route
      await fc.assert(
        fc.asyncProperty(fc.constantFrom(...headerNames), fc.constantFrom(...headerPoison), async (name, value) => {
          const target = path.replace(/:\w+/g, 'x')
          const answer = await sendBytes(service.url, requestText(service.key, method, target, `${name}: ${value}`))
          expectRefusal(answer, isPageOf(route) ? /application\/problem\+json|text\/html/ : undefined)
        }),
        { numRuns: 8 * runsFactor },
      )
      await expectWell(service)
    },
    300_000 * runsFactor,
  )

  it.each([
    '\x01',
    '\x7f',
    '\xff',
    '%',
    '%00',
    '%zz',
    '\t',
    'a\\b',
    '?\x00',
    '?a=\x01',
    '?limit=\xff',
    '#',
    '//',
    '/../..',
    '*',
  ])('%j in the request line causes no 5xx', async (piece) => {
    for (const target of [`/v1/profiles/${piece}`, `/v1/profiles${piece}`, piece]) {
      expectRefusal(await sendBytes(service.url, requestText(service.key, 'GET', target, 'X-Nothing: at all')))
    }
    await expectWell(service)
  })
})

function requestText(key: string, method: string, target: string, header: string): string {
  const own = header.toLowerCase().startsWith('authorization') ? '' : `Authorization: Bearer ${key}\r\n`
  return `${method} ${target} HTTP/1.1\r\nHost: palate\r\nConnection: close\r\n${own}${header}\r\n\r\n`
}

const htmlType = 'text/html; charset=utf-8'

/** The page of a share is for people, so a link that has ended is answered with a page. */
function isPageOf({ path }: Route): boolean {
  return path === '/share/:token'
}

/** A successful response or a problem document. No response is a failure. */
function expectRefusal(answer: string, type = /application\/problem\+json/): void {
  const [, status = ''] = /^HTTP\/1\.1 (\d{3}) /.exec(answer) ?? []
  expect(status, answer).toMatch(/^[234]\d\d$/)
  if (status.startsWith('4')) expect(answer.toLowerCase().match(/^content-type: (.*)$/m)?.[1]).toMatch(type)
}

async function expectWell(service: Pick<Client, 'call'>): Promise<void> {
  expect((await service.call('GET', '/readyz')).body).toEqual({ status: 'ready' })
  expect(({} as Record<string, unknown>).polluted).toBe(undefined)
}
