const firstPauseMs = 500
const pauseMsMax = 30_000

/** The pause before the next attempt: as requested by the service, or growing, with ±25 % jitter. */
export function retryPauseMs(attempt: number, retryAfter?: string | null): number {
  const requestedMs = retryAfterMs(retryAfter)
  if (requestedMs !== undefined) return Math.min(requestedMs, 2 * pauseMsMax)
  return Math.min(firstPauseMs * 2 ** attempt, pauseMsMax) * (0.75 + Math.random() / 2)
}

/** Seconds, or a date. */
function retryAfterMs(value: string | null | undefined): number | undefined {
  if (value == null || value === '') return undefined
  const seconds = Number(value)
  const ms = Number.isNaN(seconds) ? Date.parse(value) - Date.now() : seconds * 1000
  return Number.isNaN(ms) ? undefined : Math.max(ms, 0)
}

/** Rejects with the signal's reason when it is aborted. */
export function pauseMs(ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    signal?.throwIfAborted()
    const abort = () => {
      clearTimeout(timer)
      reject(signal?.reason)
    }
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', abort)
      resolve()
    }, ms)
    signal?.addEventListener('abort', abort, { once: true })
  })
}
