import type { Guard } from '../../network/ssrf-guard.ts'
import { createSlots, type Priority } from '../../semaphore.ts'
import { FrameFault } from '../faults.ts'
import { faultOfError } from './fetch-faults.ts'
import { defaultFetchLimits, type FetchLimits } from './fetch-limits.ts'
import { createHosts, type HostVisit } from './host-pools.ts'
import { askHost, type Fetched, type Validators } from './request.ts'

export interface FetchOptions {
  /** For whom: hosts are visited for each by itself. */
  readonly visitor?: string | undefined
  /** What an earlier fetch of the same address gave: if it still holds, the answer is `not_modified`. */
  readonly previous?: Validators | undefined
  readonly priority?: Priority | undefined
  readonly signal?: AbortSignal | undefined
  /**
   * Awaited before the place among the running fetches is free again: whoever takes the bytes says when there is room,
   * so that fetching never runs far ahead of reading.
   */
  readonly makeRoom?: (() => Promise<void>) | undefined
}

export interface Fetcher {
  /** One attempt. Rejects with a FrameFault, or with the reason of the caller's own signal. */
  fetch(url: string, options?: FetchOptions): Promise<Fetched | 'not_modified'>
  close(): Promise<void>
}

export interface FetcherOptions {
  readonly guard: Guard
  readonly limits?: Partial<FetchLimits>
}

/** Fetches pictures over http and https from hosts that nobody vouches for. */
export function createFetcher({ guard, limits: changed }: FetcherOptions): Fetcher {
  const limits = { ...defaultFetchLimits, ...changed }
  const hosts = createHosts(guard, limits)
  const fetches = createSlots({ max: limits.fetchesMax, reserved: Math.floor(limits.fetchesMax / 4) })

  return {
    async fetch(text, { visitor = '', previous, priority = 'realtime', signal, makeRoom } = {}) {
      const url = guard.checkUrl(text)
      const visit = await hosts.visit(visitor, url.origin, priority, signal)
      const release = await fetches.acquire(priority, signal).catch((reason) => {
        visit.leave(false)
        throw reason
      })
      const clock = startClock(limits.fetchTimeoutMs, signal)
      try {
        const answer = await followHops(url, visit, { visitor, previous, priority, clock }).finally(clock.stop)
        await makeRoom?.()
        return answer
      } catch (error) {
        signal?.throwIfAborted()
        throw faultOfError(error, clock.ranOut)
      } finally {
        release()
      }
    },
    close: () => hosts.close(),
  }

  async function followHops(first: URL, firstVisit: HostVisit, hop: Hop): Promise<Fetched | 'not_modified'> {
    let url = first
    let visit = firstVisit
    for (let redirects = 0; ; redirects += 1) {
      const answer = await askHost(visit.pool, url, hop.clock.signal, limits.frameBytesMax, hop.previous).finally(() =>
        visit.leave(hop.clock.ranOut),
      )
      if (answer === 'not_modified' || !('redirect' in answer)) return answer
      if (redirects === limits.redirectsMax) {
        throw new FrameFault('fetch_failed', `the host redirected more than ${limits.redirectsMax} times`)
      }
      url = guard.checkUrl(answer.redirect)
      visit = await hosts.visit(hop.visitor, url.origin, hop.priority, hop.clock.signal)
    }
  }
}

interface Hop {
  readonly visitor: string
  readonly previous: Validators | undefined
  readonly priority: Priority
  readonly clock: Clock
}

interface Clock {
  readonly signal: AbortSignal
  readonly ranOut: boolean
  stop(): void
}

/** One signal for both reasons to stop: the time is over, or the caller no longer wants the answer. */
function startClock(timeoutMs: number, signal: AbortSignal | undefined): Clock {
  const controller = new AbortController()
  const giveUp = () => controller.abort(signal?.reason)
  let ranOut = false
  const timer = setTimeout(() => {
    ranOut = true
    controller.abort()
  }, timeoutMs)
  if (signal?.aborted) giveUp()
  signal?.addEventListener('abort', giveUp)
  return {
    signal: controller.signal,
    get ranOut() {
      return ranOut
    },
    stop() {
      clearTimeout(timer)
      signal?.removeEventListener('abort', giveUp)
    },
  }
}
