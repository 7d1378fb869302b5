import type { Logger } from 'pino'

/**
 * A terminal sends Ctrl-C to every process of its foreground group, and npm and the launcher pass it on, so one key
 * press arrives several times. Repeats within this time count as one.
 */
const repeatMsMax = 3_000
/** A process with an error that nothing handled ends after this time, even if its start or its stop hangs. */
const failedMsMax = 30_000

/** Why a process stops: a signal or an unhandled error. */
export type StopReason = { readonly signal: NodeJS.Signals } | { readonly error: unknown }

/**
 * Resolves when the process has to stop. A signal later than `repeatMsMax` after the first ends it at once. After an error
 * that nothing handled, the state in memory may be wrong, so the process must not go on for long.
 */
export function stopAsked(log: Logger): Promise<StopReason> {
  return new Promise((resolve) => {
    let firstMs: number | undefined
    const listeners = (['SIGTERM', 'SIGINT'] as const).map((signal) => {
      const listener = () => {
        firstMs ??= performance.now()
        resolve({ signal })
        if (performance.now() - firstMs <= repeatMsMax) return
        log.warn({ signal }, 'asked to stop again: ending at once')
        log.flush()
        for (const remove of listeners) remove()
        process.kill(process.pid, signal)
      }
      process.on(signal, listener)
      return () => process.off(signal, listener)
    })
    // Rejections that nothing handles arrive here as well.
    process.on('uncaughtException', (error) => {
      log.fatal({ err: error }, 'an error was not handled: stopping')
      log.flush()
      process.exitCode = 1
      resolve({ error })
      setTimeout(() => process.exit(), failedMsMax).unref()
    })
  })
}
