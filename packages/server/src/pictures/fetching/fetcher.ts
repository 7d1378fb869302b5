import type { SsrfGuard } from '../../network/ssrf-guard.ts'
import { traced } from '../../platform/tracing/tracing.ts'
import { createSemaphore } from '../../work/semaphore.ts'
import { realtime, type WorkContext } from '../../work/work-context.ts'
import { FrameFault } from '../picture-faults.ts'
import { faultOfError } from './fetch-faults.ts'
import { defaultFetchLimits, type FetchLimits } from './fetch-limits.ts'
import { createHostPools, type HostLease } from './host-pools.ts'
import { type Fetched, requestPicture, type Validators } from './request.ts'

export interface FetchOptions {
  /** From an earlier fetch of the same URL. If they are still valid, the result is `not_modified`. */
  readonly previous?: Validators | undefined
  /** Awaited before the next fetch may start, so that fetching never runs far ahead of processing. */
  readonly backpressure?: ((bytes: number) => Promise<void>) | undefined
}

export interface Fetcher {
  /**
   * Makes one attempt. Each account has its own connections and queue for a host. Rejects with a FrameFault, or with
   * the reason of the caller's signal.
   */
  fetch(url: string, options?: FetchOptions, work?: WorkContext): Promise<Fetched | 'not_modified'>
  close(): Promise<void>
}

export interface FetcherOptions {
  readonly guard: SsrfGuard
  readonly limits?: Partial<FetchLimits>
}

/** Fetches pictures over HTTP and HTTPS from untrusted hosts. */
export function createFetcher({ guard, limits: changed }: FetcherOptions): Fetcher {
  const limits = { ...defaultFetchLimits, ...changed }
  const hosts = createHostPools(guard, limits)
  const fetches = createSemaphore({
    max: limits.fetchesMax,
    reserved: Math.floor(limits.fetchesMax / 4),
    leavesAsMuchFree: true,
  })

  return {
    async fetch(text, { previous, backpressure } = {}, work = realtime) {
      const url = checkUrl(text)
      const lease = await hosts.acquire(url.origin, work)
      const release = await fetches.acquire(work, { group: url.origin }).catch((reason) => {
        lease.release(false)
        throw reason
      })
      const deadline = startDeadline(limits.fetchTimeoutMs, work.signal)
      try {
        const request = () => followRedirects(url, lease, { previous, work, deadline }).finally(deadline.stop)
        const answer = await traced('fetch', { 'server.address': url.hostname }, request, 'client')
        if (answer !== 'not_modified') await backpressure?.(answer.bytes.byteLength)
        return answer
      } catch (error) {
        work.signal?.throwIfAborted()
        throw faultOfError(error, deadline.hasPassed)
      } finally {
        release()
      }
    },
    close: () => hosts.close(),
  }

  function checkUrl(text: string): URL {
    try {
      return guard.checkUrl(text)
    } catch (error) {
      throw faultOfError(error, false)
    }
  }

  async function followRedirects(first: URL, firstLease: HostLease, context: FetchContext) {
    const { previous, work, deadline } = context
    const { signal } = deadline
    let url = first
    let lease = firstLease
    for (let redirects = 0; ; redirects += 1) {
      const answer = await requestPicture(lease.pool, url, signal, limits.frameBytesMax, previous).finally(() =>
        lease.release(deadline.hasPassed),
      )
      if (answer === 'not_modified' || !('redirect' in answer)) return answer
      if (redirects === limits.redirectsMax) {
        throw new FrameFault('fetch_failed', `the host redirected more than ${limits.redirectsMax} times`)
      }
      url = guard.checkUrl(answer.redirect)
      lease = await hosts.acquire(url.origin, { ...work, signal })
    }
  }
}

interface FetchContext {
  readonly previous: Validators | undefined
  readonly work: WorkContext
  readonly deadline: Deadline
}

interface Deadline {
  /** Aborts at the deadline or when the caller's signal aborts. */
  readonly signal: AbortSignal
  readonly hasPassed: boolean
  stop(): void
}

/** Uses its own timer, because `AbortSignal.timeout` cannot be stopped early. */
function startDeadline(timeoutMs: number, signal: AbortSignal | undefined): Deadline {
  const controller = new AbortController()
  const onAbort = () => controller.abort(signal?.reason)
  let hasPassed = false
  const timer = setTimeout(() => {
    hasPassed = true
    controller.abort()
  }, timeoutMs)
  if (signal?.aborted) onAbort()
  signal?.addEventListener('abort', onAbort)
  return {
    signal: controller.signal,
    get hasPassed() {
      return hasPassed
    },
    stop() {
      clearTimeout(timer)
      signal?.removeEventListener('abort', onAbort)
    },
  }
}
