import { Fault } from '@palate/core/fault.ts'
import { ipv6Subnet } from '../network/ip-addresses.ts'

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

/**
 * Counts failed authentications by network in the current clock minute. Past the limit, further failures get 429;
 * a valid key from the same network is never delayed.
 */
export function createFailureCounter(max: number) {
  let minute = 0
  // Not an LRU cache: every entry goes when the minute ends, and clearing one of this size blocks for milliseconds.
  const failures = new Map<string, number>()
  return function isTooMany(address: string, nowMs: number): boolean {
    const now = Math.floor(nowMs / 60_000)
    if (now !== minute || failures.size > networksCountedMax) failures.clear()
    minute = now
    const network = networkOf(address)
    const count = (failures.get(network) ?? 0) + 1
    failures.set(network, count)
    return count > max
  }
}

/** All addresses of an IPv6 /64 count as one: that is what one customer gets. */
function networkOf(address: string): string {
  if (address.startsWith('::ffff:')) return address
  const [plain = ''] = address.split('%')
  return ipv6Subnet(plain) ?? address
}
