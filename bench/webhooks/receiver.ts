import { fork } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'

export type Receiver = Awaited<ReturnType<typeof startReceiver>>

/** Starts the process that receives deliveries and asks it when they arrived. */
export async function startReceiver() {
  const child = fork(new URL('./receiver-process.ts', import.meta.url))
  const [{ url: origin }] = (await once(child, 'message')) as [{ url: string }]
  const get = async (path: string) => (await fetch(`${origin}${path}`)).json() as Promise<readonly number[]>
  const times = async (path: string, count: number): Promise<readonly number[]> => {
    for (;;) {
      const received = await get(`/times${path}`)
      if (received.length >= count) return received
      await pause(50)
    }
  }
  return {
    origin,
    url: (path: string) => `${origin}${path}`,
    reset: () => get('/reset'),
    /** Arrival times of requests to this path, once this many have arrived. */
    times,
    /** Requests per second, without the first and the last tenth, so that starting and stopping do not count. */
    async rateOf(path: string, count: number): Promise<number> {
      const received = await times(path, count)
      const [from, to] = [Math.floor(count * 0.1), Math.floor(count * 0.9)]
      return ((to - from) * 1000) / Math.max(1, (received[to] ?? 0) - (received[from] ?? 0))
    },
    stop: () => child.disconnect(),
  }
}
