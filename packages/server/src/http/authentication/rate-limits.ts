import { Fault } from '@palate/core/fault.ts'
import { networkOf } from './networks.ts'

const networksCountedMax = 100_000

/** Seconds until the clock minute ends: 1 to 60. */
export function secondsLeft(nowMs: number): number {
  return 60 - (Math.floor(nowMs / 1000) % 60)
}

export type RateHeaders = ReturnType<typeof rateHeaders>

export function rateHeaders(limit: number, used: number, nowMs: number) {
  return {
    'x-ratelimit-limit': String(limit),
    'x-ratelimit-remaining': String(Math.max(0, limit - used)),
    'x-ratelimit-reset': String(secondsLeft(nowMs)),
  }
}

export function rateLimited(detail: string, nowMs: number): Fault {
  return new Fault('rate_limited', detail, { headers: { 'retry-after': String(secondsLeft(nowMs)) } })
}

/** A fault if the key has exceeded its number of requests in this minute. */
export function faultOfRate(limit: number, used: number, nowMs: number): Fault | undefined {
  return used > limit ? rateLimited(`the key is limited to ${limit} requests a minute`, nowMs) : undefined
}

/** Counts events per network in the current clock minute, in this process. */
export function createMinuteCounter() {
  let minute = 0
  // Not an LRU cache: every entry is dropped when the minute ends, and clearing a cache of this size blocks for
  // milliseconds.
  const counts = new Map<string, number>()

  function startMinute(nowMs: number): void {
    const now = Math.floor(nowMs / 60_000)
    if (now !== minute || counts.size > networksCountedMax) counts.clear()
    minute = now
  }

  return {
    count(address: string, nowMs: number): number {
      startMinute(nowMs)
      return counts.get(networkOf(address)) ?? 0
    },
    /** Adds one and returns the new count. */
    add(address: string, nowMs: number): number {
      startMinute(nowMs)
      const network = networkOf(address)
      const count = (counts.get(network) ?? 0) + 1
      counts.set(network, count)
      return count
    },
  }
}
