import type { Fault } from '@palate/core/fault.ts'
import type { FastifyRequest } from 'fastify'
import type { Services } from '../../services.ts'
import { isLoopback } from './networks.ts'
import { createMinuteCounter, rateLimited } from './rate-limits.ts'

export type KeylessLimit = ReturnType<typeof createKeylessLimit>

/** Limits each network's requests without a key: open routes, unknown paths and missing keys. */
export function createKeylessLimit({ config, clock }: Pick<Services, 'config' | 'clock'>) {
  const { keylessRateLimit } = config
  const requests = createMinuteCounter()
  const tooMany = (nowMs: number) =>
    rateLimited(`without a key, an address is limited to ${keylessRateLimit} requests a minute`, nowMs)
  return {
    /** Whether the network has reached its limit. */
    isReached: ({ clientAddress }: FastifyRequest): boolean =>
      requests.count(clientAddress, clock().getTime()) >= keylessRateLimit,
    /** Counts a request. Returns a fault if the network has exceeded its limit. */
    refusalOf({ clientAddress, route }: FastifyRequest): Fault | undefined {
      // A supervisor on this machine must not mistake a flood for a process that is down.
      if (route?.isProbe && isLoopback(clientAddress)) return undefined
      const nowMs = clock().getTime()
      if (requests.add(clientAddress, nowMs) <= keylessRateLimit) return undefined
      return tooMany(nowMs)
    },
  }
}
