import fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import type { Answer } from '../harness/answer.ts'
import type { Client } from '../harness/client.ts'
import { engines } from '../harness/service.ts'
import { useService } from '../harness/use-service.ts'
import { type OperationRequest, requestsNaming, send, tenantRequests, unknownIds } from './operation-requests.ts'
import { createPlayer, type Player, type PlayWish, playWish } from './player.ts'
import { runsFactor } from './runs.ts'
import { createTenant, mentions, readAll, type Tenant } from './tenant.ts'

const plays = fc.array(playWish, { minLength: 10, maxLength: 22, size: 'max' })

describe.each(engines)('isolation on %s', (engine) => {
  const service = useService(engine, { PALATE_WEBHOOK_RETRY_MS: '1', PALATE_ALLOW_PRIVATE_NETWORK: '127.0.0.0/8' })

  const accountPlayer = async () => createPlayer(service.as(await service.newAccount()), 'studio', 'same-')

  async function scopedKey(owner: Client, projectId: string): Promise<Client> {
    const { status, body } = await owner.call('POST', '/api/api-keys', { body: { name: 'Scoped', projectId } })
    expect(status).toBe(201)
    return service.as(body.key)
  }
  const projectPlayer = async (owner: Client, projectId: string) =>
    createPlayer(await scopedKey(owner, projectId), projectId, `${projectId}-`)

  it(
    'two accounts doing random things, each with the ids of the other, see what each would see alone',
    async () => {
      await fc.assert(
        fc.asyncProperty(plays, plays, async (first, second) => {
          const [anna, ben] = [await accountPlayer(), await accountPlayer()]
          await Promise.all([playAgainst(anna, ben, first), playAgainst(ben, anna, second)])
          expect(anna.transcript).toEqual(await transcriptAlone(await accountPlayer(), first))
          expect(ben.transcript).toEqual(await transcriptAlone(await accountPlayer(), second))
        }),
        { numRuns: 2 * runsFactor, endOnFailure: true },
      )
    },
    300_000 * runsFactor,
  )

  it(
    'two keys of two projects of one account see what each would see alone',
    async () => {
      await fc.assert(
        fc.asyncProperty(plays, plays, async (first, second) => {
          const owner = service.as(await service.newAccount())
          const [red, blue] = [await projectPlayer(owner, 'red'), await projectPlayer(owner, 'blue')]
          await Promise.all([playAgainst(red, blue, first), playAgainst(blue, red, second)])
          await expectForbidden(red.client, 'blue')
          await expectForbidden(blue.client, 'red')
          const alone = async (project: string) => projectPlayer(service.as(await service.newAccount()), project)
          expect(red.transcript).toEqual(await transcriptAlone(await alone('red'), first))
          expect(blue.transcript).toEqual(await transcriptAlone(await alone('blue'), second))
        }),
        { numRuns: 2 * runsFactor, endOnFailure: true },
      )
    },
    300_000 * runsFactor,
  )

  describe('of every operation in the route table', () => {
    let tenant: Tenant
    let owner: Client
    let before: Awaited<ReturnType<typeof readAll>>
    beforeAll(async () => {
      owner = service.as(await service.newAccount())
      tenant = await createTenant(await scopedKey(owner, 'red'), 'red')
      before = await readAll(tenant)
    })

    it("another account's key gets the same responses as if the tenant did not exist", async () => {
      const stranger = service.as(await service.newAccount())
      const pairs = requestsNaming(tenant.ids, unknownIds('red'))
      for (const pair of pairs) await expectSameAnswer(stranger, pair)
      const tested = new Set(pairs.map(({ request }) => request.operation))
      const untested = tenantRequests(tenant.ids, 'Another').filter(({ operation }) => !tested.has(operation))
      expect(untested.filter(({ route }) => route.path.includes(':'))).toEqual([])
      for (const request of untested) await expectSilence(stranger, request)
    })

    it("so does another project's key of the same account, and it may not name the project", async () => {
      const stranger = await scopedKey(owner, 'blue')
      for (const pair of requestsNaming(tenant.ids, unknownIds('red'))) {
        const namesProject = /"?project(?:Id|s)\W+red/.test(`${pair.request.path} ${JSON.stringify(pair.request.body)}`)
        await expectSameAnswer(stranger, pair, namesProject ? 403 : undefined)
      }
      await expectForbidden(stranger, 'red')
      for (const request of tenantRequests({ ...tenant.ids, project: 'blue' }, 'Another')) {
        await expectSilence(stranger, request)
      }
    })

    it('the tenant keeps everything and can use each operation', async () => {
      expect(await readAll(tenant)).toEqual(before)
      const requests = tenantRequests(tenant.ids, 'Mine').toReversed()
      // Deletions come last, but an annotation is removed before all of them are discarded.
      const rank = ({ route, operation }: OperationRequest) =>
        route.method === 'DELETE' ? 1 + Number(operation !== 'removeAnnotation') : 0
      for (const request of requests.toSorted((a, b) => rank(a) - rank(b))) {
        const { status, text } = await send(tenant.client, request)
        expect(status, `${request.operation}: ${text}`).toBe(request.route.status)
      }
    })

    async function expectSilence(stranger: Client, request: OperationRequest): Promise<void> {
      const { text } = await send(stranger, request)
      expect(mentions(text, tenant), `${request.operation}: ${text}`).toBe(false)
    }
  })

  it('a request with a foreign id counts for the key that made it and for no other', async () => {
    const [anna, ben] = [await accountPlayer(), await accountPlayer()]
    await anna.play({ kind: 'create', a: 0, b: 0 })
    for (let i = 0; i < 5; i++) await expectUnknown(ben, anna, i)
    const { keys } = (await anna.client.call('GET', '/api/api-keys')).body
    expect(keys.map((one: { usageCount: number }) => one.usageCount)).toEqual([anna.requests() + 1])
  })

  it('the same idempotency key, project and name in two accounts are independent', async () => {
    const ask = { body: { projectId: 'studio', name: 'Same' }, headers: { 'idempotency-key': 'same' } }
    const [anna, ben] = [await accountPlayer(), await accountPlayer()]
    const answers = [
      await anna.client.call('POST', '/v1/profiles', ask),
      await ben.client.call('POST', '/v1/profiles', ask),
    ]
    expect(answers.map(({ status }) => status)).toEqual([201, 201])
    expect(answers[0]?.body.id).not.toBe(answers[1]?.body.id)
    expect(answers[1]?.headers.get('idempotency-replayed')).toBe(null)
  })
})

/** Takes steps, and after each tries to reach the other player's data. */
async function playAgainst(player: Player, other: Player, wishes: readonly PlayWish[]): Promise<void> {
  for (const [turn, wish] of wishes.entries()) {
    await player.play(wish)
    await expectUnknown(player, other, turn)
  }
  await player.lookAround()
}

async function transcriptAlone(player: Player, wishes: readonly PlayWish[]): Promise<readonly unknown[]> {
  for (const wish of wishes) await player.play(wish)
  await player.lookAround()
  return player.transcript
}

/** A request with the other's id gets exactly the response of an id that never existed. */
async function expectUnknown({ client, projectId }: Player, other: Player, turn: number): Promise<void> {
  const [profile, key] = [other.profiles.at(-1), other.keys.at(-1)]
  const nobody = unknownIds(projectId)
  const pairs = requestsNaming({ ...nobody, ...(profile && { profile }), ...(key && { key }) }, nobody)
  const pair = pairs[turn % Math.max(1, pairs.length)]
  if (pair) await expectSameAnswer(client, pair)
}

interface Pair {
  readonly request: OperationRequest
  readonly other: OperationRequest
}

/** The resource does not exist for the client: 404 in a path, 422 in a body. A list filtered by it is empty. */
async function expectSameAnswer(client: Client, { request, other }: Pair, status?: number): Promise<void> {
  const [answer, expected] = [await send(client, request), await send(client, other)]
  expect(comparable(answer, request), request.operation).toEqual(comparable(expected, other))
  const isRead = request.route.method === 'GET' && !request.route.path.includes(':')
  const isNamedInBody = request.operation === 'createProfile'
  // A tool that fails is a result, which says so.
  if (request.operation === 'callMcp') return expect(answer.text).toContain('"isError":true')
  const refusals = status === undefined ? [isNamedInBody ? 422 : 404, ...(isRead ? [200] : [])] : [status]
  expect(refusals, `${request.operation}: ${answer.text}`).toContain(answer.status)
}

/** Another project is forbidden in the same way, whether it has data or not. */
async function expectForbidden(client: Client, projectId: string): Promise<void> {
  const nobody = unknownIds(projectId)
  for (const pair of requestsNaming(nobody, { ...nobody, project: 'never' })) await expectSameAnswer(client, pair, 403)
}

/** Everything in a response that a client could compare, without ids and times. */
function comparable({ status, body, headers }: Answer, { path, body: sent }: OperationRequest) {
  const { requestId: _, detail = '', ...rest } = body ?? {}
  const own = ['x-request-id', 'date', 'x-ratelimit-remaining', 'x-ratelimit-reset', 'content-length']
  const said = [...headers].filter(([name]) => !own.includes(name))
  const named = `${path} ${JSON.stringify(sent)}`.match(/\w+_[0-9a-f]{32}|(?<=project(?:Id|s)\W+)[\w-]+/g) ?? []
  return { status, ...rest, detail: named.reduce((text, id) => text.replaceAll(id, 'ID'), detail), headers: said }
}
