import { work } from '../harness/serve.ts'
import { recordEvents } from './events.ts'
import type { Receiver } from './receiver.ts'
import { subscribe, withService } from './service.ts'

const eventsPerEndpoint = 1000

/** How fast a backlog reaches nine endpoints, beside a tenth that is healthy or that never answers. In events/s. */
export async function rateOfNineEndpoints(
  postgresUrl: string | undefined,
  receiver: Receiver,
  tenth: 'healthy' | 'dead',
): Promise<number> {
  return withService(postgresUrl, ['--no-worker'], async (service, env) => {
    for (let i = 0; i < 9; i++) await subscribe(service, receiver.url('/nine'))
    await subscribe(service, receiver.url(tenth === 'dead' ? '/dead' : '/ok'))
    await recordEvents(env, { webhooks: 10, count: eventsPerEndpoint })
    await receiver.reset()
    const worker = await work(env)
    const rate = await receiver.rateOf('/nine', 9 * eventsPerEndpoint)
    await worker.stop()
    return rate
  })
}
