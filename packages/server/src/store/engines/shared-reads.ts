/** A run that takes longer does not hold up the next one: its connection may be stuck. */
const waitMsMax = 50

/**
 * Runs a query once for all callers that ask for the same while an earlier run is in progress. They wait for that run to
 * end and then share the next one. So a run always starts after its callers asked, and they see everything that was
 * committed before: a revoked key is refused, and a client sees its own writes.
 */
export function shareReads<Result>(): (key: string, run: () => Promise<Result>) => Promise<Result> {
  /** They never reject. */
  const running = new Map<string, Promise<unknown>>()
  const waiting = new Map<string, Promise<Result>>()

  function start(key: string, run: () => Promise<Result>): Promise<Result> {
    const result = run()
    const ended = result
      .catch(() => {})
      .finally(() => {
        if (running.get(key) === ended) running.delete(key)
      })
    running.set(key, ended)
    return result
  }

  return (key, run) => {
    const shared = waiting.get(key)
    if (shared) return shared
    const before = running.get(key)
    if (!before) return start(key, run)
    const next = endOrTimeout(before).then(() => {
      waiting.delete(key)
      return start(key, run)
    })
    waiting.set(key, next)
    return next
  }
}

function endOrTimeout(work: Promise<unknown>): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, waitMsMax)
    work.then(() => {
      clearTimeout(timer)
      resolve()
    })
  })
}
