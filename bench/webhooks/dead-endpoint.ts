import { work } from '../harness/serve.ts'
import { recordEvents } from './events.ts'
import type { Receiver } from './receiver.ts'
import { subscribe, withService } from './service.ts'

/** Deliveries per second to nine endpoints from a backlog, while a tenth endpoint is healthy or never answers. */
export async function rateOfNineEndpoints(
  postgresUrl: string | undefined,
  receiver: Receiver,
  { tenth, events }: { readonly tenth: 'healthy' | 'dead'; readonly events: number },
): Promise<number> {
  return withService(postgresUrl, ['--no-worker'], async (service, env) => {
    for (let i = 0; i < 9; i++) await subscribe(service, receiver.url('/nine'))
    await subscribe(service, receiver.url(tenth === 'dead' ? '/dead' : '/ok'))
    await recordEvents(env, { webhooks: 10, count: events })
    await receiver.reset()
    const worker = await work(env)
    const rate = await receiver.rateOf('/nine', 9 * events)
    await worker.stop()
    return rate
  })
}
