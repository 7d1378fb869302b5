import { setTimeout as pause } from 'node:timers/promises'
import { clockSkewMsMax } from '@palate/server/webhooks/deliveries/claims.ts'
import { afterAll, afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createProcesses, type Serving } from '../harness/processes.ts'
import { createHome, engines, type Home, startService } from '../harness/service.ts'
import { openOtherProcess } from './other-process.ts'
import { type Receiver, startReceiver } from './receiver.ts'
import { createWebhook, deliveries, loopback, settled, startWithWebhooks } from './webhook-requests.ts'

const processes = createProcesses()
afterAll(() => processes.stopAll())

describe.each(engines)('processes that deliver on %s', (engine) => {
  let home: Home
  let receiver: Receiver
  beforeEach(async () => {
    home = await createHome(engine)
    receiver = await startReceiver()
  })
  afterEach(async () => {
    await processes.stopAll()
    await receiver.stop()
    await home.remove()
  })

  const env = () => ({ ...home.env, ...loopback, PALATE_LOG_LEVEL: 'error', PALATE_RATE_LIMIT: '1000000' })
  const create = async (client: Pick<Serving, 'call'>, name: string) => {
    const answer = await client.call('POST', '/v1/profiles', { body: { projectId: 'p', name } })
    expect(answer.status, answer.text).toBe(201)
    return name
  }
  const names = () => receiver.got.map(({ body }) => body.data.name as string)

  async function startWorker() {
    const worker = processes.run(['worker'], env())
    await expect.poll(() => worker.output().stdout).toContain('palate: working')
    return worker
  }

  test('kill -9 right after an acknowledged change, and during a delivery, loses nothing', async () => {
    const first = await processes.serve(env())
    // The receiver is slow, so that the kill happens during deliveries.
    receiver.behave((response) => void setTimeout(() => response.writeHead(200).end(), 5000))
    const { id } = await createWebhook(first, receiver.url, { events: ['profile.created'] })
    const acknowledged: string[] = []
    for (let i = 0; i < 10; i++) acknowledged.push(await create(first, `early ${i}`))
    await receiver.waitFor(10)
    const making = (async () => {
      for (let i = 0; ; i++) acknowledged.push(await create(first, `late ${i}`))
    })()
    await pause(150)
    first.child.kill('SIGKILL')
    await expect(making).rejects.toThrow()
    await first.ended
    receiver.accept()
    // Leases last 10 s. This service's clock is ahead, so that the test need not wait.
    const second = await startWithWebhooks(engine, {}, home)
    second.clock.skipMs = 15_000
    await settled(second, id, 'delivered')
    expect(new Set(names())).toEqual(new Set(await recorded(second)))
    expect(acknowledged.filter((name) => !names().includes(name))).toEqual([])
    const idsByName = Map.groupBy(receiver.got, ({ body }) => body.data.name as string)
    for (const [, deliveries] of idsByName)
      expect(new Set(deliveries.map(({ headers }) => headers['webhook-id'])).size).toBe(1)
    await second.stop()
  })

  async function recorded(client: Awaited<ReturnType<typeof startWithWebhooks>>): Promise<string[]> {
    const { events } = (await client.call('GET', '/v1/events?type=profile.created')).body
    return events.map(({ data }: { data: { name: string } }) => data.name)
  }

  test('`serve --no-worker` records and does not deliver; `worker` delivers what others recorded', async () => {
    const serving = await processes.serve(env(), ['--no-worker'])
    const { id } = await createWebhook(serving, receiver.url, { events: ['profile.created'] })
    await create(serving, 'before')
    await pause(600)
    expect(receiver.got).toEqual([])
    const worker = await startWorker()
    await receiver.waitFor(1)
    await create(serving, 'after')
    await receiver.waitFor(2)
    await settled(serving, id, 'delivered')
    expect(names()).toEqual(['before', 'after'])
    worker.child.kill('SIGTERM')
    expect(await worker.ended).toBe(0)
  })

  test('at SIGTERM a worker finishes current deliveries and releases the others, so that another continues immediately', async () => {
    const serving = await startService(engine, loopback, home, { isWorker: false })
    const { id } = await createWebhook(serving, receiver.url, { events: ['profile.updated'] })
    const profile = await serving.call('POST', '/v1/profiles', { body: { projectId: 'p', name: 'x' } })
    // One profile: its events are sent sequentially, so most are claimed but not sent yet.
    receiver.behave((response) => void setTimeout(() => response.writeHead(200).end(), 1000))
    for (let i = 0; i < 8; i++)
      await serving.call('PATCH', `/v1/profiles/${profile.body.id}`, { body: { name: `n${i}` } })
    const worker = await startWorker()
    await receiver.waitFor(2)
    worker.child.kill('SIGTERM')
    expect(await worker.ended).toBe(0)
    const statuses = (await deliveries(serving, id)).map(({ status, nextAttemptAt }) => [status, !!nextAttemptAt])
    const sent = receiver.got.length
    expect(statuses.filter(([status]) => status === 'delivered')).toHaveLength(sent)
    // Released: pending and due, without a lease.
    expect(statuses.filter(([status, isDue]) => status === 'pending' && isDue)).toHaveLength(8 - sent)
    receiver.accept()
    const another = await startWithWebhooks(engine, {}, home)
    await settled(serving, id, 'delivered')
    expect(names()).toEqual(Array.from({ length: 8 }, (_, i) => `n${i}`))
    await another.stop()
    await serving.stop()
  })

  test('events of a profile that two processes change at the same time arrive in the order of the changes', async () => {
    const services = [await startWithWebhooks(engine, {}, home), await startWithWebhooks(engine, {}, home)]
    const [first] = services
    if (!first) throw new Error('no service')
    const { id } = await createWebhook(first, receiver.url, { events: ['profile.updated'] })
    const profile = await first.call('POST', '/v1/profiles', { body: { projectId: 'p', name: 'x' } })
    // Few at a time: on a busy machine, more would wait for the profile's lock until they are refused.
    for (let round = 0; round < 5; round++) {
      const answers = await Promise.all(
        Array.from({ length: 16 }, (_, i) =>
          services[i % 2]?.call('PATCH', `/v1/profiles/${profile.body.id}`, { body: { name: `n${round}-${i}` } }),
        ),
      )
      expect(answers.map((answer) => answer?.status)).toEqual(answers.map(() => 200))
    }
    await settled(first, id, 'delivered')
    const { store, close } = await openOtherProcess(first, id)
    const inOrder = await store.read.selectFrom('deliveries').select('event_id').orderBy('place').execute()
    await close()
    expect(inOrder).toHaveLength(80)
    expect(receiver.got.map(({ body }) => body.id)).toEqual(inOrder.map(({ event_id }) => event_id))
    await Promise.all(services.map((service) => service.stop()))
  })

  test.each([
    ['behind', -60_000],
    ['ahead', clockSkewMsMax - 1_000],
  ])('a process whose clock is %s does not change the order', async (_, skipMs) => {
    const service = await startService(engine, loopback, home, { isWorker: false })
    const { id } = await createWebhook(service, receiver.url, { events: ['profile.deleted'] })
    const skewed = await openOtherProcess(service, id, skipMs)
    const exact = await openOtherProcess(service, id)
    const event = (name: string) => ({
      type: 'profile.deleted' as const,
      projectId: 'p',
      profileId: 'prof_1',
      data: { profileId: 'prof_1', name },
    })
    // The event that is due first by its clock was recorded last.
    const [before, after] = skipMs < 0 ? [exact, skewed] : [skewed, exact]
    await before.record(event('1'))
    await after.record(event('2'))
    const delivering = await startWithWebhooks(engine, {}, home)
    await settled(service, id, 'delivered')
    expect(names()).toEqual(['1', '2'])
    await Promise.all([before.close(), after.close()])
    await delivering.stop()
    await service.stop()
  })

  test('several processes share the work: each event arrives once, and those of a profile in order', async () => {
    const services = await Promise.all([0, 1, 2].map(() => startWithWebhooks(engine, {}, home)))
    const [first] = services
    if (!first) throw new Error('no service')
    receiver.behave((response) => void setTimeout(() => response.writeHead(200).end(), Math.random() * 10))
    const { id } = await createWebhook(first, receiver.url, { events: ['profile.updated'] })
    const profileIds: string[] = []
    for (let i = 0; i < 6; i++) {
      const made = await first.call('POST', '/v1/profiles', { body: { projectId: 'p', name: `p${i}` } })
      profileIds.push(made.body.id)
    }
    await Promise.all(
      profileIds.map(async (profileId, p) => {
        for (let i = 0; i < 8; i++) {
          const service = services[(p + i) % services.length]
          await service?.call('PATCH', `/v1/profiles/${profileId}`, { body: { name: `${p} ${i}` } })
        }
      }),
    )
    await settled(first, id, 'delivered')
    expect(receiver.got).toHaveLength(6 * 8)
    for (let p = 0; p < 6; p++) {
      const own = names().filter((name) => name.startsWith(`${p} `))
      expect(own).toEqual(Array.from({ length: 8 }, (_, i) => `${p} ${i}`))
    }
    await Promise.all(services.map((service) => service.stop()))
  })
})
