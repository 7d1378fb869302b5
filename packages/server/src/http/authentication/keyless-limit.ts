import type { Fault } from '@palate/core/fault.ts'
import type { FastifyRequest } from 'fastify'
import type { Services } from '../../services.ts'
import { isLoopback } from './networks.ts'
import { createMinuteCounter, rateLimited } from './rate-limits.ts'

export type KeylessLimit = ReturnType<typeof createKeylessLimit>

/** Limits what each network may ask for without a key: open routes, paths that do not exist, and missing keys. */
export function createKeylessLimit({ config, clock }: Pick<Services, 'config' | 'clock'>) {
  const { keylessRateLimit } = config
  const requests = createMinuteCounter()
  const tooMany = (nowMs: number) =>
    rateLimited(`an address may make ${keylessRateLimit} requests a minute without a key`, nowMs)
  return {
    /** Whether the network has made as many as it may. */
    isReached: ({ clientAddress }: FastifyRequest): boolean =>
      requests.count(clientAddress, clock().getTime()) >= keylessRateLimit,
    /** Counts a request. Gives the fault to answer with if the network has made too many. */
    refusalOf({ clientAddress, route }: FastifyRequest): Fault | undefined {
      // A supervisor on this machine must not take a flood for a process that is down.
      if (route?.isProbe && isLoopback(clientAddress)) return undefined
      const nowMs = clock().getTime()
      if (requests.add(clientAddress, nowMs) <= keylessRateLimit) return undefined
      return tooMany(nowMs)
    },
  }
}
