import { Pool } from 'undici'
import { work } from '../harness/serve.ts'
import { recordEvents } from './events.ts'
import type { Receiver } from './receiver.ts'
import { subscribe, withService } from './service.ts'

export const concurrency = 32

/** How fast a worker delivers events that were recorded before it started. */
export async function deliverBacklog(postgresUrl: string | undefined, receiver: Receiver, events: number) {
  return withService(postgresUrl, ['--no-worker'], async (service, env) => {
    await subscribe(service, receiver.url('/ok'))
    const bodies = await recordEvents(env, { webhooks: 1, count: events })
    await receiver.reset()
    const worker = await work(env)
    const rate = await receiver.rateOf('/ok', events)
    await worker.stop()
    return { rate, bodies }
  })
}

/** The baseline: posts the same bodies and does nothing else. */
export async function postBare(receiver: Receiver, bodies: readonly string[]): Promise<number> {
  await receiver.reset()
  const pool = new Pool(receiver.origin, { connections: concurrency })
  const headers = { 'content-type': 'application/json' }
  let sent = 0
  const loop = async () => {
    while (sent < bodies.length) {
      sent += 1
      const body = bodies[sent % bodies.length] ?? ''
      const answer = await pool.request({ method: 'POST', path: '/ok', headers, body })
      await answer.body.dump()
    }
  }
  await Promise.all(Array.from({ length: concurrency }, loop))
  await pool.close()
  return receiver.rateOf('/ok', bodies.length)
}
