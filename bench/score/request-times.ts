import { ms, percentile } from '../harness/report.ts'
import type { ScoreClient } from './setup/client.ts'

interface Requests {
  readonly count: number
  readonly concurrency: number
  readonly urlsOf: (i: number) => readonly string[]
  readonly accept?: string
}

/** Sends the requests and returns their times in milliseconds, sorted. */
export async function requestTimes(client: ScoreClient, requests: Requests): Promise<readonly number[]> {
  const { count, concurrency, urlsOf, accept } = requests
  const times: number[] = []
  let next = 0
  const send = async () => {
    while (next < count) {
      next += 1
      times.push(await client.score(urlsOf(next - 1), accept))
    }
  }
  await Promise.all(Array.from({ length: concurrency }, send))
  return times.toSorted((a, b) => a - b)
}

export function spread(sorted: readonly number[]): string {
  return `p50 ${ms(percentile(sorted, 0.5))}, p99 ${ms(percentile(sorted, 0.99))}`
}
