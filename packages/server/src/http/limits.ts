import { Fault } from '@palate/core/fault.ts'
import { ipv6Subnet } from '../network/ip-addresses.ts'

const addressesKeptMax = 100_000

/** What is left of the clock minute, in whole seconds: 1 to 60. */
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
 * Failed sign-ins of each address in this clock minute. Past the limit a further failure is told to wait;
 * a good key from the same address is never held up.
 */
export function createFailureCounter(max: number) {
  let minute = 0
  const failures = new Map<string, number>()
  return function isTooMany(address: string, nowMs: number): boolean {
    const now = Math.floor(nowMs / 60_000)
    if (now !== minute || failures.size > addressesKeptMax) failures.clear()
    minute = now
    const network = networkOf(address)
    const count = (failures.get(network) ?? 0) + 1
    failures.set(network, count)
    return count > max
  }
}

/** One IPv6 customer has a whole /64 of addresses: they count as one. */
function networkOf(address: string): string {
  if (address.startsWith('::ffff:')) return address
  const [plain = ''] = address.split('%')
  return ipv6Subnet(plain) ?? address
}
