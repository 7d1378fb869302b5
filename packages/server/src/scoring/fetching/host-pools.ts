import { Pool } from 'undici'
import type { Guard } from '../../network/ssrf-guard.ts'
import { createSlots, type Priority, type Slots } from '../../semaphore.ts'
import { FrameFault } from '../faults.ts'
import type { FetchLimits } from './fetch-limits.ts'

export interface HostVisit {
  readonly pool: Pool
  /** Hands the connection back. A host that only ever lets its visitors time out loses its queue. */
  leave(timedOut: boolean): void
}

export interface Hosts {
  /** Whoever visits has places and connections of their own: nobody's slow addresses keep another waiting. */
  visit(visitor: string, origin: string, priority: Priority, signal?: AbortSignal): Promise<HostVisit>
  close(): Promise<void>
}

interface Host {
  readonly pool: Pool
  readonly slots: Slots
  timeoutsInRow: number
}

/**
 * Keep-alive connections, a bounded number for each host, so that a slow one fills its own queue and nobody else's.
 * Hosts without visitors stay open in the order of their last use, up to a bound.
 */
export function createHosts(guard: Guard, limits: FetchLimits): Hosts {
  const hosts = new Map<string, Host>()

  function hostOf(visitor: string, origin: string): Host {
    const name = `${visitor} ${origin}`
    const host = hosts.get(name) ?? openHost(origin, guard, limits)
    hosts.delete(name)
    hosts.set(name, host)
    return host
  }

  function closeIdleHosts(): void {
    const idle = [...hosts].filter(([, { slots }]) => slots.running === 0)
    for (const [name, { pool }] of idle.slice(0, Math.max(0, idle.length - limits.idleHostsMax))) {
      hosts.delete(name)
      pool.destroy().catch(() => undefined)
    }
  }

  return {
    async visit(visitor, origin, priority, signal) {
      const host = hostOf(visitor, origin)
      if (host.slots.isFull(priority) && host.timeoutsInRow >= limits.hostTimeoutsMax) throw hostIsSilent()
      const release = await host.slots.acquire(priority, signal)
      return {
        pool: host.pool,
        leave(timedOut) {
          host.timeoutsInRow = timedOut ? host.timeoutsInRow + 1 : 0
          if (host.timeoutsInRow >= limits.hostTimeoutsMax) host.slots.refuseWaiting(hostIsSilent())
          release()
          if (hosts.size > limits.idleHostsMax) closeIdleHosts()
        },
      }
    },
    async close() {
      const pools = [...hosts.values()].map(({ pool }) => pool.destroy())
      hosts.clear()
      await Promise.all(pools)
    },
  }
}

function openHost(origin: string, guard: Guard, limits: FetchLimits): Host {
  const pool = new Pool(origin, {
    connections: limits.fetchesPerHostMax,
    pipelining: 1,
    allowH2: false,
    keepAliveTimeout: limits.keepAliveMs,
    keepAliveMaxTimeout: limits.keepAliveMs,
    headersTimeout: limits.fetchTimeoutMs,
    bodyTimeout: limits.fetchTimeoutMs,
    connect: { lookup: guard.lookup, timeout: limits.fetchTimeoutMs, rejectUnauthorized: true },
  })
  const reserved = Math.floor(limits.fetchesPerHostMax / 4)
  return { pool, slots: createSlots({ max: limits.fetchesPerHostMax, reserved }), timeoutsInRow: 0 }
}

function hostIsSilent(): FrameFault {
  return new FrameFault('fetch_timeout', 'the host has not answered one request after another', { retryable: true })
}
