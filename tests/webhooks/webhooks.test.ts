import { webhooksPerAccountMax } from '@palate/core/webhooks/schema.ts'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Client } from '../harness/client.ts'
import { expectInvalidAt, expectProblem } from '../harness/problem.ts'
import { engines, startService } from '../harness/service.ts'
import { createProfile } from '../profiles/profile-requests.ts'
import { openOtherProcess } from './other-process.ts'
import { type Receiver, startReceiver } from './receiver.ts'
import {
  createWebhook,
  deadLetters,
  deliveries,
  events,
  sendTest,
  settled,
  useWebhookService,
} from './webhook-requests.ts'

describe.each(engines)('webhooks on %s', (engine) => {
  const service = useWebhookService(engine)
  let client: Client
  let receiver: Receiver
  beforeEach(async () => {
    receiver = await startReceiver()
    client = service.as(await service.newAccount())
  })
  afterEach(() => receiver.stop())

  const create = (body: unknown, headers = {}) => client.call('POST', '/v1/webhooks', { body, headers })

  test('a webhook is created, read, listed, changed and deleted', async () => {
    const made = await create({ url: receiver.url, events: ['profile.*'], description: 'CI' })
    const { secret, ...webhook } = made.body
    expect(made.status).toBe(201)
    expect(made.headers.get('location')).toBe(`/v1/webhooks/${webhook.id}`)
    expect(webhook).toEqual({
      id: expect.stringMatching(/^hook_[0-9a-f]{32}$/),
      url: receiver.url,
      events: ['profile.*'],
      description: 'CI',
      status: 'enabled',
      createdAt: webhook.updatedAt,
      updatedAt: expect.stringMatching(/Z$/),
    })
    expect(secret).toMatch(/^whsec_/)
    const path = `/v1/webhooks/${webhook.id}`
    expect((await client.call('GET', path)).body).toEqual(webhook)
    expect((await client.call('GET', '/v1/webhooks')).body).toEqual({ webhooks: [webhook] })
    const changed = await client.call('PATCH', path, { body: { events: ['*'], description: null } })
    const { description: _, updatedAt: __, ...rest } = webhook
    expect(changed.body).toEqual({ ...rest, events: ['*'], updatedAt: expect.stringMatching(/Z$/) })
    expect((await client.call('GET', path)).body).toEqual(changed.body)
    expect((await client.call('DELETE', path)).body).toEqual({ success: true })
    expectProblem(await client.call('GET', path), 404, 'webhook_not_found')
    expectProblem(await client.call('DELETE', path), 404, 'webhook_not_found')
    expect((await client.call('GET', '/v1/webhooks')).body).toEqual({ webhooks: [] })
  })

  test('lists are newest first, in pages', async () => {
    const ids: string[] = []
    for (let i = 0; i < 3; i++) ids.unshift((await createWebhook(client, receiver.url)).id)
    const first = (await client.call('GET', '/v1/webhooks?limit=2')).body
    const second = (await client.call('GET', `/v1/webhooks?limit=2&cursor=${first.nextCursor}`)).body
    expect([...first.webhooks, ...second.webhooks].map(({ id }) => id)).toEqual(ids)
    expect(second.nextCursor).toBe(undefined)
    expectInvalidAt(await client.call('GET', '/v1/webhooks?cursor=none'), '/query/cursor')
  })

  test('errors in a webhook are reported with their path', async () => {
    const url = receiver.url
    expectInvalidAt(await create({ url }), '/events')
    expectInvalidAt(await create({ events: ['*'] }), '/url')
    expectInvalidAt(await create({ url, events: [] }), '/events')
    expectInvalidAt(await create({ url, events: ['*', 'profile.none'] }), '/events/1')
    expectInvalidAt(await create({ url, events: ['profile'] }), '/events/0')
    expectInvalidAt(await create({ url, events: ['none.*'] }), '/events/0')
    expectInvalidAt(await create({ url, events: Array(51).fill('*') }), '/events')
    expectInvalidAt(await create({ url: `${url}${'x'.repeat(2048)}`, events: ['*'] }), '/url')
    expectInvalidAt(await create({ url, events: ['*'], description: 'x'.repeat(1001) }), '/description')
    const { id } = await createWebhook(client, url)
    const path = `/v1/webhooks/${id}`
    expectInvalidAt(await client.call('PATCH', path, { body: { status: 'paused' } }), '/status')
    expectInvalidAt(
      await client.call('POST', `${path}/rotate-secret`, { body: { overlapSeconds: 30 * 24 * 3600 + 1 } }),
      '/overlapSeconds',
    )
  })

  test('a URL that is not public is refused on creation and on change', async () => {
    const guarded = await startService(engine, {})
    const ask = (url: string) => guarded.call('POST', '/v1/webhooks', { body: { url, events: ['*'] } })
    const wrong = [
      'http://127.0.0.1/',
      'http://[::1]:80/',
      'http://localhost:8080/x',
      'http://a.localhost/',
      'http://10.1.2.3/',
      'http://169.254.169.254/latest',
      'http://2130706433/',
      'http://0x7f.1/',
      'http://[::ffff:10.0.0.1]/',
      'http://user:pass@93.184.215.14/',
      'ftp://93.184.215.14/',
      'nonsense',
    ]
    for (const url of wrong) expectProblem(await ask(url), 422, 'url_forbidden')
    const good = await ask('https://93.184.215.14/hook')
    expect(good.status).toBe(201)
    const changing = await guarded.call('PATCH', `/v1/webhooks/${good.body.id}`, { body: { url: wrong[0] } })
    expectProblem(changing, 422, 'url_forbidden')
    await guarded.stop()
  })

  test('a URL that is no longer allowed is refused on a test', async () => {
    const { id } = await createWebhook(client, receiver.url)
    const strict = await startService(engine, {}, service.home)
    expectProblem(await strict.as(client.key).call('POST', `/v1/webhooks/${id}/test`), 422, 'url_forbidden')
    expect(receiver.got).toEqual([])
    await strict.stop()
  })

  test('the secret is in the response of the creation and the rotation, and nowhere else', async () => {
    const headers = { 'idempotency-key': 'make' }
    const body = { url: receiver.url, events: ['*'] }
    const first = await create(body, headers)
    const again = await create(body, headers)
    const { secret, ...record } = first.body
    expect(again.body).toEqual(record)
    expect(again.headers.get('idempotency-replayed')).toBe('true')
    const rotation = { headers: { 'idempotency-key': 'rotate' }, body: {} }
    const rotate = () => client.call('POST', `/v1/webhooks/${record.id}/rotate-secret`, rotation)
    const { secret: second, ...rotated } = (await rotate()).body
    expect(second).toMatch(/^whsec_/)
    expect(rotated).toEqual({ ...record, updatedAt: rotated.updatedAt })
    expect(rotated.updatedAt > record.updatedAt).toBe(true)
    expect((await rotate()).body).toEqual(rotated)
    expect((await client.call('GET', `/v1/webhooks/${record.id}`)).body).toEqual(rotated)
    await sendTest(client, record.id)
    await settled(client, record.id, 'delivered')
    const shown = [
      await client.call('GET', '/v1/webhooks'),
      await client.call('GET', `/v1/webhooks/${record.id}`),
      await client.call('PATCH', `/v1/webhooks/${record.id}`, { body: { description: 'x' } }),
      await client.call('GET', `/v1/webhooks/${record.id}/deliveries`),
      await client.call('GET', '/v1/events'),
    ]
    for (const { text } of [again, ...shown]) {
      for (const one of [secret, second]) expect(text).not.toContain(one.slice(6))
      expect(text).not.toContain('whsec_')
    }
    for (const { text } of receiver.got) expect(text).not.toContain(secret.slice(6))
  })

  test('a webhook gets the event types that it subscribes to, by name, by pattern, or all', async () => {
    const others = await Promise.all([startReceiver(), startReceiver()])
    await createWebhook(client, receiver.url, { events: ['profile.updated', 'webhook.*'] })
    const all = await createWebhook(client, others[0]?.url ?? '', { events: ['profile.*', '*'] })
    await createWebhook(client, others[1]?.url ?? '', { events: ['api_key.*'] })
    const id = await createProfile(client)
    await client.call('PATCH', `/v1/profiles/${id}`, { body: { name: 'new' } })
    await sendTest(client, all.id)
    await others[0]?.waitFor(3)
    expect((await receiver.waitFor(1)).map(({ body }) => body.type)).toEqual(['profile.updated'])
    expect(others[0]?.got.map(({ body }) => body.type).toSorted()).toEqual([
      'profile.created',
      'profile.updated',
      'webhook.test',
    ])
    expect(others[1]?.got).toEqual([])
    for (const other of others) await other.stop()
  })

  test('a test event goes to that webhook alone, whatever it subscribes to', async () => {
    const mine = await createWebhook(client, receiver.url, { events: ['api_key.created'] })
    const bystander = await createWebhook(client, receiver.url)
    const delivery = await sendTest(client, mine.id)
    expect(delivery).toMatchObject({ webhookId: mine.id, eventType: 'webhook.test', status: 'pending', attempts: [] })
    const [received] = await receiver.waitFor(1)
    expect(received?.body).toMatchObject({ id: delivery.eventId, projectId: null, data: { webhookId: mine.id } })
    await settled(client, mine.id, 'delivered')
    expect(await deliveries(client, bystander.id)).toEqual([])
  })

  test('a disabled webhook gets nothing until it is enabled again', async () => {
    const other = await startReceiver()
    const witness = await createWebhook(client, other.url, { events: ['webhook.disabled'] })
    const { id } = await createWebhook(client, receiver.url)
    const set = (status: string) => client.call('PATCH', `/v1/webhooks/${id}`, { body: { status } })
    expect((await set('disabled')).body).toMatchObject({ status: 'disabled', disabledReason: 'requested' })
    expectProblem(await client.call('POST', `/v1/webhooks/${id}/test`), 409, 'webhook_disabled')
    await createProfile(client)
    const [told] = await other.waitFor(1)
    expect(told?.body.data).toMatchObject({ webhookId: id, url: receiver.url, reason: 'requested' })
    const enabled = (await set('enabled')).body
    expect([enabled.status, enabled.disabledReason]).toEqual(['enabled', undefined])
    await createProfile(client, { name: 'after' })
    const [received] = await receiver.waitFor(1)
    expect(received?.body.data.name).toBe('after')
    expect(await deliveries(client, id)).toHaveLength(1)
    expect(await deliveries(client, witness.id)).toHaveLength(1)
    await other.stop()
  })

  test("a project's key reads, creates and receives only what belongs to the project", async () => {
    const { key } = (await client.call('POST', '/api/api-keys', { body: { name: 'a', projectId: 'a' } })).body
    const limited = client.as(key)
    const wide = await createWebhook(client, receiver.url)
    const foreign = await createWebhook(client, receiver.url, { projectId: 'b' })
    const forbidden = { url: receiver.url, events: ['*'], projectId: 'b' }
    expectProblem(await limited.call('POST', '/v1/webhooks', { body: forbidden }), 403, 'project_forbidden')
    expectProblem(await limited.call('GET', '/v1/webhooks?projectId=b'), 403, 'project_forbidden')
    expectProblem(await limited.call('GET', '/v1/events?projectId=b'), 403, 'project_forbidden')
    const own = await createWebhook(limited, receiver.url)
    expect(own.projectId).toBe('a')
    expect((await limited.call('GET', '/v1/webhooks')).body.webhooks.map(({ id }: { id: string }) => id)).toEqual([
      own.id,
    ])
    const delivery = await sendTest(client, foreign.id)
    for (const [method, path] of [
      ['GET', `/v1/webhooks/${foreign.id}`],
      ['PATCH', `/v1/webhooks/${wide.id}`],
      ['DELETE', `/v1/webhooks/${wide.id}`],
      ['POST', `/v1/webhooks/${wide.id}/rotate-secret`],
      ['POST', `/v1/webhooks/${foreign.id}/test`],
      ['GET', `/v1/webhooks/${foreign.id}/deliveries`],
    ] as const) {
      const body = method === 'GET' || method === 'DELETE' ? {} : { body: {} }
      expectProblem(await limited.call(method, path, body), 404, 'webhook_not_found')
    }
    const one = `/v1/webhooks/deliveries/${delivery.id}`
    expectProblem(await limited.call('GET', one), 404, 'delivery_not_found')
    expectProblem(await limited.call('POST', `${one}/replay`), 404, 'delivery_not_found')

    await createProfile(client, { projectId: 'a', name: 'in a' })
    await createProfile(client, { projectId: 'b', name: 'in b' })
    await settled(client, wide.id, 'delivered')
    await settled(client, own.id, 'delivered')
    const names = (await events(limited)).map(({ projectId, data }) => [projectId, data.name])
    expect(names).toEqual([
      ['a', 'in a'],
      ['a', 'a'],
    ])
    expect((await deliveries(client, own.id)).map(({ eventType }) => eventType)).toEqual(['profile.created'])
    expect((await deliveries(client, foreign.id)).map(({ eventType }) => eventType)).toEqual([
      'profile.created',
      'webhook.test',
    ])
  })

  test("another account's webhooks, deliveries and events do not exist", async () => {
    const { id } = await createWebhook(client, receiver.url)
    const delivery = await sendTest(client, id)
    const stranger = service.as(await service.newAccount())
    await createWebhook(stranger, receiver.url, { projectId: 'studio' })
    await createProfile(stranger, { name: 'theirs' })
    const [first] = await receiver.waitFor(2)
    expect(first).toBeDefined()
    expect((await events(client)).map(({ type }) => type)).toEqual(['webhook.test'])
    expect((await events(stranger)).map(({ type }) => type)).toEqual(['profile.created'])
    expect(await deadLetters(stranger)).toEqual([])
    expectProblem(await stranger.call('GET', `/v1/webhooks/${id}`), 404, 'webhook_not_found')
    expectProblem(await stranger.call('GET', `/v1/webhooks/${id}/deliveries`), 404, 'webhook_not_found')
    expectProblem(await stranger.call('GET', `/v1/webhooks/deliveries/${delivery.id}`), 404, 'delivery_not_found')
    expectProblem(
      await stranger.call('DELETE', `/v1/webhooks/dead-letters/${delivery.id}`),
      404,
      'dead_letter_not_found',
    )
    expect(await deliveries(client, id)).toHaveLength(1)
  })

  test(`an account has at most ${webhooksPerAccountMax} webhooks`, async () => {
    const { id } = await createWebhook(client, receiver.url)
    const { store, accountId, close } = await openOtherProcess(service, id)
    const columns = await store.read.selectFrom('webhooks').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
    const rows = Array.from({ length: webhooksPerAccountMax - 2 }, (_, i) => ({
      ...columns,
      account_id: accountId,
      id: `${id.slice(0, -4)}${String(i).padStart(4, 'g')}`,
      status: 'disabled' as const,
    }))
    for (let i = 0; i < rows.length; i += 100) {
      await store.write((db) =>
        db
          .insertInto('webhooks')
          .values(rows.slice(i, i + 100))
          .execute(),
      )
    }
    await close()
    await createWebhook(client, receiver.url)
    expectProblem(await create({ url: receiver.url, events: ['*'] }), 422, 'too_many_webhooks')
  })
})
