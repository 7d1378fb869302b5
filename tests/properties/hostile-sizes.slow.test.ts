import { randomUUID } from 'node:crypto'
import { seedDigitsMax } from '@palate/core/frames/made-with.ts'
import { operations } from '@palate/core/operations.ts'
import { largeBodyBytesMax, type Route } from '@palate/core/route.ts'
import type { RouteSchemas } from '@palate/core/route-types.ts'
import { type OperationId, routes } from '@palate/core/routes.ts'
import fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import type { Answer } from '../harness/answer.ts'
import type { Client } from '../harness/client.ts'
import { engines } from '../harness/service.ts'
import { useService } from '../harness/use-service.ts'
import { createProfile } from '../profiles/profile-requests.ts'
import { type Samples, type SizedInput, sizedBodies, sizedInputs } from './hostile-sizes.ts'
import { type KnownIds, operationRequests } from './operation-requests.ts'
import { runsFactor } from './runs.ts'
import { createTenant } from './tenant.ts'

const rows = (Object.keys(routes) as OperationId[]).map((id): [OperationId, Route, RouteSchemas] => [
  id,
  routes[id],
  operations[id],
])
const limited = rows.filter(([, , schemas]) => sizedInputs(schemas, {}).length > 0)
const samples: Samples = {
  url: 'http://127.0.0.1:9/',
  events: '*',
  dimension: 'brightness',
  dimensions: 'brightness',
  currentBranchId: 'main',
  projectId: 'studio',
  email: 'a@b',
  to: '/',
  reviewer: 'A'.repeat(43),
  seed: '1'.repeat(seedDigitsMax),
  // `fail` is at most `pass`.
  pass: 1,
}

it.each(limited)(
  '%s: its schemas accept every value at a limit, and refuse every value past it',
  (_, _route, schemas) => {
    for (const input of sizedInputs(schemas, samples)) {
      const { error } = schemas[input.part]?.safeParse(input.make()) ?? {}
      const places = (error?.issues ?? []).map(({ path }) => path.map((key) => `/${String(key)}`).join(''))
      const here = places.filter((place) => isAt(input.pointer, place))
      expect([places.length > 0, here.length > 0], nameOf(input)).toEqual([!input.isAllowed, !input.isAllowed])
    }
  },
)

describe.each(engines)('requests at and past the size limits on %s', (engine) => {
  const service = useService(engine, { PALATE_WEBHOOK_RETRY_MS: '1', PALATE_ALLOW_PRIVATE_NETWORK: '127.0.0.0/8' })
  let client: Client
  let ids: KnownIds
  beforeAll(async () => {
    client = service.as(await service.newAccount())
    ids = (await createTenant(client, 'studio')).ids
  })

  /** A new profile for each request, so that a commit fits and a name is free. */
  async function freshSamples(operation: OperationId): Promise<Samples> {
    const profile = await createProfile(client)
    ids = { ...ids, profile }
    // In an import the branch main has no head, so its only version must belong to a deleted branch.
    const branchId = operation === 'importProfile' ? 'deleted' : 'main'
    return { ...samples, branchId, profile_id: profile, profileId: profile, id: randomUUID(), name: randomUUID() }
  }

  async function ask(operation: OperationId, part: 'query' | 'body', value: unknown): Promise<Answer> {
    const keyed = operationRequests(ids, 'Plain').find((one) => one.operation === operation)
    const request = keyed ?? { route: routes[operation], path: routes[operation].path, body: undefined }
    const [path = ''] = request.path.split('?')
    const search = new URLSearchParams(value as Record<string, string>)
    const target = part === 'query' ? `${path}?${search}` : request.path
    const headers = { prefer: 'respond-async', 'content-type': 'application/json' }
    const raw = typeof value === 'string' ? value : JSON.stringify(part === 'query' ? request.body : value)
    const answer = await client.call(request.route.method, target, { headers, ...(raw !== undefined && { raw }) })
    expect(answer.status, answer.text.slice(0, 500)).toBeLessThan(500)
    return answer
  }

  const small = limited.flatMap(([id, , schemas]) =>
    sizedInputs(schemas, {}).flatMap(({ isLarge }, i) => (isLarge ? [] : [{ id, i }])),
  )
  const large = limited.flatMap(([id, , schemas]) =>
    sizedInputs(schemas, {}).flatMap(({ isLarge }, i) => (isLarge ? [{ id, i }] : [])),
  )

  async function expectLimit({ id, i }: { readonly id: OperationId; readonly i: number }): Promise<void> {
    const input = sizedInputs(operations[id], await freshSamples(id))[i]
    if (!input) throw new Error('the limits changed')
    const answer = await ask(id, input.part, input.make())
    const said = `${id} ${nameOf(input)}: ${answer.text.slice(0, 500)}`
    const base = input.part === 'query' ? '/query' : ''
    const errors: readonly { path: string; message: string }[] = answer.body?.errors ?? []
    const here = errors.filter(({ path }) => isAt(base + input.pointer, path))
    if (input.isAllowed) {
      // It may be refused for its content, such as an unknown cursor, but not for its size.
      expect(here.filter(({ message }) => /\d/.test(message)).length, said).toBe(0)
      if (input.isLarge) expect(answer.status, said).toBe(routes[id].status)
      return
    }
    expect([answer.status, answer.body.code, here.length > 0], said).toEqual([400, 'invalid_request', true])
  }

  const sampled = <Case>(cases: readonly Case[], numRuns: number, check: (one: Case) => Promise<void>) =>
    fc.assert(fc.asyncProperty(fc.constantFrom(...cases), check), { numRuns: numRuns * runsFactor, endOnFailure: true })

  it(
    'a value at its limit is accepted, and one past it is refused with its path',
    async () => {
      await sampled(small, 60, expectLimit)
      await expectReady()
    },
    300_000 * runsFactor,
  )

  it(
    'a list of thousands is accepted',
    async () => {
      await sampled(large, 1, expectLimit)
      await expectReady()
    },
    300_000 * runsFactor,
  )

  const bodies = rows.flatMap(([id, route, schemas]) =>
    sizedBodies(id, route, schemas, {}).map(({ limit, bytesMax }, i) => ({ id, i, limit, bytesMax })),
  )
  const isHeavy = ({ limit }: (typeof bodies)[number]) =>
    /values|frames/.test(limit) || limit.includes(`${largeBodyBytesMax} `)

  async function expectBodyLimit({ id, i }: (typeof bodies)[number]): Promise<void> {
    const body = sizedBodies(id, routes[id], operations[id], await freshSamples(id))[i]
    if (!body) throw new Error('the limits changed')
    const allowed = await ask(id, 'body', body.allowed())
    expect(allowed.body?.code, `${id} ${body.limit}: ${allowed.text.slice(0, 500)}`).not.toBe(body.code)
    const past = await ask(id, 'body', body.past())
    expect(past.body.code, `${id} past ${body.limit}: ${past.text.slice(0, 500)}`).toBe(body.code)
    expect(past.body.detail).toMatch(/\d/)
  }

  // The size of a body is checked before the store is queried.
  it.runIf(engine === 'sqlite')(
    'a body at its limit is accepted, and a larger one is refused',
    async () => {
      await sampled(
        bodies.filter((one) => !isHeavy(one)),
        8,
        expectBodyLimit,
      )
      await sampled(bodies.filter(isHeavy), 1, expectBodyLimit)
      await expectReady()
    },
    300_000 * runsFactor,
  )

  async function expectReady(): Promise<void> {
    expect((await client.call('GET', '/readyz')).body).toEqual({ status: 'ready' })
  }
})

/** Whether an error at `place` is about the value at `pointer`: a union reports only its member. */
function isAt(pointer: string, place: string): boolean {
  return place !== '' && place !== '/query' && (pointer === place || pointer.startsWith(`${place}/`))
}

function nameOf({ part, pointer, limit, isAllowed }: SizedInput): string {
  return `${part} ${pointer}: ${limit} ${isAllowed ? 'is taken' : 'is held'}`
}
