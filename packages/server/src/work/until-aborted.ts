/** Stops waiting on abort. The work itself may continue. */
export async function untilAborted<Result>(work: Promise<Result>, signal: AbortSignal | undefined): Promise<Result> {
  if (signal === undefined) return work
  // Ignore a failure after the caller has stopped waiting.
  work.catch(() => {})
  signal.throwIfAborted()
  const aborted = Promise.withResolvers<never>()
  const onAbort = () => aborted.reject(signal.reason)
  signal.addEventListener('abort', onAbort)
  return Promise.race([work, aborted.promise]).finally(() => signal.removeEventListener('abort', onAbort))
}
