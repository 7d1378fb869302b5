import { sendTimeoutMs } from '@palate/server/webhooks/deliveries/send.ts'
import { afterAll, describe, expect, test } from 'vitest'
import { eventually } from '../harness/eventually.ts'
import { expectProblem } from '../harness/problem.ts'
import { createProcesses } from '../harness/processes.ts'
import { createHome, engines } from '../harness/service.ts'
import { startReceiver } from '../webhooks/receiver.ts'
import { createWebhook, deliveries, sendTest, startWithWebhooks } from '../webhooks/webhook-requests.ts'
import { beginPost } from './begin-post.ts'
import { startAcross } from './start-across.ts'

// Each waits for a time limit of the service and uses almost no processor time, so they run concurrently.
describe.concurrent('limits of ten seconds and more', () => {
  const processes = createProcesses()
  afterAll(() => processes.stopAll())

  test('a PostgreSQL that stops responding blocks no request: 503 unavailable, and 200 again once it responds', async () => {
    const { home, service, network } = await startAcross()
    const path = `/v1/profiles/${(await service.call('POST', '/v1/profiles', { body: { projectId: 'p', name: 'n' } })).body.id}`
    network.hold()
    const answers = await Promise.all([
      service.call('GET', '/v1/profiles'),
      ...Array.from({ length: 12 }, (_, i) => service.call('PATCH', path, { body: { seed: `${i}` } })),
    ])
    for (const answer of answers) expectProblem(answer, 503, 'unavailable')
    network.release()
    await eventually(async () => expect((await service.call('GET', path)).status).toBe(200))
    expect((await service.call('PATCH', path, { body: { seed: 'after' } })).status).toBe(200)
    expect((await service.call('GET', path)).body.seed).toBe('after')
    network.hold()
    await service.stop()
    await network.cut()
    await home.remove()
  })

  // Such a request never reaches the store.
  test('a request that does not finish delays the stop for at most 10 s', async () => {
    const home = await createHome('sqlite')
    const serving = await processes.serve(home.env)
    const { sent, answer } = await beginPost(serving)
    sent.on('error', () => {}).write('{')
    serving.child.kill('SIGTERM')
    expect(await serving.ended).toBe(0)
    await expect(answer).rejects.toThrow('socket hang up')
    await home.remove()
  })

  test('a receiver that does not answer within 15 s has failed', async () => {
    const receiver = await startReceiver(() => {})
    const services = await Promise.all(
      engines.map((engine) => startWithWebhooks(engine, { PALATE_WEBHOOK_RETRY_MS: '60000' })),
    )
    const hooks = await Promise.all(services.map((service) => createWebhook(service, receiver.url)))
    await Promise.all(services.map((service, i) => sendTest(service, hooks[i]?.id)))
    for (const [i, service] of services.entries()) {
      const attempts = async () => (await deliveries(service, hooks[i]?.id))[0].attempts
      await eventually(async () => expect(await attempts()).toMatchObject([{ error: 'no answer within 15 s' }]), 250)
      const [
        {
          attempts: [attempt],
          nextAttemptAt,
        },
      ] = await deliveries(service, hooks[i]?.id)
      expect(attempt.durationMs).toBeGreaterThanOrEqual(14_990)
      expect(Date.parse(nextAttemptAt) - Date.parse(attempt.at)).toBeGreaterThan(sendTimeoutMs + 30_000)
    }
    // Throughout, one process held the lease, and no other claimed it.
    expect(receiver.got).toHaveLength(engines.length)
    await Promise.all(services.map((service) => service.stop()))
    await receiver.stop()
  })
})
