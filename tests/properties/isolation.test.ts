import { randomBytes } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Answer, Client } from '../harness/client.ts'
import { engines } from '../harness/service.ts'
import { useService } from '../harness/use-service.ts'
import { version } from '../profiles/steps.ts'
import { createPlayer, type Player, type PlayWish, playWish } from './player.ts'

const plays = fc.array(playWish, { minLength: 10, maxLength: 22, size: 'max' })

describe.each(engines)('isolation on %s', (engine) => {
  const service = useService(engine)

  const accountPlayer = async () => createPlayer(service.as(await service.newAccount()), 'studio', 'same-')

  async function scopedKey(owner: Client, projectId: string): Promise<Client> {
    const { status, body } = await owner.call('POST', '/api/api-keys', { body: { name: 'Scoped', projectId } })
    expect(status).toBe(201)
    return service.as(body.key)
  }
  const projectPlayer = async (owner: Client, projectId: string) =>
    createPlayer(await scopedKey(owner, projectId), projectId, `${projectId}-`)

  it('two accounts doing random things, each with the ids of the other, see what each would see alone', async () => {
    await fc.assert(
      fc.asyncProperty(plays, plays, async (first, second) => {
        const [anna, ben] = [await accountPlayer(), await accountPlayer()]
        await Promise.all([playAgainst(anna, ben, first), playAgainst(ben, anna, second)])
        expect(anna.transcript).toEqual(await transcriptAlone(await accountPlayer(), first))
        expect(ben.transcript).toEqual(await transcriptAlone(await accountPlayer(), second))
      }),
      { numRuns: 6, endOnFailure: true },
    )
  }, 120_000)

  it('two keys of two projects of one account, the same', async () => {
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
      { numRuns: 6, endOnFailure: true },
    )
  }, 120_000)

  it('a request with a foreign id counts for the key that made it and for no other', async () => {
    const [anna, ben] = [await accountPlayer(), await accountPlayer()]
    await anna.play({ kind: 'create', a: 0, b: 0 })
    for (let i = 0; i < 5; i++) await expectUnknown(ben.client, anna, i)
    const { keys } = (await anna.client.call('GET', '/api/api-keys')).body
    expect(keys.map((one: { usageCount: number }) => one.usageCount)).toEqual([anna.requests() + 1])
  })

  it('the same idempotency key, project and name in two accounts never meet', async () => {
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
    await expectUnknown(player.client, other, turn)
  }
  await player.lookAround()
}

async function transcriptAlone(player: Player, wishes: readonly PlayWish[]): Promise<readonly unknown[]> {
  for (const wish of wishes) await player.play(wish)
  await player.lookAround()
  return player.transcript
}

/** A request with the other's id gets exactly the answer that an id that never existed gets. */
async function expectUnknown(client: Client, other: Player, turn: number): Promise<void> {
  const profile = other.profiles.at(-1)
  const key = other.keys.at(-1)
  const nobody = randomBytes(16).toString('hex')
  const asks = [
    ...(profile ? profileAsks : []).map((ask) => [ask, profile, `prof_${nobody}`] as const),
    ...(key ? keyAsks : []).map((ask) => [ask, key, `key_${nobody}`] as const),
  ]
  const ask = asks[turn % Math.max(1, asks.length)]
  if (!ask) return
  const [[method, path, body], foreign = '', unknown] = ask
  const send = (id: string) => client.call(method, path.replace('ID', id), { body })
  const [answer, expected] = [await send(foreign), await send(unknown)]
  expect(expected.status).toBe(404)
  expect(comparable(answer)).toEqual(comparable(expected))
}

/** Another project is forbidden in the same way, whether it has data or not. */
async function expectForbidden(client: Client, projectId: string): Promise<void> {
  for (const [method, path, body] of projectAsks) {
    const send = (project: string) =>
      client.call(method, path.replace('ID', project), { body: body && { ...body, projectId: project } })
    const [answer, expected] = [await send(projectId), await send('never')]
    expect(expected.status).toBe(403)
    expect(comparable(answer, projectId)).toEqual(comparable(expected, 'never'))
  }
}

type AskForm = readonly [method: string, path: string, body?: object]
const commit = { profileData: { versions: [version({ id: 'stolen' })], workingChanges: { constraints: [] } } }
const profileAsks: readonly AskForm[] = [
  ['GET', '/v1/profiles/ID'],
  ['GET', '/v1/profiles/ID?snapshots=omit'],
  ['PATCH', '/v1/profiles/ID', { name: 'Stolen' }],
  ['PATCH', '/v1/profiles/ID', {}],
  ['PATCH', '/v1/profiles/ID', commit],
  ['DELETE', '/v1/profiles/ID'],
  ['GET', '/v1/profiles/ID/export'],
  ['GET', '/v1/profiles/ID/versions'],
  ['GET', '/v1/profiles/ID/versions?branchId=main'],
  ['GET', '/v1/profiles/ID/versions/v0'],
  ['GET', '/v1/profiles/ID/diff?from=main&to=working'],
  ['POST', '/v1/profiles/ID/merge', { sourceBranchId: 'b0', targetBranchId: 'main' }],
  ['DELETE', '/v1/profiles/ID/branches/b0'],
]
const keyAsks: readonly AskForm[] = [
  ['DELETE', '/api/api-keys?id=ID'],
  ['POST', '/api/api-keys/rotate?id=ID', {}],
]
const projectAsks: readonly AskForm[] = [
  ['GET', '/v1/profiles?projectId=ID'],
  ['POST', '/v1/profiles', { name: 'Stolen' }],
  ['GET', '/api/api-keys?projectId=ID'],
  ['POST', '/api/api-keys', { name: 'Stolen' }],
]

/** Everything in an answer that a client could compare, without ids and times. */
function comparable({ status, body, headers }: Answer, projectId = 'nowhere') {
  const { requestId: _, detail, ...rest } = body
  const own = ['x-request-id', 'date', 'x-ratelimit-remaining', 'x-ratelimit-reset', 'content-length']
  const said = [...headers].filter(([name]) => !own.includes(name))
  return { status, ...rest, detail: detail.replace(projectId, 'PROJECT'), headers: said }
}
