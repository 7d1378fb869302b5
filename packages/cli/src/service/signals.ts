import type { Logger } from 'pino'

/**
 * A terminal sends Ctrl-C to every process of its foreground group, and npm and the launcher pass it on, so one key
 * press arrives several times. Repeats within this time count as one.
 */
const repeatMsMax = 3_000
/** After an unhandled error the process ends within this time, even if starting or stopping hangs. */
const failedMsMax = 30_000

/** Why a process stops: a signal or an unhandled error. */
export type StopReason = { readonly signal: NodeJS.Signals } | { readonly error: unknown }

/**
 * Resolves when the process has to stop. A signal later than `repeatMsMax` after the first ends it immediately. After an
 * unhandled error, the state in memory may be wrong, so the process must not keep running for long.
 */
export function stopRequested(log: Logger): Promise<StopReason> {
  return new Promise((resolve) => {
    let firstMs: number | undefined
    const listeners = (['SIGTERM', 'SIGINT'] as const).map((signal) => {
      const listener = () => {
        firstMs ??= performance.now()
        resolve({ signal })
        if (performance.now() - firstMs <= repeatMsMax) return
        log.warn({ signal }, 'second signal to stop: exiting immediately')
        log.flush()
        for (const remove of listeners) remove()
        process.kill(process.pid, signal)
      }
      process.on(signal, listener)
      return () => process.off(signal, listener)
    })
    // Unhandled rejections arrive here as well.
    process.on('uncaughtException', (error) => {
      log.fatal({ err: error }, 'unhandled error: stopping')
      log.flush()
      process.exitCode = 1
      resolve({ error })
      setTimeout(() => process.exit(), failedMsMax).unref()
    })
  })
}
