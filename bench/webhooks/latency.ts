import { setTimeout as pause } from 'node:timers/promises'
import { createProfile } from '../harness/profile.ts'
import { percentile } from '../harness/report.ts'
import type { Receiver } from './receiver.ts'
import { subscribe, withService } from './service.ts'

const changes = 200
const pauseMs = 25

/** The delay between a change and its event, with one change at a time and pauses in between. */
export async function measureLatency(postgresUrl: string | undefined, receiver: Receiver) {
  return withService(postgresUrl, [], async (service) => {
    await subscribe(service, receiver.url('/ok'))
    const id = await createProfile(service)
    await receiver.reset()
    const requested: number[] = []
    const answered: number[] = []
    for (let i = 0; i < changes; i++) {
      requested.push(Date.now())
      await service.call('PATCH', `/v1/profiles/${id}`, { body: { name: `change ${i}` } })
      answered.push(Date.now())
      await pause(pauseMs)
    }
    const received = await receiver.times('/ok', changes)
    const after = (since: readonly number[]) => {
      const sorted = received.map((at, i) => Math.max(0, at - (since[i] ?? 0))).toSorted((a, b) => a - b)
      return { p50: percentile(sorted, 0.5), p99: percentile(sorted, 0.99) }
    }
    return { afterAnswer: after(answered), afterRequest: after(requested) }
  })
}
