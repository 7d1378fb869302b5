/** Aborts when the user presses Ctrl-C, or the process is asked to end. A second time ends it at once. */
export function untilInterrupted(): AbortSignal {
  const controller = new AbortController()
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => controller.abort())
  return controller.signal
}
