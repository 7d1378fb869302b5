import type { Route } from '@palate/core/route.ts'
import { routeSchemas } from '@palate/core/route-schemas.ts'
import type { RouteSchemas } from '@palate/core/route-types.ts'
import { type OperationId, routes } from '@palate/core/routes.ts'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { engines } from '../harness/service.ts'
import { useService } from '../harness/use-service.ts'
import { sendBytes } from '../harness/wire.ts'
import { change, createProfile, succeed, version } from '../profiles/steps.ts'
import { type HostileRequest, hostileRequests, poisonedOnce } from './hostile-input.ts'
import { runsFactor } from './runs.ts'

const hangMs = 60_000
const operations = (Object.keys(routes) as OperationId[]).map((id): [string, Route, RouteSchemas] => [
  id,
  routes[id],
  routeSchemas[id],
])

describe.each(engines)('hostile input on %s', (engine) => {
  const service = useService(engine)

  /** A profile to send requests to, and the ids in it. */
  async function createVictim(): Promise<readonly string[]> {
    const id = await createProfile(service)
    await change(service, id, {
      versions: [version({ id: 'v1' }), version({ id: 'v2', parent: 'v1' })],
      branches: [{ id: 'x', name: 'x' }],
    })
    return [id, id, 'main', 'x', 'v1', 'v2', 'working', 'studio', 'tie']
  }

  async function attack(route: Route, { reply }: RouteSchemas, { path, body }: HostileRequest): Promise<void> {
    const response = await fetch(`${service.url}${path}`, {
      method: route.method,
      headers: {
        authorization: `Bearer ${service.key}`,
        ...(body !== undefined && { 'content-type': 'application/json' }),
      },
      ...(body !== undefined && { body }),
      signal: AbortSignal.timeout(hangMs),
    })
    const text = await response.text()
    expect(response.status, text).toBeLessThan(500)
    if (response.status < 400) return expectReply(route, reply, response, text)
    expect(response.headers.get('content-type')).toBe('application/problem+json; charset=utf-8')
    const problem = JSON.parse(text)
    expect(problem.status).toBe(response.status)
    expect(problem.code).toEqual(expect.stringMatching(/^[a-z_]+$/))
    expect(problem.requestId).toBe(response.headers.get('x-request-id'))
  }

  /** Whatever was accepted must be returned in the form that the route table promises. */
  function expectReply(route: Route, reply: RouteSchemas['reply'], response: Response, text: string): void {
    // A path with dots may match another route.
    if (response.status !== route.status || !response.headers.get('content-type')?.includes('json')) return
    const { error } = reply.safeParse(JSON.parse(text))
    expect(error?.issues ?? []).toEqual([])
  }

  async function expectWell(): Promise<void> {
    expect((await service.call('GET', '/readyz')).body).toEqual({ status: 'ready' })
    expect(({} as Record<string, unknown>).polluted).toBe(undefined)
  }

  it.each(operations)(
    '%s: never a 5xx, never a hang, always problem+json, and the service is ready afterwards',
    async (_, route, schemas) => {
      const known = await createVictim()
      await fc.assert(
        fc.asyncProperty(hostileRequests(route, schemas, known), (request) => attack(route, schemas, request)),
        { numRuns: (route.body ? 60 : 25) * runsFactor },
      )
      await expectWell()
    },
    300_000 * runsFactor,
  )

  it.each(operations)(
    '%s: nor with any one poison in any one place',
    async (_, route, schemas) => {
      const [known = ''] = await createVictim()
      for (const request of poisonedOnce(route, schemas, known)) await attack(route, schemas, request)
      await expectWell()
    },
    300_000 * runsFactor,
  )

  it('whatever got in can be read, exported and compared', async () => {
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
    await expectWell()
  })

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

  it.each(operations)(
    '%s: nor with poison in the headers',
    async (_, { method, path }) => {
      await fc.assert(
        fc.asyncProperty(fc.constantFrom(...headerNames), fc.constantFrom(...headerPoison), async (name, value) => {
          const target = path.replace(/:\w+/g, 'x')
          expectRefusal(await sendBytes(service.url, requestText(method, target, `${name}: ${value}`)))
        }),
        { numRuns: 12 * runsFactor },
      )
      await expectWell()
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
  ])('nor with %j in the request line', async (piece) => {
    for (const target of [`/v1/profiles/${piece}`, `/v1/profiles${piece}`, piece]) {
      expectRefusal(await sendBytes(service.url, requestText('GET', target, 'X-Nothing: at all')))
    }
    await expectWell()
  })

  function requestText(method: string, target: string, header: string): string {
    const own = header.toLowerCase().startsWith('authorization') ? '' : `Authorization: Bearer ${service.key}\r\n`
    return `${method} ${target} HTTP/1.1\r\nHost: palate\r\nConnection: close\r\n${own}${header}\r\n\r\n`
  }
})

/** A successful response or a problem document. No response is a failure. */
function expectRefusal(answer: string): void {
  const [, status = ''] = /^HTTP\/1\.1 (\d{3}) /.exec(answer) ?? []
  expect(status, answer).toMatch(/^[234]\d\d$/)
  if (status.startsWith('4')) expect(answer.toLowerCase()).toContain('content-type: application/problem+json')
}
