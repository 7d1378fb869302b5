import type { LookupFunction } from 'node:net'
import { LRUCache } from 'lru-cache'
import { Pool } from 'undici'
import type { SsrfGuard } from '../../network/ssrf-guard.ts'
import { createSemaphore, type Semaphore } from '../../work/semaphore.ts'
import type { WorkContext } from '../../work/work-context.ts'
import { FrameFault } from '../picture-faults.ts'
import type { FetchLimits } from './fetch-limits.ts'

export interface HostLease {
  readonly pool: Pool
  /** Releases the connection. After too many consecutive timeouts, rejects the host's queue. */
  release(timedOut: boolean): void
}

export interface HostPools {
  /** Waits for a connection. Accounts do not share connections, so one account's slow URLs never delay another's. */
  acquire(origin: string, work: WorkContext): Promise<HostLease>
  close(): Promise<void>
}

interface Host {
  readonly pool: Pool
  readonly semaphore: Semaphore
  timeoutsInRow: number
}

/**
 * Keep-alive connections, a bounded number for each host, so that a slow host only fills its own queue. Idle hosts are
 * closed in least-recently-used order.
 */
export function createHostPools(guard: SsrfGuard, limits: FetchLimits): HostPools {
  const busy = new Map<string, Host>()
  const idle = new LRUCache<string, Host>({
    max: limits.idleHostsMax,
    dispose: ({ pool }, _, reason) => {
      if (reason === 'evict') pool.destroy().catch(() => undefined)
    },
  })

  function checkOut(name: string, origin: string, accountId: string): Host {
    const known = busy.get(name)
    if (known) return known
    const host = idle.get(name) ?? openHost(origin, guard.lookupFor(accountId), limits)
    idle.delete(name)
    busy.set(name, host)
    return host
  }

  function checkIn(name: string, host: Host): void {
    if (host.semaphore.running > 0 || !busy.delete(name)) return
    idle.set(name, host)
  }

  return {
    async acquire(origin, work) {
      const name = `${work.accountId} ${origin}`
      const host = checkOut(name, origin, work.accountId)
      const { semaphore } = host
      if (semaphore.isFull(work.priority) && host.timeoutsInRow >= limits.hostTimeoutsMax) throw hostIsSilent()
      try {
        const release = await semaphore.acquire(work)
        return {
          pool: host.pool,
          release(timedOut) {
            host.timeoutsInRow = timedOut ? host.timeoutsInRow + 1 : 0
            if (host.timeoutsInRow >= limits.hostTimeoutsMax) semaphore.rejectWaiting(hostIsSilent())
            release()
            checkIn(name, host)
          },
        }
      } catch (reason) {
        checkIn(name, host)
        throw reason
      }
    },
    async close() {
      const pools = [...busy.values(), ...idle.values()].map(({ pool }) => pool.destroy())
      busy.clear()
      idle.clear()
      await Promise.all(pools)
    },
  }
}

function openHost(origin: string, lookup: LookupFunction, limits: FetchLimits): Host {
  const pool = new Pool(origin, {
    connections: limits.fetchesPerHostMax,
    pipelining: 1,
    allowH2: false,
    keepAliveTimeout: limits.keepAliveMs,
    keepAliveMaxTimeout: limits.keepAliveMs,
    headersTimeout: limits.fetchTimeoutMs,
    bodyTimeout: limits.fetchTimeoutMs,
    connect: { lookup, timeout: limits.fetchTimeoutMs, rejectUnauthorized: true },
  })
  const reserved = Math.floor(limits.fetchesPerHostMax / 4)
  return { pool, semaphore: createSemaphore({ max: limits.fetchesPerHostMax, reserved }), timeoutsInRow: 0 }
}

function hostIsSilent(): FrameFault {
  return new FrameFault('fetch_timeout', 'several requests in a row to this host timed out', { retryable: true })
}
