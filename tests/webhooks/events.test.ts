import { eventBytesMax, eventTypes } from '@palate/core/webhooks/events.ts'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Client } from '../harness/client.ts'
import { expectInvalidAt, expectProblem } from '../harness/problem.ts'
import {
  change,
  commit,
  commitChain,
  createBranch,
  createProfile,
  merge,
  patch,
  stateOf,
  succeed,
  version,
} from '../profiles/profile-requests.ts'
import { pixel } from '../properties/operation-requests.ts'
import { answer, createShare } from '../shares/share-requests.ts'
import { openOtherProcess } from './other-process.ts'
import { answer as answerWith, type Receiver, startReceiver } from './receiver.ts'
import { createWebhook, events, sendTest, settled, useWebhookService } from './webhook-requests.ts'

describe('events', () => {
  const service = useWebhookService('sqlite')
  let client: Client
  beforeEach(async () => {
    client = service.as(await service.newAccount())
  })

  /** The events of a profile, oldest first, without what all events have in common. */
  async function told(profileId: string) {
    const all = await events(client)
    const own = all.filter(({ data }) => data.profileId === profileId).toReversed()
    return own.map(({ type, data: { profileId: _, author: __, ...data } }) => ({ type, ...data }))
  }
  const typesTold = async (id: string) => (await told(id)).map(({ type }) => type)

  test('a commit sends profile.updated with its changes, profile.committed and annotation.completed', async () => {
    const id = await createProfile(client, { name: 'Calm' })
    await commit(client, id, { id: 'v1', snapshot: stateOf({ a: 1, b: 2 }) })
    const [created, updated, committed, completed, ...rest] = await told(id)
    expect(rest).toEqual([])
    expect(created).toMatchObject({ type: 'profile.created', name: 'Calm' })
    expect(updated).toMatchObject({ type: 'profile.updated', name: 'Calm', changes: ['versions', 'branches'] })
    expect(committed).toMatchObject({
      type: 'profile.committed',
      branchId: 'main',
      versionId: 'v1',
      parentVersionId: null,
      message: 'Commit v1',
      elements: { constraints: 2, exemplars: 0, comparisons: 0 },
    })
    expect(completed).toMatchObject({
      type: 'annotation.completed',
      versionId: 'v1',
      counts: { constraints: 2, exemplars: 0, comparisons: 0 },
      budget: { questions: { used: 0, total: 20 } },
    })
    await commit(client, id, { id: 'v2', parent: 'v1', snapshot: stateOf({ a: 'changed' }) })
    expect((await typesTold(id)).slice(4)).toEqual(['profile.updated', 'profile.committed'])
  })

  test('data.changes names what has changed, and a PATCH that changes nothing sends no event', async () => {
    const id = await createProfile(client, { name: 'first' })
    await patch(client, id, { name: 'second', seed: 'calm' })
    await change(client, id, { workingChanges: { constraints: [{ id: 'c' }] }, budget: { labels: { used: 3 } } })
    await patch(client, id, { effectiveSnapshot: { promptSummary: 'quiet' } })
    await patch(client, id, { name: 'second', profileData: { currentBranchId: 'main' } })
    const changes = (await told(id)).flatMap((event) => (event.changes ? [event.changes] : []))
    expect(changes).toEqual([['name', 'seed'], ['workingChanges', 'budget'], ['effectiveSnapshot']])
  })

  test('creating, switching to and deleting a branch send events', async () => {
    const id = await createProfile(client)
    await createBranch(client, id, { id: 'x', name: 'Try' })
    await change(client, id, { currentBranchId: 'x' })
    await change(client, id, { currentBranchId: 'main' })
    await client.call('DELETE', `/v1/profiles/${id}/branches/x`)
    const [, , branched, , there, , back, deleted] = await told(id)
    expect(branched).toMatchObject({
      type: 'profile.branch_created',
      branchId: 'x',
      branchName: 'Try',
      parentBranchId: 'main',
      headVersionId: null,
    })
    expect(there).toEqual({ type: 'profile.branch_switched', fromBranchId: 'main', toBranchId: 'x' })
    expect(back).toEqual({ type: 'profile.branch_switched', fromBranchId: 'x', toBranchId: 'main' })
    expect(deleted).toMatchObject({ type: 'profile.updated', changes: ['branches'] })
  })

  test('an event names the key that caused it', async () => {
    const { key, id: keyId } = (await client.call('POST', '/api/api-keys', { body: { name: 'Website' } })).body
    const website = service.as(key)
    const id = await createProfile(website)
    await change(website, id, { workingChanges: { constraints: [{ id: 'c' }] } })
    await change(client, id, { workingChanges: { constraints: [{ id: 'd' }] } })
    const all = (await events(client)).toReversed()
    const authors = all.filter(({ data }) => data.profileId === id).map(({ data }) => data.author)
    const first = all.find(({ type }) => type === 'api_key.created')?.data.author
    expect(first).toEqual({ keyId: expect.any(String), name: 'First key' })
    expect(authors).toEqual([{ keyId, name: 'Website' }, { keyId, name: 'Website' }, first])
  })

  test('a head that moves back is a rollback, one that moves forward again is not, a documented one is', async () => {
    const id = await createProfile(client)
    await commitChain(client, id, ['v1', 'v2', 'v3'])
    const moveTo = (headVersionId: string) => change(client, id, { branches: [{ id: 'main', headVersionId }] })
    await moveTo('v1')
    await moveTo('v3')
    await change(client, id, { versions: [version({ id: 'v4', parent: 'v2', snapshot: stateOf({ c: 'v2' }) })] })
    const rolledBack = (await told(id)).filter(({ type }) => type === 'profile.rolled_back')
    expect(rolledBack).toEqual([
      { type: 'profile.rolled_back', branchId: 'main', fromVersionId: 'v3', toVersionId: 'v1' },
      { type: 'profile.rolled_back', branchId: 'main', fromVersionId: 'v3', toVersionId: 'v2', documentedBy: 'v4' },
    ])
  })

  test('a merge sends an update, a commit and a merge event; a dry run sends none', async () => {
    const id = await createProfile(client)
    await commit(client, id, { id: 'v1' })
    await createBranch(client, id, { id: 'x' })
    await commit(client, id, { id: 'x1', parent: 'v1', branch: 'x', snapshot: stateOf({ c: 'v1', d: 'new' }) })
    const before = (await told(id)).length
    const sides = { sourceBranchId: 'x', targetBranchId: 'main' }
    await merge(client, id, { ...sides, dryRun: true })
    expect(await told(id)).toHaveLength(before)
    const { version: made } = (await merge(client, id, sides)).body
    const [updated, committed, completed, merged] = (await told(id)).slice(before)
    expect(updated).toMatchObject({ type: 'profile.updated', changes: ['versions', 'branches'] })
    expect(committed).toMatchObject({ type: 'profile.committed', versionId: made.id, mergedFrom: 'x1' })
    expect(completed).toMatchObject({ type: 'annotation.completed', mergedFrom: 'x1', counts: { constraints: 1 } })
    expect(merged).toEqual({
      type: 'profile.merged',
      ...sides,
      versionId: made.id,
      mergedFrom: 'x1',
      conflicts: 0,
    })
  })

  test('annotation.budget_reached is sent once, when a counter reaches its total', async () => {
    const id = await createProfile(client)
    for (const used of [49, 50, 51]) await change(client, id, { budget: { labels: { used } } })
    await change(client, id, { budget: { labels: { total: 60 } } })
    await change(client, id, { budget: { labels: { used: 60 }, questions: { used: 20 } } })
    const reached = (await told(id)).filter(({ type }) => type === 'annotation.budget_reached')
    expect(reached.map(({ counter, used, total }) => [counter, used, total])).toEqual([
      ['labels', 50, 50],
      ['questions', 20, 20],
      ['labels', 60, 60],
    ])
  })

  test('an import sends profile.created alone, a deletion profile.deleted', async () => {
    const id = await createProfile(client, { name: 'Source' })
    await commit(client, id, { id: 'v1' })
    const { body } = await client.call('GET', `/v1/profiles/${id}/export`)
    const copy = await client.call('POST', '/v1/profiles/import', { body: { ...body, name: 'Copy' } })
    await client.call('DELETE', `/v1/profiles/${copy.body.id}`)
    const [created, deleted, ...rest] = await told(copy.body.id)
    expect(created).toMatchObject({ type: 'profile.created', name: 'Copy' })
    expect([deleted, rest]).toEqual([{ type: 'profile.deleted', name: 'Copy' }, []])
  })

  test('creating, revoking and rotating keys send events, without the key', async () => {
    const { id, key, prefix } = (await client.call('POST', '/api/api-keys', { body: { name: 'CI', projectId: 'p' } }))
      .body
    const rotated = await client.call('POST', `/api/api-keys/rotate?id=${id}`, { body: { overlapSeconds: 60 } })
    await client.call('DELETE', `/api/api-keys?id=${rotated.body.id}`)
    const all = await events(client, '?type=api_key.*')
    expect(all.map(({ type, data }) => [type, data.id])).toEqual([
      ['api_key.revoked', rotated.body.id],
      ['api_key.revoked', id],
      ['api_key.created', rotated.body.id],
      ['api_key.created', id],
    ])
    expect(all[3]).toMatchObject({ projectId: 'p', data: { name: 'CI', prefix, projectId: 'p' } })
    expect(all[2].data.rotatedFrom).toBe(id)
    expect(all[1].data.rotatedTo).toBe(rotated.body.id)
    expect(Date.parse(all[1].data.revokedAt) - Date.parse(all[1].timestamp)).toBe(60_000)
    for (const secret of [key, rotated.body.key]) expect(JSON.stringify(all)).not.toContain(secret)
  })

  test('a refused change sends no event', async () => {
    const id = await createProfile(client)
    const before = (await events(client)).length
    await patch(client, id, { name: 'half', profileData: { versions: [version({ id: 'v1', parent: 'none' })] } })
    await patch(client, id, { name: 'half', profileData: { currentBranchId: 'none' } })
    await client.call('POST', '/v1/profiles', { body: { projectId: 'studio', name: '' } })
    expect(await events(client)).toHaveLength(before)
  })

  test('an idempotent repeat sends one event', async () => {
    const ask = { body: { projectId: 'studio', name: 'once' }, headers: { 'idempotency-key': 'k' } }
    await client.call('POST', '/v1/profiles', ask)
    await client.call('POST', '/v1/profiles', ask)
    expect((await events(client)).map(({ type }) => type)).toEqual(['profile.created'])
  })

  test('no event is larger than 20 kB, however long names, messages and seeds are', async () => {
    const long = (n: number) => '\u{1F3A8}'.repeat(n)
    const id = await createProfile(client, { name: long(255), seed: long(5000) })
    await patch(client, id, {
      name: `${long(254)}x`,
      seed: long(4999),
      profileData: {
        branches: [{ id: long(255), name: long(255) }],
        versions: [{ ...version({ id: long(255), branch: long(255) }), message: 'm'.repeat(300_000) }],
        currentBranchId: long(255),
        workingChanges: { constraints: Array.from({ length: 500 }, (_, i) => ({ id: `c${i}`, answer: long(50) })) },
      },
    })
    const all = await events(client)
    expect(all.length).toBeGreaterThanOrEqual(5)
    for (const event of all) expect(Buffer.byteLength(JSON.stringify(event))).toBeLessThan(eventBytesMax)
    const committed = all.find(({ type }) => type === 'profile.committed')
    expect(committed?.data.message).toBe('m'.repeat(200))
  })

  test('events are listed newest first, in pages, by type, by pattern and by project', async () => {
    const a = await createProfile(client, { projectId: 'a' })
    await createProfile(client, { projectId: 'b' })
    await patch(client, a, { name: 'renamed' })
    const all = await events(client)
    expect(all.map(({ type, projectId }) => [type, projectId])).toEqual([
      ['profile.updated', 'a'],
      ['profile.created', 'b'],
      ['profile.created', 'a'],
    ])
    expect(await events(client, '?type=profile.updated')).toEqual(all.slice(0, 1))
    expect(await events(client, '?type=profile.*')).toEqual(all)
    expect(await events(client, '?type=webhook.*')).toEqual([])
    expect(await events(client, '?projectId=b')).toEqual(all.slice(1, 2))
    const first = (await client.call('GET', '/v1/events?limit=2')).body
    expect(first.events).toEqual(all.slice(0, 2))
    const second = (await client.call('GET', `/v1/events?limit=2&cursor=${first.nextCursor}`)).body
    expect(second).toEqual({ events: all.slice(2) })
    for (const query of ['type=none', 'type=profile', 'type=none.*', 'cursor=x', 'cursor=hook_1', 'limit=0']) {
      expectInvalidAt(await client.call('GET', `/v1/events?${query}`), `/query/${query.split('=')[0]}`)
    }
  })

  test('GET /v1/event-types is the catalogue, and OpenAPI has each type among its webhooks with the same schema', async () => {
    const { eventTypes: listed } = (await client.call('GET', '/v1/event-types')).body
    expect(listed.map(({ type }: { type: string }) => type)).toEqual(eventTypes)
    const { webhooks, components } = (await client.call('GET', '/openapi.json')).body
    expect(Object.keys(webhooks)).toEqual(eventTypes)
    for (const { type, schema, description } of listed) {
      expect(description).toMatch(/.{10}/)
      const described = webhooks[type].post.requestBody.content['application/json'].schema
      expect(shapeOf(described, components.schemas)).toEqual(shapeOf(schema, components.schemas))
    }
    expectProblem(await client.call('GET', '/v1/event-types', { key: null }), 401, 'missing_api_key')
  })

  describe('every type', () => {
    let receiver: Receiver
    beforeEach(async () => {
      receiver = await startReceiver()
    })
    afterEach(() => receiver.stop())

    test('is sent as described by its schema', async () => {
      const ajv = new Ajv2020({ strict: true, allowUnionTypes: true, formats: { 'date-time': true } })
      const { eventTypes: listed } = (await client.call('GET', '/v1/event-types')).body
      const schemas = new Map(listed.map(({ type, schema }: { type: string; schema: object }) => [type, schema]))
      const { id: webhookId } = await createWebhook(client, receiver.url)
      await makeEverythingHappen(webhookId)
      const received = await receiver.waitFor(eventTypes.length)
      await settled(client, webhookId, 'delivered')
      expect(new Set(receiver.got.map(({ body }) => body.type))).toEqual(new Set(eventTypes))
      for (const { body } of received) {
        const isValid = ajv.validate(schemas.get(body.type) as object, body)
        expect([body.type, isValid, ajv.errors]).toEqual([body.type, true, null])
      }
    })

    async function makeEverythingHappen(webhookId: string) {
      const id = await createProfile(client)
      await commitChain(client, id, ['v1', 'v2'])
      await createBranch(client, id, { id: 'x', headVersionId: 'v1' })
      await commit(client, id, { id: 'x1', parent: 'v1', branch: 'x', snapshot: stateOf({ c: 'v1', d: 1 }) })
      await merge(client, id, { sourceBranchId: 'x', targetBranchId: 'main' })
      await change(client, id, { currentBranchId: 'x', budget: { questions: { used: 20 } } })
      await change(client, id, { branches: [{ id: 'main', headVersionId: 'v1' }] })
      const { id: keyId } = (await client.call('POST', '/api/api-keys', { body: { name: 'k' } })).body
      await client.call('DELETE', `/api/api-keys?id=${keyId}`)
      const { person, invitation } = (
        await client.call('POST', '/api/people', { body: { name: 'Ada', role: 'judge' } })
      ).body
      const code = new URL(invitation.url).hash.replace('#code=', '')
      succeed(await client.call('POST', '/api/session', { key: null, body: { code } }))
      await client.call('DELETE', `/api/people/${person.id}`)
      const gone = await startReceiver(answerWith(410))
      const { id: goneId } = await createWebhook(client, gone.url, { events: ['webhook.test'] })
      await sendTest(client, goneId)
      await sendTest(client, webhookId)
      await gone.waitFor(1)
      await gone.stop()
      const otherProcess = await openOtherProcess(service, webhookId)
      await otherProcess.noteBatch(id, { id: 'batch_1', total: 10, failed: 1 })
      const batch = {
        batch_id: 'batch_1',
        profile_id: id,
        version_id: null,
        status: 'completed',
        counts: { total: 10, succeeded: 9, failed: 1, canceled: 0 },
        created_at: new Date().toISOString(),
      }
      for (const type of ['score.batch_completed', 'score.batch_failed', 'score.batch_canceled'] as const) {
        await otherProcess.record({ type, projectId: 'studio', profileId: id, data: batch })
      }
      await otherProcess.close()
      const { path } = await createShare(client, { profileId: id, frames: [{ id: 'pixel', url: pixel }] })
      await answer(client, path, { author: 'Ann', 'decision-0': 'approve', done: '1' })
      await client.call('DELETE', `/v1/profiles/${id}`)
      await receiver.waitFor(1, 'webhook.disabled')
    }
  })
})

interface Schema {
  readonly $ref?: string
  readonly type?: unknown
  readonly const?: unknown
  readonly enum?: readonly unknown[]
  readonly required?: readonly string[]
  readonly properties?: Readonly<Record<string, Schema>>
  readonly items?: Schema
  readonly anyOf?: readonly Schema[]
  readonly oneOf?: readonly Schema[]
}

/** The members and types of a schema, with references resolved. */
function shapeOf({ $ref, ...schema }: Schema, named: Readonly<Record<string, Schema>>): object {
  if ($ref !== undefined) return shapeOf(named[$ref.replace('#/components/schemas/', '')] ?? {}, named)
  const { type, const: only, enum: values, required, properties = {}, items, anyOf = [], oneOf = [] } = schema
  return {
    type,
    only,
    values,
    required,
    members: Object.entries(properties).map(([name, member]) => [name, shapeOf(member, named)]),
    items: items && shapeOf(items, named),
    options: [...anyOf, ...oneOf].map((option) => shapeOf(option, named)),
  }
}
